// Points as they are drawn: three coordinates each, in the unit cube, and how they came there.
export interface Cloud {
  /** x y z of every point, -1 to 1. */
  unit: Float32Array;
  count: number;
  /** Value = middle + unit · half, for each axis. */
  middle: [number, number, number];
  half: [number, number, number];
}

/** The chosen columns of an embedding. One it does not have is flat; upwards, every class has its lane then. */
export function cloudOf(points: Float32Array, dims: number, axes: readonly number[], labels: Int32Array, classes: number): Cloud {
  const count = points.length / dims,
    unit = new Float32Array(3 * count);
  const middle: [number, number, number] = [0, 0, 0],
    half: [number, number, number] = [1, 1, 1];
  for (let a = 0; a < 3; ++a) {
    const axis = axes[a]!;
    if (axis >= dims) {
      if (a === 1)
        for (let i = 0; i < count; ++i)
          unit[3 * i + 1] = 0.9 * (1 - (2 * (Math.max(labels[i]!, 0) + 0.2 + 0.6 * scattered(i))) / Math.max(classes, 1));
      continue;
    }
    let least = Infinity,
      most = -Infinity;
    for (let i = 0; i < count; ++i) {
      const value = points[i * dims + axis]!;
      if (value < least) least = value;
      if (value > most) most = value;
    }
    middle[a] = (least + most) / 2;
    half[a] = (1.06 * (most - least)) / 2 || 1;
    for (let i = 0; i < count; ++i) unit[3 * i + a] = (points[i * dims + axis]! - middle[a]!) / half[a]!;
  }
  return { unit, count, middle, half };
}

/** From 0 to 1, the same for the same row. */
const scattered = (i: number) => (i * 0.618034) % 1;

export function place(cloud: Cloud, point: ArrayLike<number>, axes: readonly number[]): [number, number, number] {
  return [0, 1, 2].map((a) => (axes[a]! < point.length ? (point[axes[a]!]! - cloud.middle[a]!) / cloud.half[a]! : 0)) as [number, number, number];
}

/** How the points look, four bytes each: red, green, blue, opacity. */
export interface Marks {
  colours: Uint8Array;
  /** Shape (0 to 3), plus 4 when it is held out (drawn hollow), plus 8 when it stands out. */
  kinds: Uint8Array;
}

export interface Renderer {
  points(from: Float32Array, to: Float32Array): void;
  marks(marks: Marks): void;
  /** part: 0 at `from`, 1 at `to`; size: of a point, in pixels of the screen. */
  draw(matrix: Float32Array, part: number, size: number, solid: boolean): void;
  resize(width: number, height: number): void;
}

/** Of a point, in CSS pixels. */
export const pointSize = (count: number, width: number, height: number) => Math.min(Math.max(0.42 * Math.sqrt((width * height) / count), 2.2), 8);
