// The points by WebGL: positions, colours and shapes live on the graphics card, and a frame is one call.
import type { Marks, Renderer } from './cloud.js';

const vertex = `#version 300 es
in vec3 from, to;
in vec4 colour;
in float kind;
uniform mat4 matrix;
uniform float part, size;
out vec4 ink;
flat out int shape, hollow;
out float extent;
void main() {
  gl_Position = matrix * vec4(mix(from, to, part), 1.0);
  int bits = int(kind);
  shape = bits & 3;
  hollow = (bits >> 2) & 1;
  extent = size * ((bits & 8) != 0 ? 1.7 : 1.0) * (hollow == 1 ? 1.15 : 1.0) / gl_Position.w + 1.0;
  gl_PointSize = colour.a == 0.0 ? 0.0 : extent;
  if (colour.a == 0.0) gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
  ink = colour;
}`;

const fragment = `#version 300 es
precision mediump float;
in vec4 ink;
flat in int shape, hollow;
in float extent;
out vec4 result;
void main() {
  vec2 p = (gl_PointCoord - 0.5) * extent;
  float r = extent * 0.5 - 0.5;
  float away = shape == 0 ? length(p) - r
    : shape == 1 ? max(abs(p.x), abs(p.y)) - 0.85 * r
    : shape == 2 ? max(abs(p.x) * 0.866 - p.y * 0.5, p.y) - 0.6 * r
    : (abs(p.x) + abs(p.y)) * 0.7071 - 0.75 * r;
  float cover = clamp(0.5 - away, 0.0, 1.0);
  if (hollow == 1) cover *= clamp(away + max(1.5, 0.32 * r) + 0.5, 0.12, 1.0);
  float alpha = ink.a * cover;
  if (alpha < 0.02) discard;
  result = vec4(ink.rgb * alpha, alpha);
}`;

/** Null where there is no WebGL 2. */
export function webgl(canvas: HTMLCanvasElement): Renderer | null {
  const gl = canvas.getContext('webgl2', { antialias: false, premultipliedAlpha: true });
  if (!gl) return null;
  const program = link(gl);
  if (!program) return null;
  gl.useProgram(program);
  gl.enable(gl.BLEND);
  gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
  gl.depthFunc(gl.LEQUAL);
  gl.bindVertexArray(gl.createVertexArray());
  const uniform = Object.fromEntries(['matrix', 'part', 'size'].map((name) => [name, gl.getUniformLocation(program, name)]));
  const buffer = (name: string, size: number, type: number, normalized: boolean) => {
    const at = gl.getAttribLocation(program, name),
      made = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, made);
    gl.enableVertexAttribArray(at);
    gl.vertexAttribPointer(at, size, type, normalized, 0, 0);
    return (data: ArrayBufferView) => {
      gl.bindBuffer(gl.ARRAY_BUFFER, made);
      gl.bufferData(gl.ARRAY_BUFFER, data, gl.STATIC_DRAW);
    };
  };
  const from = buffer('from', 3, gl.FLOAT, false),
    to = buffer('to', 3, gl.FLOAT, false);
  const colour = buffer('colour', 4, gl.UNSIGNED_BYTE, true),
    kind = buffer('kind', 1, gl.UNSIGNED_BYTE, false);
  let positions = 0,
    marked = 0;

  return {
    points(start, end) {
      from(start);
      to(end);
      positions = end.length / 3;
    },
    marks({ colours, kinds }: Marks) {
      colour(colours);
      kind(kinds);
      marked = kinds.length;
    },
    draw(matrix, part, size, solid) {
      gl.viewport(0, 0, canvas.width, canvas.height);
      gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
      (solid ? gl.enable : gl.disable).call(gl, gl.DEPTH_TEST);
      gl.uniformMatrix4fv(uniform['matrix']!, false, matrix);
      gl.uniform1f(uniform['part']!, part);
      gl.uniform1f(uniform['size']!, size);
      gl.drawArrays(gl.POINTS, 0, Math.min(positions, marked));
    },
    resize(width, height) {
      canvas.width = width;
      canvas.height = height;
    },
  };
}

function link(gl: WebGL2RenderingContext): WebGLProgram | null {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) return null;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
  }
  gl.linkProgram(program);
  return gl.getProgramParameter(program, gl.LINK_STATUS) ? program : null;
}
