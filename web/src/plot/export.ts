// The picture and its points as files.
import type { Fit } from '../app/state.js';
import { ticks } from './overlay.js';
import { number } from '../text.js';
import { project } from './camera.js';
import { pointSize, type Marks } from './cloud.js';
import type { Scatter } from './scatter.js';

export async function toPng(plot: Scatter, ground: string): Promise<Blob> {
  const layers = plot.layers(),
    canvas = document.createElement('canvas');
  canvas.width = layers[0]!.width;
  canvas.height = layers[0]!.height;
  const pen = canvas.getContext('2d')!;
  pen.fillStyle = ground;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  for (const layer of layers) pen.drawImage(layer, 0, 0);
  return new Promise((done, failed) => canvas.toBlob((blob) => (blob ? done(blob) : failed(new Error('The picture could not be made.')))));
}

/** The points as shapes, in the view that is on the screen, with a legend. */
export function toSvg(plot: Scatter, fit: Fit, marks: Marks, title: string, ground: string, ink: string): string {
  const [width, height] = plot.size,
    { unit, count } = plot.cloud!,
    matrix = plot.matrix(),
    r = pointSize(count, width, height) / 2;
  const parts: string[] = [];
  const said = new Map<string, string>();
  for (let i = 0; i < count; ++i) {
    const [red, green, blue, alpha] = marks.colours.subarray(4 * i, 4 * i + 4) as unknown as [number, number, number, number];
    if (alpha === 0) continue;
    const [x, y] = project(matrix, unit[3 * i]!, unit[3 * i + 1]!, unit[3 * i + 2]!, width, height);
    if (x < 0 || y < 0 || x > width || y > height) continue;
    const colour = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
    said.set(colour, fit.data.classes[fit.data.labels[i]!] ?? 'no label');
    const style = marks.kinds[i]! & 4 ? `fill="${colour}" fill-opacity="0.12" stroke="${colour}"` : `fill="${colour}"`;
    parts.push(`<${shape(marks.kinds[i]! & 3, x, y, r)} ${style} opacity="${(alpha / 255).toFixed(2)}"/>`);
  }
  const legend = [...said]
    .slice(0, 30)
    .map(
      ([colour, name], i) =>
        `<circle cx="${width + 16}" cy="${20 + 18 * i}" r="5" fill="${colour}"/><text x="${width + 28}" y="${24 + 18 * i}">${escape(name)}</text>`,
    );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width + 150} ${height + 20}" width="${width + 150}" height="${height + 20}" font-family="system-ui, sans-serif" font-size="12" fill="${ink}">
<title>${escape(title)}</title><rect width="100%" height="100%" fill="${ground}"/>
${plot.camera.solid ? '' : axesOf(plot, width, height, ink)}
<g stroke-width="1.2">
${parts.join('\n')}
</g>
${legend.join('\n')}
<text x="8" y="${height + 14}">${escape(title)}; filled: training, hollow: held out</text>
</svg>
`;
}

function axesOf(plot: Scatter, width: number, height: number, ink: string): string {
  const { camera } = plot,
    cloud = plot.cloud!,
    lines: string[] = [];
  for (const a of [0, 1] as const) {
    const [pixels, seen] = a === 0 ? [width, camera.x] : [height, camera.y];
    const value = (u: number) => cloud.middle[a] + cloud.half[a] * (seen + u / camera.zoom);
    for (const tick of ticks(value(-1), value(1), pixels / 90)) {
      const u = ((tick - cloud.middle[a]) / cloud.half[a] - seen) * camera.zoom;
      const at = (a === 0 ? ((u + 1) * pixels) / 2 : ((1 - u) * pixels) / 2).toFixed(1);
      lines.push(
        a === 0
          ? `<path d="M${at} 0V${height}" stroke="${ink}" stroke-opacity="0.12"/><text x="${at}" y="${height - 5}" font-size="10" text-anchor="middle">${number(tick)}</text>`
          : `<path d="M0 ${at}H${width}" stroke="${ink}" stroke-opacity="0.12"/><text x="4" y="${at}" font-size="10">${number(tick)}</text>`,
      );
    }
  }
  return lines.join('\n');
}

function shape(kind: number, x: number, y: number, r: number): string {
  const n = (value: number) => value.toFixed(1);
  if (kind === 0) return `circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}"`;
  if (kind === 1) return `rect x="${n(x - 0.85 * r)}" y="${n(y - 0.85 * r)}" width="${n(1.7 * r)}" height="${n(1.7 * r)}"`;
  if (kind === 2) return `path d="M${n(x)} ${n(y - 1.2 * r)}l${n(1.04 * r)} ${n(1.8 * r)}h${n(-2.08 * r)}z"`;
  return `path d="M${n(x)} ${n(y - 1.06 * r)}l${n(1.06 * r)} ${n(1.06 * r)}l${n(-1.06 * r)} ${n(1.06 * r)}l${n(-1.06 * r)} ${n(-1.06 * r)}z"`;
}

const escape = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);

/** Every row with its part, its class, what it was taken for, and its numbers; of a selection only those rows. */
export function toCsv(fit: Fit, rows: ReadonlySet<number>): string {
  const { data, split, dims, points, predicted } = fit;
  const guess = new Map<number, number>();
  predicted?.forEach((label, i) => guess.set(split.heldOut[i]!, label));
  const lines = [[...(data.ids ? [data.id || 'id'] : []), 'row', 'part', data.label || 'label', 'predicted', ...Array.from({ length: dims }, (_, j) => `dim${j + 1}`)].map(cell).join(',')];
  for (let i = 0; i < data.rows; ++i) {
    if (rows.size > 0 && !rows.has(i)) continue;
    const label = data.labels[i]!;
    lines.push(
      [
        ...(data.ids ? [cell(data.ids[i]!)] : []),
        i + 1,
        split.isHeldOut[i] ? 'held-out' : 'training',
        cell(data.classes[label] ?? ''),
        cell(data.classes[guess.get(i) ?? -1] ?? ''),
        ...points.subarray(i * dims, (i + 1) * dims),
      ].join(','),
    );
  }
  return lines.join('\n') + '\n';
}

export const cell = (text: string) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
