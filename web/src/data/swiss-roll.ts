// A sheet rolled up in space, its classes bands along the roll, in a few dimensions of noise.
import type { Data } from './data.js';
import { generator } from './random.js';

export function swissRoll(rows = 1200, noise = 0.4, seed = 0): Data {
  const random = generator(seed), names = ['inner', 'second', 'third', 'outer'];
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const features = ['x', 'height', 'z', 'noise_1', 'noise_2', 'noise_3'], cols = features.length;
  const data = new Float32Array(rows * cols), labels = new Int32Array(rows);
  for (let i = 0; i < rows; ++i) {
    const along = random(), angle = 1.5 * Math.PI * (1 + 2 * along);
    const point = [angle * Math.cos(angle), 21 * random(), angle * Math.sin(angle), 0, 0, 0];
    point.forEach((value, j) => (data[i * cols + j] = value + noise * normal()));
    labels[i] = Math.min(3, Math.floor(4 * along));
  }
  return {
    key: 'roll', name: 'Swiss roll', data, rows, cols, labels, classes: names, features, label: 'band', image: null,
    notes: [], file: 'swiss-roll.csv',
  };
}
