// The two plots side by side, with what belongs to them: tools, legend, hover card, selection.
import { download, fill, h } from '../dom.js';
import { methodOf, type App, type Fit, type Which } from '../app/state.js';
import { cloudOf } from '../plot/cloud.js';
import { toCsv, toPng, toSvg } from '../plot/export.js';
import { marksOf } from '../plot/marks.js';
import { Scatter } from '../plot/scatter.js';
import { many, percent, seconds } from '../text.js';
import { hoverCard } from './hover.js';
import { legend } from './legend.js';
import { notices } from './notices.js';
import { selectionBar } from './selection.js';
import { toolbar } from './toolbar.js';
import type { Fitting } from '../app/fitting.js';

export interface Stage {
  element: HTMLElement;
  plots: Record<Which, Scatter>;
}

export function stage(app: App, fitting: Fitting): Stage {
  const card = hoverCard(app);
  const plot = (which: Which) =>
    new Scatter(
      `The samples as ${which === 'main' ? 'the chosen method' : 'the other method'} places them. Arrow keys move, plus and minus zoom, zero shows all.`,
      {
        hover(row, at) {
          app.set({ hovered: row });
          card.move(at, plots[which].element);
        },
        select: (rows, add) => app.set({ selected: add ? new Set([...app.state.selected, ...rows]) : rows }),
      },
    );
  const plots = { main: plot('main'), rival: plot('rival') };
  const element = h(
    'section',
    { class: 'stage', 'aria-label': 'The picture' },
    toolbar(app, plots, (which, kind) => void save(app, plots[which], which, kind)),
    notices(app, fitting),
    h('div', { class: 'plots' }, frame(app, 'main', plots.main), frame(app, 'rival', plots.rival)),
    legend(app),
    selectionBar(app),
    card.element,
  );

  const fits = (which: Which) => (which === 'main' ? app.state.main : app.state.other);
  const shown: Partial<Record<Which, Fit>> = {};
  const draw = (which: Which) => {
    const fit = fits(which),
      { solid } = app.state,
      plot = plots[which];
    if (!fit) return;
    const axes = drawn(app.state.axes, fit.dims);
    plot.mark(marksOf(fit, app.state));
    plot.show(
      cloudOf(fit.points, fit.dims, solid ? axes : [axes[0], axes[1], fit.dims], fit.data.labels, fit.data.classes.length),
      axes,
      fit.dims,
      solid,
      shown[which]?.data === fit.data,
    );
    shown[which] = fit;
  };
  app.on(['main', 'axes', 'solid'], () => draw('main'));
  app.on(['other', 'axes', 'solid'], () => draw('rival'));
  app.on(['hidden', 'parts', 'selected'], () => {
    for (const which of ['main', 'rival'] as const) if (fits(which)) plots[which].mark(marksOf(fits(which)!, app.state));
  });
  app.on(['hovered', 'tried', 'main', 'other'], ({ hovered, tried }) => {
    plots.main.point(hovered, tried);
    plots.rival.point(hovered, null);
  });
  addEventListener('theme', () => {
    for (const which of ['main', 'rival'] as const) {
      plots[which].recolour();
      if (fits(which)) plots[which].mark(marksOf(fits(which)!, app.state));
    }
    app.set({ hidden: [...app.state.hidden] });
  });
  return { element, plots };
}

/** What is chosen, as far as the fit has it. */
function drawn(axes: readonly number[], dims: number): [number, number, number] {
  const at = (a: number) => (axes[a]! < dims ? axes[a]! : a);
  const x = at(0),
    y = at(1);
  return [x, y === x && dims > 1 && axes[1] !== axes[0] ? (x === 0 ? 1 : 0) : y, at(2)];
}

function frame(app: App, which: Which, plot: Scatter): HTMLElement {
  const head = h('header', { class: 'plot-head' });
  const element = h('figure', { class: 'plot', 'data-which': which }, head, plot.element);
  const choose =
    which === 'rival' &&
    h('select', {
      'aria-label': 'The method beside it',
      class: 'quiet-select',
      onchange: (event: Event) => app.set({ rival: (event.target as HTMLSelectElement).value }),
    });
  app.on(['methods', 'rival'], ({ methods, rival }) => {
    if (!choose) return;
    fill(
      choose,
      h('option', { value: '' }, 'nothing beside it'),
      methods.map(({ id, title }) => h('option', { value: id, selected: id === rival }, title)),
    );
    choose.value = rival;
  });
  app.on(['main', 'other', 'rival', 'methods', 'spec'], (state) => {
    const fit = which === 'main' ? state.main : state.other;
    const id = fit?.spec.method ?? state.spec.method;
    element.classList.toggle('empty', which === 'rival' && !state.rival);
    element.classList.toggle(
      'stale',
      fit !== null && (which === 'main' ? JSON.stringify(fit.spec) !== JSON.stringify(state.spec) : id !== state.rival),
    );
    plot.element.hidden = which === 'rival' && !state.rival;
    fill(
      head,
      h('h2', {}, choose || (methodOf(state, id)?.title ?? id)),
      fit &&
        h(
          'p',
          { class: 'score' },
          fit.accuracy !== null
            ? [
                'accuracy ',
                h('strong', {}, percent(fit.accuracy)),
                ` on ${many(fit.split.heldOut.length, 'held-out row')}`,
                fit.balanced !== null && `, balanced accuracy ${percent(fit.balanced)}`,
              ]
            : h(
                'span',
                { class: 'quiet' },
                fit.model.info.map === 'embedding' ? 'embeds all rows at once; nothing is held out' : 'no labels to measure accuracy by',
              ),
          h('span', { class: 'quiet' }, [many(fit.dims, 'dim'), seconds(fit.seconds)].map((each) => ` · ${each.replaceAll(' ', '\u00a0')}`)),
        ),
    );
    if (fit) plot.element.dataset['fitted'] = JSON.stringify([fit.spec, fit.data.key]);
  });
  return element;
}

async function save(app: App, plot: Scatter, which: Which, kind: string): Promise<void> {
  const fit = which === 'main' ? app.state.main : app.state.other;
  if (!fit || !plot.cloud) return;
  const name = `${fit.data.name}-${fit.spec.method}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const style = getComputedStyle(document.documentElement),
    of = (variable: string) => style.getPropertyValue(variable).trim();
  if (kind === 'png') download(`${name}.png`, await toPng(plot, of('--surface')));
  else if (kind === 'svg')
    download(
      `${name}.svg`,
      toSvg(plot, fit, marksOf(fit, app.state), `${fit.data.name}, ${fit.spec.method}`, of('--surface'), of('--text')),
      'image/svg+xml',
    );
  else download(`${name}.csv`, toCsv(fit, app.state.selected), 'text/csv');
}
