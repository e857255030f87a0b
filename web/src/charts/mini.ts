// A small still scatter.
import { h } from '../dom.js';
import type { Fit } from '../app/state.js';
import { matrixOf, newCamera } from '../plot/camera.js';
import { canvas2d } from '../plot/canvas.js';
import { cloudOf, pointSize } from '../plot/cloud.js';
import { marksOf } from '../plot/marks.js';

export function mini(fit: Fit, axes: readonly number[], size = 220): HTMLElement {
  const canvas = h('canvas', { class: 'mini', 'aria-hidden': 'true' }),
    renderer = canvas2d(canvas);
  const pixels = Math.round(size * Math.max(devicePixelRatio, 1.5));
  renderer.resize(pixels, pixels);
  const cloud = cloudOf(fit.points, fit.dims, [axes[0]!, axes[1]!, fit.dims], fit.data.labels, fit.data.classes.length);
  renderer.points(cloud.unit, cloud.unit);
  const draw = () => {
    renderer.marks(marksOf(fit, { hidden: [], parts: { train: true, heldOut: true }, selected: new Set() }));
    renderer.draw(matrixOf(newCamera(false), 1), 1, pointSize(fit.data.rows, size, size) * (pixels / size), false);
  };
  draw();
  const repaint = () => (canvas.isConnected ? draw() : removeEventListener('theme', repaint));
  addEventListener('theme', repaint);
  return canvas;
}
