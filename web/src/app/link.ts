// The address says everything that was chosen: after the #, which browsers send to nobody.
import { noSpec, scales, tabs, type Choice, type Scale, type Setting, type Settings, type Tab } from './state.js';

export interface Link {
  data: string;
  choice: Choice;
  /** False: nothing was said about the fit, and the table's own start applies. */
  fitted: boolean;
}

const compared = ['pca', 'lda', 'lfda', 'mfa', 'mpda', 'tsd'];

export function readLink(hash: string): Link {
  const words = new URLSearchParams(hash.replace(/^#/, ''));
  const number = (name: string, otherwise: number, least: number, most: number) => {
    const value = Number(words.get(name) ?? NaN);
    return Number.isFinite(value) && value >= least && value <= most ? value : otherwise;
  };
  const params: Settings = {};
  for (const [name, value] of words) if (name.startsWith('p.')) params[name.slice(2)] = settingOf(value);
  const scale = words.get('scale') as Scale,
    tab = words.get('tab') as Tab;
  const axes = (words.get('axes') ?? '').split('-').map((text) => Number(text) - 1);
  return {
    data: words.get('data') ?? 'digits',
    fitted: words.has('method'),
    choice: {
      spec: {
        method: words.get('method') ?? noSpec.method,
        params,
        dims: Math.round(number('dims', noSpec.dims, 1, 10_000)),
        scale: scales.includes(scale) ? scale : noSpec.scale,
        pca: number('pca', 0, 0, 1e6),
        neighbors: Math.round(number('k', 1, 1, 99)),
      },
      rival: words.get('vs') ?? 'pca',
      train: number('train', 0.7, 0.05, 1),
      seed: Math.round(number('seed', 0, 0, 2 ** 31)),
      tab: tabs.includes(tab) ? tab : 'evaluate',
      axes: axes.length === 3 && axes.every((axis) => axis >= 0 && axis < 10_000) ? (axes as [number, number, number]) : [0, 1, 2],
      solid: words.get('view') === '3d',
      compared: words.has('compare') ? words.get('compare')!.split(',').filter(Boolean) : compared,
    },
  };
}

export function writeLink(data: string, choice: Choice): string {
  const { spec } = choice,
    words = new URLSearchParams();
  const say = (name: string, value: string | number, unless: string | number) => value !== unless && words.set(name, String(value));
  words.set('data', data);
  words.set('method', spec.method);
  for (const [name, value] of Object.entries(spec.params)) words.set(`p.${name}`, String(value));
  words.set('dims', String(spec.dims));
  say('scale', spec.scale, noSpec.scale);
  say('pca', spec.pca, 0);
  say('k', spec.neighbors, 1);
  say('vs', choice.rival, 'pca');
  say('train', choice.train, 0.7);
  say('seed', choice.seed, 0);
  say('tab', choice.tab, 'evaluate');
  say('axes', choice.axes.map((axis) => axis + 1).join('-'), '1-2-3');
  say('view', choice.solid ? '3d' : '2d', '2d');
  say('compare', choice.compared.join(','), compared.join(','));
  return `#${words}`;
}

/** A setting as the core writes it. */
export function settingOf(text: string): Setting {
  if (text === 'true' || text === 'false') return text === 'true';
  return text !== '' && Number.isFinite(Number(text)) ? Number(text) : text;
}
