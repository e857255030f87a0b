// A sheet rolled up in space, its classes bands along the roll, in a few dimensions of noise.
import type { Data } from './data.js';

export interface Roll {
  rows: number;
  noise: number;
}

/** What a link calls it: roll, or roll-5000-0.8. */
export function rollOf(link: string): Roll {
  const [, rows, noise] = /^roll-(\d+)-([\d.]+)$/.exec(link) ?? [];
  return { rows: Math.min(Math.max(Number(rows ?? 1200), 50), 50_000), noise: Math.min(Number(noise ?? 0.4), 10) };
}

export function swissRoll({ rows, noise }: Roll, seed = 0): Data {
  const random = generator(seed),
    names = ['inner', 'second', 'third', 'outer'];
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const features = ['x', 'height', 'z', 'noise_1', 'noise_2', 'noise_3'],
    cols = features.length;
  const data = new Float32Array(rows * cols),
    labels = new Int32Array(rows);
  for (let i = 0; i < rows; ++i) {
    const along = random(),
      angle = 1.5 * Math.PI * (1 + 2 * along);
    const point = [angle * Math.cos(angle), 21 * random(), angle * Math.sin(angle), 0, 0, 0];
    point.forEach((value, j) => (data[i * cols + j] = value + noise * normal()));
    labels[i] = Math.min(3, Math.floor(4 * along));
  }
  return {
    key: 'roll',
    link: rows === 1200 && noise === 0.4 ? 'roll' : `roll-${rows}-${noise}`,
    name: 'Swiss roll',
    data,
    rows,
    cols,
    labels,
    classes: names,
    features,
    label: 'band',
    image: null,
    notes: [],
    file: 'swiss-roll.csv',
  };
}

/** A small seeded generator: the same seed gives the same roll everywhere. */
function generator(seed: number): () => number {
  let state = (seed * 2654435761 + 0x9e3779b9) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
