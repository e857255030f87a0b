// The kernels of model files, by their number in the file: k of a point (those of `a` from `at` on) with `b`.

export type Numbers = Float32Array | Float64Array;

interface Parameters {
  width: number;
  degree: number;
  offset: number;
}

interface KernelFunction {
  /** Whether its width must be positive. */
  hasWidth: boolean;
  value(a: Numbers, at: number, b: Numbers, parameters: Parameters): number;
}

const rbf: KernelFunction = {
  hasWidth: true,
  value: (a, at, b, { width }) => Math.exp(-sum(b, (each, j) => (a[at + j]! - each) ** 2) / width),
};
const poly: KernelFunction = {
  hasWidth: true,
  value: (a, at, b, { width, degree, offset }) => (dot(a, at, b) / width + offset) ** degree,
};
const linear: KernelFunction = { hasWidth: false, value: dot };
const laplace: KernelFunction = {
  hasWidth: true,
  value: (a, at, b, { width }) => Math.exp(-sum(b, (each, j) => Math.abs(a[at + j]! - each)) / width),
};
const cosine: KernelFunction = {
  hasWidth: false,
  value(a, at, b) {
    const point = a.subarray(at, at + b.length), lengths = Math.sqrt(dot(point, 0, point) * dot(b, 0, b));
    return lengths > 0 ? dot(a, at, b) / lengths : 0;
  },
};

export const kernels: readonly KernelFunction[] = [rbf, poly, linear, laplace, cosine];

export function dot(a: Numbers, at: number, b: Numbers): number {
  return sum(b, (each, j) => a[at + j]! * each);
}

function sum(values: Numbers, term: (value: number, j: number) => number): number {
  let total = 0;
  for (let j = 0; j < values.length; ++j) total += term(values[j]!, j);
  return total;
}
