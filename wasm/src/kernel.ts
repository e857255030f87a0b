// y = A·k(points, z), z = B'·(f ∘ (x − mean)), in double precision.
import { dot, kernels } from './kernels.js';
import { Section, type Parts } from './reader.js';

export function kernelMap(parts: Parts): (x: Float32Array, y: Float32Array) => void {
  const { inputs, outputs, unitLength } = parts;
  const { kind, degree, dims, points: count, width, offset } = parts.kernel!;
  const numbers = (section: Section) => parts.doubles(section) ?? parts.floats(section)!;
  const mean = numbers(Section.mean), factor = numbers(Section.factor), points = numbers(Section.points);
  const a = numbers(Section.coefficients), basis = parts.floats(Section.basis) && numbers(Section.basis);
  const { value } = kernels[kind]!, parameters = { width, degree, offset };

  return (x, y) => {
    const scale = unitLength ? unitScale(x) : 1;
    const v = Float64Array.from(x, (value, j) => factor[j]! * (value * scale - mean[j]!));
    const z = basis ? Float64Array.from({ length: dims }, (_, i) => dot(basis, i * inputs, v)) : v;
    const k = Float64Array.from({ length: count }, (_, i) => value(points, i * dims, z, parameters));
    for (let i = 0; i < outputs; ++i) y[i] = dot(a, i * count, k);
  };
}

/** Squares of single precision values stay in the range of doubles. */
export function unitScale(x: Float32Array): number {
  let sum = 0;
  for (const value of x) sum += value ** 2;
  return sum === 0 ? 1 : 1 / Math.sqrt(sum);
}
