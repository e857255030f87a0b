// A row as a small picture, or as a few of its numbers.
import { h } from '../dom.js';
import { row, type Data, type Image } from '../data/data.js';
import { number, words } from '../text.js';

export function picture(values: ArrayLike<number>, image: Image, size: number, label: string): HTMLCanvasElement {
  const canvas = h('canvas', { class: 'picture', width: image.width, height: image.height, role: 'img', 'aria-label': label });
  canvas.style.width = `${size}px`;
  canvas.style.height = `${Math.round((size * image.height) / image.width)}px`;
  const pen = canvas.getContext('2d')!,
    pixels = pen.createImageData(image.width, image.height);
  for (let i = 0; i < image.width * image.height; ++i) {
    const ink = 255 - 255 * Math.min(Math.max((values[i]! - image.least) / (image.most - image.least), 0), 1);
    pixels.data.set([ink, ink, ink, 255], 4 * i);
  }
  pen.putImageData(pixels, 0, 0);
  return canvas;
}

export function sampleView(data: Data, i: number, size = 72): HTMLElement {
  const values = row(data, i);
  if (data.image) return picture(values, data.image, size, `row ${i + 1}`);
  const shown = Math.min(data.cols, 6);
  return h(
    'dl',
    { class: 'features' },
    Array.from({ length: shown }, (_, j) => [h('dt', {}, words(data.features[j]!)), h('dd', {}, number(values[j]!))]),
    data.cols > shown && [h('dt', {}, `${data.cols - shown} more`), h('dd', {})],
  );
}
