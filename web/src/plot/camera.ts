// Where a point of the unit cube lands in the plot: flat and zoomed, or turned in space.
export interface Camera {
  solid: boolean;
  /** The middle of what is seen, and how much larger it is. */
  x: number;
  y: number;
  zoom: number;
  yaw: number;
  pitch: number;
}

export const newCamera = (solid: boolean): Camera => ({ solid, x: 0, y: 0, zoom: 1, yaw: -0.6, pitch: 0.35 });

/** Rows of a 4×4 matrix, by columns as WebGL takes it; a solid keeps its shape in any window. */
export function matrixOf(camera: Camera, aspect: number): Float32Array {
  const { zoom } = camera;
  if (!camera.solid) return Float32Array.of(zoom, 0, 0, 0, 0, zoom, 0, 0, 0, 0, 0, 0, -camera.x * zoom, -camera.y * zoom, 0, 1);
  const [cy, sy, cp, sp] = [Math.cos(camera.yaw), Math.sin(camera.yaw), Math.cos(camera.pitch), Math.sin(camera.pitch)];
  const size = 0.64 * zoom,
    [w, h] = aspect > 1 ? [size / aspect, size] : [size, size * aspect];
  const away = 0.16; // a little perspective
  const depth = (x: number, y: number, z: number) => sy * cp * x - sp * y + cy * cp * z;
  const column = (x: number, y: number, z: number) => [
    w * (cy * x - sy * z),
    h * (sy * sp * x + cp * y + cy * sp * z),
    -0.3 * depth(x, y, z),
    -away * depth(x, y, z),
  ];
  return Float32Array.from([...column(1, 0, 0), ...column(0, 1, 0), ...column(0, 0, 1), -camera.x * zoom, -(camera.y + 0.06) * zoom, 0, 1]);
}

/** To pixels from the top left. */
export function project(matrix: Float32Array, x: number, y: number, z: number, width: number, height: number): [number, number] {
  const m = matrix,
    w = m[3]! * x + m[7]! * y + m[11]! * z + m[15]!;
  const u = (m[0]! * x + m[4]! * y + m[8]! * z + m[12]!) / w,
    v = (m[1]! * x + m[5]! * y + m[9]! * z + m[13]!) / w;
  return [((u + 1) * width) / 2, ((1 - v) * height) / 2];
}

/** Keeps the point under the pointer where it is. (u, v): the pointer, from -1 to 1. */
export function zoomAt(camera: Camera, u: number, v: number, factor: number): void {
  const zoom = Math.min(Math.max(camera.zoom * factor, 0.5), 200),
    change = 1 / camera.zoom - 1 / zoom;
  camera.x += u * change;
  camera.y += v * change;
  camera.zoom = zoom;
}
