// A place to draw a picture of the size the model knows: strokes are brought to full height and the middle, as the samples are.
import { h } from '../dom.js';
import type { Image } from '../data/data.js';

/** Fine dots along a side of one pixel of the picture. */
const fine = 4,
  side = 240;

export interface Pad {
  element: HTMLElement;
  clear(): void;
}

export function drawingPad(image: Image, drawn: (values: Float32Array) => void): Pad {
  const canvas = h('canvas', { class: 'pad', width: side, height: side, role: 'img', 'aria-label': 'Drawing area: draw with the pointer' });
  const pen = canvas.getContext('2d')!;
  let strokes: [number, number][][] = [];
  const at = (event: PointerEvent): [number, number] => {
    const box = canvas.getBoundingClientRect();
    return [((event.clientX - box.left) / box.width) * side, ((event.clientY - box.top) / box.height) * side];
  };
  const show = () => {
    pen.clearRect(0, 0, side, side);
    trace(pen, strokes, 17, getComputedStyle(canvas).color);
  };
  canvas.addEventListener('pointerdown', (event) => {
    canvas.setPointerCapture(event.pointerId);
    strokes.push([at(event)]);
    show();
  });
  canvas.addEventListener('pointermove', (event) => {
    if (!canvas.hasPointerCapture(event.pointerId)) return;
    strokes.at(-1)!.push(at(event));
    show();
    drawn(sampled(strokes, image));
  });
  canvas.addEventListener('pointerup', () => strokes.length > 0 && drawn(sampled(strokes, image)));
  return {
    element: canvas,
    clear() {
      strokes = [];
      show();
    },
  };
}

/** What the strokes cover of each pixel, from the ground to the darkest ink. */
function sampled(strokes: readonly [number, number][][], { width, height, least, most }: Image): Float32Array {
  const canvas = document.createElement('canvas');
  canvas.width = fine * width;
  canvas.height = fine * height;
  const thick = 0.18 * canvas.height,
    points = strokes.flat();
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const scale = Math.min((canvas.height - thick) / Math.max(y1 - y0, 1), (0.9 * canvas.width - thick) / Math.max(x1 - x0, 1), 1);
  const pen = canvas.getContext('2d', { willReadFrequently: true })!;
  const moved = strokes.map((stroke) =>
    stroke.map(([x, y]): [number, number] => [canvas.width / 2 + scale * (x - (x0 + x1) / 2), canvas.height / 2 + scale * (y - (y0 + y1) / 2)]),
  );
  trace(pen, moved, thick, '#000');
  const { data } = pen.getImageData(0, 0, canvas.width, canvas.height),
    values = new Float32Array(width * height);
  for (let y = 0; y < canvas.height; ++y)
    for (let x = 0; x < canvas.width; ++x)
      values[Math.floor(y / fine) * width + Math.floor(x / fine)]! += data[4 * (y * canvas.width + x) + 3]! / 255;
  return values.map((sum) => least + (sum / fine ** 2) * (most - least));
}

function trace(pen: CanvasRenderingContext2D, strokes: readonly [number, number][][], width: number, colour: string): void {
  pen.lineWidth = width;
  pen.lineCap = pen.lineJoin = 'round';
  pen.strokeStyle = colour;
  for (const stroke of strokes) {
    pen.beginPath();
    stroke.forEach(([x, y]) => pen.lineTo(x, y));
    if (stroke.length === 1) pen.lineTo(stroke[0]![0] + 0.1, stroke[0]![1]);
    pen.stroke();
  }
}
