// The points without WebGL, and for small pictures: every look is drawn once and stamped.
import { project } from './camera.js';
import type { Marks, Renderer } from './cloud.js';

export function canvas2d(canvas: HTMLCanvasElement): Renderer {
  const context = canvas.getContext('2d')!;
  let from = new Float32Array(),
    to = from,
    marks: Marks = { colours: new Uint8Array(), kinds: new Uint8Array() };
  const stamps = new Map<number, HTMLCanvasElement>();
  let stampSize = 0;

  function stamp(colour: number, kind: number, size: number): HTMLCanvasElement {
    const key = colour * 16 + kind;
    let made = stamps.get(key);
    if (!made) {
      const extent = size * (kind & 8 ? 1.7 : 1) * (kind & 4 ? 1.15 : 1) + 1;
      made = document.createElement('canvas');
      made.width = made.height = Math.ceil(extent) + 2;
      const pen = made.getContext('2d')!,
        middle = made.width / 2,
        css = `rgb(${colour >> 16} ${(colour >> 8) & 255} ${colour & 255}`;
      outline(pen, kind & 3, middle, middle, extent / 2 - 0.5);
      pen.fillStyle = kind & 4 ? `${css} / 12%)` : `${css})`;
      pen.fill();
      if (kind & 4) {
        pen.strokeStyle = `${css})`;
        pen.lineWidth = Math.max(1.3, 0.16 * extent);
        pen.stroke();
      }
      stamps.set(key, made);
    }
    return made;
  }

  return {
    points(start, end) {
      from = start as Float32Array<ArrayBuffer>;
      to = end as Float32Array<ArrayBuffer>;
    },
    marks: (given) => void (marks = given),
    draw(matrix, part, size, _solid) {
      const { width, height } = canvas,
        { colours, kinds } = marks;
      if (size !== stampSize) stamps.clear();
      stampSize = size;
      context.clearRect(0, 0, width, height);
      for (let i = 0; i < Math.min(kinds.length, to.length / 3); ++i) {
        const opacity = colours[4 * i + 3]!;
        if (opacity === 0) continue;
        const mix = (a: number) => from[3 * i + a]! + part * (to[3 * i + a]! - from[3 * i + a]!);
        const [x, y] = project(matrix, mix(0), mix(1), mix(2), width, height);
        if (x < -9 || y < -9 || x > width + 9 || y > height + 9) continue;
        const image = stamp((colours[4 * i]! << 16) | (colours[4 * i + 1]! << 8) | colours[4 * i + 2]!, kinds[i]!, size);
        context.globalAlpha = opacity / 255;
        context.drawImage(image, Math.round(x - image.width / 2), Math.round(y - image.height / 2));
      }
      context.globalAlpha = 1;
    },
    resize(width, height) {
      canvas.width = width;
      canvas.height = height;
    },
  };
}

export function outline(pen: CanvasRenderingContext2D, shape: number, x: number, y: number, r: number): void {
  pen.beginPath();
  if (shape === 0) pen.arc(x, y, r, 0, 2 * Math.PI);
  else if (shape === 1) pen.rect(x - 0.85 * r, y - 0.85 * r, 1.7 * r, 1.7 * r);
  else if (shape === 2) {
    pen.moveTo(x, y - 1.2 * r);
    pen.lineTo(x + 1.04 * r, y + 0.6 * r);
    pen.lineTo(x - 1.04 * r, y + 0.6 * r);
    pen.closePath();
  } else {
    pen.moveTo(x, y - 1.06 * r);
    pen.lineTo(x + 1.06 * r, y);
    pen.lineTo(x, y + 1.06 * r);
    pen.lineTo(x - 1.06 * r, y);
    pen.closePath();
  }
}
