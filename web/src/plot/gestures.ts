// Pointer, wheel, touch and keys on a scatter plot.
import type { Scatter } from './scatter.js';

/** Pixels around the pointer in which a point is meant. */
const near = 14;

export function listen(plot: Scatter): void {
  const { element } = plot,
    held = new Map<number, { x: number; y: number }>();
  let spread = 0;
  const at = (event: PointerEvent | WheelEvent) => {
    const box = element.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const unit = (x: number, y: number) => [(2 * x) / plot.size[0] - 1, 1 - (2 * y) / plot.size[1]] as const;

  element.addEventListener('pointerdown', (event) => {
    if (event.button !== 0) return;
    element.setPointerCapture(event.pointerId);
    const here = at(event);
    held.set(event.pointerId, here);
    spread = 0;
    plot.lasso = plot.tool === 'lasso' && held.size === 1 ? [[here.x, here.y]] : [];
  });

  element.addEventListener('pointermove', (event) => {
    const here = at(event),
      before = held.get(event.pointerId);
    if (!before) {
      const row = nearest(plot, here.x, here.y);
      return plot.events.hover(row, row < 0 ? null : here);
    }
    held.set(event.pointerId, here);
    if (held.size === 2) {
      const [a, b] = [...held.values()] as [typeof here, typeof here],
        now = Math.hypot(a.x - b.x, a.y - b.y);
      if (spread > 0) plot.zoom(now / spread, ...unit((a.x + b.x) / 2, (a.y + b.y) / 2));
      spread = now;
    } else if (plot.lasso.length > 0) {
      plot.lasso.push([here.x, here.y]);
      plot.redraw();
    } else {
      drag(plot, here.x - before.x, here.y - before.y, event.shiftKey);
    }
  });

  const release = (event: PointerEvent) => {
    if (!held.delete(event.pointerId)) return;
    if (plot.lasso.length > 0) {
      const outline = plot.lasso;
      plot.lasso = [];
      plot.events.select(outline.length > 3 ? enclosed(plot, outline) : new Set(), event.shiftKey);
      plot.redraw();
    }
  };
  element.addEventListener('pointerup', release);
  element.addEventListener('pointercancel', release);
  element.addEventListener('pointerleave', () => plot.events.hover(-1, null));
  element.addEventListener('dblclick', () => plot.reset());
  element.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault();
      const here = at(event);
      plot.zoom(Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0016)), ...unit(here.x, here.y));
    },
    { passive: false },
  );

  element.addEventListener('keydown', (event) => {
    const step = 30,
      keys: Record<string, () => void> = {
        ArrowLeft: () => drag(plot, step, 0, false),
        ArrowRight: () => drag(plot, -step, 0, false),
        ArrowUp: () => drag(plot, 0, step, false),
        ArrowDown: () => drag(plot, 0, -step, false),
        '+': () => plot.zoom(1.25),
        '=': () => plot.zoom(1.25),
        '-': () => plot.zoom(0.8),
        '0': () => plot.reset(),
      };
    if (event.ctrlKey || event.metaKey || event.altKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]!();
  });
}

function drag(plot: Scatter, dx: number, dy: number, shift: boolean): void {
  const { camera } = plot,
    [width, height] = plot.size;
  if (camera.solid && !shift) {
    camera.yaw -= dx * 0.008;
    camera.pitch = Math.min(Math.max(camera.pitch + dy * 0.008, -1.5), 1.5);
  } else {
    camera.x -= (2 * dx) / width / camera.zoom;
    camera.y += (2 * dy) / height / camera.zoom;
  }
  plot.redraw();
}

function nearest(plot: Scatter, x: number, y: number): number {
  let best = -1,
    least = near * near;
  plot.find((u, v, row) => {
    const away = (u - x) ** 2 + (v - y) ** 2;
    if (away < least) [best, least] = [row, away];
  });
  return best;
}

function enclosed(plot: Scatter, outline: readonly (readonly [number, number])[]): Set<number> {
  const rows = new Set<number>();
  plot.find((x, y, row) => {
    let inside = false;
    for (let i = 0, j = outline.length - 1; i < outline.length; j = i++) {
      const [ax, ay] = outline[i]!,
        [bx, by] = outline[j]!;
      if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
    }
    if (inside) rows.add(row);
  });
  return rows;
}
