// The page: state from the address, the parts around it, and the first fit.
import './styles/base.css';
import './styles/layout.css';
import './styles/parts.css';
import { live, problemOf } from './app/engine.js';
import { startFitting } from './app/fitting.js';
import { readLink, writeLink } from './app/link.js';
import { newStore } from './app/state.js';
import { startTables } from './app/tables.js';
import { fill, h } from './dom.js';
import { dataPanel } from './panels/data.js';
import { acceptDrops } from './panels/drop.js';
import { fitPanel } from './panels/fit.js';
import { header } from './panels/header.js';
import { stage } from './panels/stage.js';
import { tabPanel } from './panels/tabs.js';

const link = readLink(location.hash);
const app = newStore(link.choice),
  fitting = startFitting(app),
  tables = startTables(app);
const picture = stage(app, fitting);

fill(
  document.getElementById('app')!,
  header(),
  h('main', { id: 'content', tabindex: -1 }, picture.element, h('div', { class: 'side' }, dataPanel(app, tables), fitPanel(app)), tabPanel(app)),
);
acceptDrops(tables);

// The address follows what is chosen, and what is chosen follows an address that is typed or gone back to.
let written = location.hash;
app.on(['data', 'spec', 'rival', 'train', 'seed', 'tab', 'axes', 'solid', 'compared'], (state) => {
  if (!state.data) return;
  const { data, spec, rival, train, seed, tab, axes, solid, compared } = state;
  written = writeLink(data.link, { spec, rival, train, seed, tab, axes, solid, compared });
  history.replaceState(null, '', written);
});
addEventListener('hashchange', () => {
  if (location.hash === written) return;
  const { choice, data, fitted } = readLink(location.hash);
  const { spec, axes, ...rest } = choice;
  app.set(rest);
  if (app.state.data?.key === 'file' && data === app.state.data.link) return app.set({ spec, axes });
  void tables.bundled(data, fitted ? spec : undefined).then(() => app.set({ axes }));
});
addEventListener('keydown', (event) => {
  const typing = (event.target instanceof HTMLInputElement && event.target.type !== 'range') || event.target instanceof HTMLTextAreaElement;
  if ((event.ctrlKey || event.metaKey) && event.key === 'z' && !event.shiftKey && !typing) {
    event.preventDefault();
    tables.undo();
  }
});

try {
  const { axes, spec } = link.choice;
  const [methods] = await Promise.all([live().then((tanda) => tanda.methods()), tables.bundled(link.data, link.fitted ? spec : undefined)]);
  app.set({ methods, axes });
} catch (error) {
  const { message, remedy } = problemOf(error);
  fill(
    document.getElementById('app')!,
    h(
      'main',
      { class: 'failed' },
      h('h1', {}, 'This page cannot start'),
      h('p', {}, message),
      h('p', {}, remedy || 'It needs a browser with WebAssembly.'),
    ),
  );
}
if ('serviceWorker' in navigator && import.meta.env.PROD) void navigator.serviceWorker.register('sw.js').catch(() => {});
