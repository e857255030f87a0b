// One scatter plot: points that can be moved, turned, zoomed, looked at and lassoed, and that glide from fit to fit.
import { h } from '../dom.js';
import { matrixOf, newCamera, project, zoomAt, type Camera } from './camera.js';
import { canvas2d } from './canvas.js';
import { place, pointSize, type Cloud, type Marks, type Renderer } from './cloud.js';
import { listen } from './gestures.js';
import { drawAxes, drawOverlay, type Ink, type Overlay } from './overlay.js';
import { webgl } from './webgl.js';

export type Tool = 'move' | 'lasso';

export interface ScatterEvents {
  hover(row: number, at: { x: number; y: number } | null): void;
  select(rows: Set<number>, add: boolean): void;
}

/** Milliseconds from one fit to the next. */
const glide = 650;

export class Scatter {
  readonly element: HTMLElement;
  private renderer: Renderer;
  camera: Camera = newCamera(false);
  tool: Tool = 'move';
  axes: readonly number[] = [0, 1, 2];
  cloud: Cloud | null = null;
  lasso: [number, number][] = [];
  private readonly under = layer('under');
  private readonly over = layer('over');
  private width = 1;
  private height = 1;
  private from = new Float32Array();
  private started = 0;
  private dims = 2;
  private frame = 0;
  private visible: Uint8Array | null = null;
  private marks: Marks | null = null;
  private hovered = -1;
  private tried: ArrayLike<number> | null = null;
  private ink: Ink = { text: '', line: '', accent: '', ground: '' };

  constructor(
    label: string,
    readonly events: ScatterEvents,
  ) {
    let points = layer('points');
    this.renderer = webgl(points) ?? canvas2d((points = layer('points')));
    // The graphics card may be taken away at any time: a canvas goes on.
    points.addEventListener('webglcontextlost', () => {
      const other = layer('points');
      points.replaceWith(other);
      this.renderer = canvas2d(other);
      if (this.cloud) this.renderer.points(this.from, this.cloud.unit);
      if (this.marks) this.renderer.marks(this.marks);
      this.resize();
    });
    this.element = h(
      'div',
      { class: 'scatter', tabindex: 0, role: 'application', 'aria-roledescription': 'scatter plot', 'aria-label': label },
      this.under,
      points,
      this.over,
    );
    listen(this);
    new ResizeObserver(() => this.resize()).observe(this.element);
    this.recolour();
  }

  /** Shows other points; those of the same rows glide there. */
  show(cloud: Cloud, axes: readonly number[], dims: number, solid: boolean, sameRows: boolean): void {
    const before = sameRows && this.cloud?.count === cloud.count ? this.now() : cloud.unit;
    if (solid !== this.camera.solid) this.camera = newCamera(solid);
    this.element.classList.toggle('solid', solid);
    const still = before === cloud.unit || matchMedia('(prefers-reduced-motion: reduce)').matches;
    this.cloud = cloud;
    this.axes = axes;
    this.dims = dims;
    this.from = (still ? cloud.unit : before) as Float32Array<ArrayBuffer>;
    this.started = still ? -Infinity : performance.now();
    this.renderer.points(this.from, cloud.unit);
    this.redraw();
  }

  mark(marks: Marks): void {
    this.visible = new Uint8Array(marks.kinds.length);
    for (let i = 0; i < marks.kinds.length; ++i) this.visible[i] = Number(marks.colours[4 * i + 3]! > 60);
    this.marks = marks;
    this.renderer.marks(marks);
    this.redraw();
  }

  point(hovered: number, tried: ArrayLike<number> | null): void {
    if (hovered === this.hovered && tried === this.tried) return;
    this.hovered = hovered;
    this.tried = tried;
    this.redraw();
  }

  reset(): void {
    this.camera = newCamera(this.camera.solid);
    this.redraw();
  }

  zoom(factor: number, u = 0, v = 0): void {
    zoomAt(this.camera, u, v, factor);
    this.redraw();
  }

  /** The theme has changed. */
  recolour(): void {
    const style = getComputedStyle(document.documentElement),
      of = (name: string) => style.getPropertyValue(name).trim();
    this.ink = { text: of('--muted'), line: of('--line'), accent: of('--accent'), ground: of('--surface') };
    this.redraw();
  }

  get size(): [width: number, height: number] {
    return [this.width, this.height];
  }

  matrix(): Float32Array {
    return matrixOf(this.camera, this.width / this.height);
  }

  /** Where a row is, in pixels; null when it is not there. */
  where(row: number): [number, number] | null {
    const unit = this.cloud?.unit;
    if (!unit || row < 0 || 3 * row >= unit.length) return null;
    return project(this.matrix(), unit[3 * row]!, unit[3 * row + 1]!, unit[3 * row + 2]!, this.width, this.height);
  }

  /** Rows for which `wanted` holds where they are drawn. */
  find(wanted: (x: number, y: number, row: number) => void): void {
    if (!this.cloud || !this.visible) return;
    const { unit, count } = this.cloud,
      matrix = this.matrix();
    for (let i = 0; i < count; ++i) {
      if (!this.visible[i]) continue;
      const [x, y] = project(matrix, unit[3 * i]!, unit[3 * i + 1]!, unit[3 * i + 2]!, this.width, this.height);
      wanted(x, y, i);
    }
  }

  /** What is on the screen, ground to top, drawn this moment. */
  layers(): HTMLCanvasElement[] {
    this.draw();
    return [...this.element.querySelectorAll('canvas')];
  }

  redraw(): void {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  private draw(): void {
    if (!this.cloud) return;
    const ratio = devicePixelRatio,
      part = this.part(),
      matrix = this.matrix(),
      { cloud } = this;
    this.renderer.draw(
      matrix,
      part,
      pointSize(cloud.count, this.width, this.height) * ratio * Math.sqrt(Math.min(this.camera.zoom, 6)) ** 0.6,
      this.camera.solid,
    );
    const at = this.tried && place(cloud, this.tried, this.axes);
    const what: Overlay = {
      camera: this.camera,
      matrix,
      cloud,
      axes: this.axes,
      dims: this.dims,
      lasso: this.lasso,
      hovered: part === 1 ? this.where(this.hovered) : null,
      tried: at && inside(project(matrix, ...at, this.width, this.height), this.width, this.height),
    };
    for (const [canvas, paint] of [
      [this.under, drawAxes],
      [this.over, drawOverlay],
    ] as const) {
      const pen = canvas.getContext('2d')!;
      pen.setTransform(ratio, 0, 0, ratio, 0, 0);
      paint(pen, this.width, this.height, this.ink, what);
    }
    if (part < 1) this.redraw();
  }

  private part(): number {
    const t = Math.min((performance.now() - this.started) / glide, 1);
    return t < 1 ? t * t * (3 - 2 * t) : 1;
  }

  /** Where the points are at this moment, half-way or not. */
  private now(): Float32Array {
    const to = this.cloud!.unit,
      part = this.part();
    return part === 1 ? to : to.map((value, i) => this.from[i]! + part * (value - this.from[i]!));
  }

  private resize(): void {
    const { clientWidth, clientHeight } = this.element;
    this.width = Math.max(clientWidth, 1);
    this.height = Math.max(clientHeight, 1);
    const [w, tall] = [Math.round(this.width * devicePixelRatio), Math.round(this.height * devicePixelRatio)];
    this.renderer.resize(w, tall);
    for (const canvas of [this.under, this.over]) [canvas.width, canvas.height] = [w, tall];
    if (this.frame) cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.draw();
  }
}

const layer = (name: string) => h('canvas', { class: name, 'aria-hidden': 'true' });

/** What lies outside is shown at the edge. */
const inside = ([x, y]: [number, number], width: number, height: number): [number, number] => [
  Math.min(Math.max(x, 14), width - 14),
  Math.min(Math.max(y, 14), height - 14),
];
