// What is drawn under the points, axes with numbers, and over them: the lasso, the point under the pointer, the one that is tried.
import { number } from '../text.js';
import { project, type Camera } from './camera.js';
import type { Cloud } from './cloud.js';

export interface Overlay {
  camera: Camera;
  matrix: Float32Array;
  cloud: Cloud;
  axes: readonly number[];
  /** How many dimensions there are: without a second one, classes have lanes. */
  dims: number;
  lasso: readonly (readonly [number, number])[];
  hovered: readonly [number, number] | null;
  tried: readonly [number, number] | null;
}

export interface Ink {
  text: string;
  line: string;
  accent: string;
  ground: string;
}

export function drawAxes(pen: CanvasRenderingContext2D, width: number, height: number, ink: Ink, what: Overlay): void {
  pen.clearRect(0, 0, width, height);
  pen.font = '11px system-ui, sans-serif';
  (what.camera.solid ? solidAxes : flatAxes)(pen, width, height, ink, what);
}

export function drawOverlay(pen: CanvasRenderingContext2D, width: number, height: number, ink: Ink, what: Overlay): void {
  pen.clearRect(0, 0, width, height);
  if (what.lasso.length > 1) {
    pen.beginPath();
    what.lasso.forEach(([x, y]) => pen.lineTo(x, y));
    pen.closePath();
    pen.strokeStyle = ink.accent;
    pen.lineWidth = 1.5;
    pen.stroke();
    pen.globalAlpha = 0.08;
    pen.fillStyle = ink.accent;
    pen.fill();
    pen.globalAlpha = 1;
  }
  if (what.hovered) ring(pen, what.hovered, 8, ink.text, 1.5);
  if (what.tried) {
    ring(pen, what.tried, 11, ink.ground, 6);
    ring(pen, what.tried, 11, ink.accent, 3);
    ring(pen, what.tried, 2, ink.accent, 3);
  }
}

function ring(pen: CanvasRenderingContext2D, [x, y]: readonly [number, number], r: number, colour: string, width: number): void {
  pen.beginPath();
  pen.arc(x, y, r, 0, 2 * Math.PI);
  pen.strokeStyle = colour;
  pen.lineWidth = width;
  pen.stroke();
}

function flatAxes(pen: CanvasRenderingContext2D, width: number, height: number, ink: Ink, { camera, cloud, axes, dims }: Overlay): void {
  pen.strokeStyle = ink.line;
  pen.fillStyle = ink.text;
  pen.lineWidth = 1;
  for (const a of dims > axes[1]! ? ([0, 1] as const) : ([0] as const)) {
    const [pixels, seen] = a === 0 ? [width, camera.x] : [height, camera.y];
    const value = (u: number) => cloud.middle[a] + cloud.half[a] * (seen + u / camera.zoom);
    for (const tick of ticks(value(-1), value(1), pixels / 90)) {
      const u = ((tick - cloud.middle[a]) / cloud.half[a] - seen) * camera.zoom;
      const at = Math.round(a === 0 ? ((u + 1) * pixels) / 2 : ((1 - u) * pixels) / 2) + 0.5;
      pen.beginPath();
      a === 0 ? (pen.moveTo(at, 0), pen.lineTo(at, height)) : (pen.moveTo(0, at), pen.lineTo(width, at));
      pen.globalAlpha = 0.75;
      pen.stroke();
      pen.globalAlpha = 1;
      if (a === 0 && at > 30 && at < width - 100) {
        pen.textAlign = 'center';
        pen.fillText(number(tick), at, height - 6);
      } else if (a === 1 && at > 26 && at < height - 26) {
        pen.textAlign = 'left';
        pen.fillText(number(tick), 6, at - 4);
      }
    }
  }
  pen.textAlign = 'right';
  pen.fillText(`dimension ${axes[0]! + 1} →`, width - 8, height - 6);
  pen.textAlign = 'left';
  pen.fillText(dims > axes[1]! ? `↑ dimension ${axes[1]! + 1}` : 'one lane for each class', 6, 15);
}

function solidAxes(pen: CanvasRenderingContext2D, width: number, height: number, ink: Ink, { matrix, axes }: Overlay): void {
  pen.strokeStyle = ink.line;
  pen.fillStyle = ink.text;
  pen.textAlign = 'center';
  for (let a = 0; a < 3; ++a) {
    // The four edges of the cube along this axis.
    for (const [p, q] of [
      [-1, -1],
      [-1, 1],
      [1, -1],
      [1, 1],
    ] as const) {
      const corner = (end: number): [number, number, number] => (a === 0 ? [end, p, q] : a === 1 ? [p, end, q] : [p, q, end]);
      const [from, to] = [project(matrix, ...corner(-1), width, height), project(matrix, ...corner(1), width, height)];
      pen.beginPath();
      pen.moveTo(...from);
      pen.lineTo(...to);
      pen.globalAlpha = 0.8;
      pen.stroke();
      pen.globalAlpha = 1;
      if (p === -1 && q === (a === 1 ? -1 : 1)) pen.fillText(`dim ${axes[a]! + 1}`, (from[0] + to[0]) / 2, (from[1] + to[1]) / 2 + 12);
    }
  }
}

/** Round numbers between two. */
export function ticks(from: number, to: number, about: number): number[] {
  const span = to - from;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const rough = span / Math.max(about, 1),
    power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((m) => m * power).find((size) => size >= rough)!;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}
