// What can be done with a fit: evaluate, compare, tune, try, export.
import { h } from '../dom.js';
import { tabs, type App, type Tab } from '../app/state.js';
import { comparePanel } from './compare.js';
import { evaluatePanel } from './evaluate.js';
import { exportPanel } from './export.js';
import { tryPanel } from './try.js';
import { tunePanel } from './tune.js';

const titles: Record<Tab, string> = { evaluate: 'Evaluate', compare: 'Compare', tune: 'Tune', try: 'Try it', export: 'Export' };

export function tabPanel(app: App): HTMLElement {
  const made: Record<Tab, HTMLElement> = {
    evaluate: evaluatePanel(app),
    compare: comparePanel(app),
    tune: tunePanel(app),
    try: tryPanel(app),
    export: exportPanel(app),
  };
  const buttons = tabs.map((tab) =>
    h(
      'button',
      {
        type: 'button',
        role: 'tab',
        id: `tab-${tab}`,
        'aria-controls': `panel-${tab}`,
        onclick: () => app.set({ tab }),
        onkeydown: (event: KeyboardEvent) => {
          const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
          if (!step) return;
          const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length]!;
          app.set({ tab: next });
          buttons[tabs.indexOf(next)]!.focus();
        },
      },
      titles[tab],
    ),
  );
  const panels = tabs.map((tab) => h('div', { role: 'tabpanel', id: `panel-${tab}`, 'aria-labelledby': `tab-${tab}`, class: 'panel' }, made[tab]));
  app.on(['tab'], ({ tab: now }) =>
    tabs.forEach((tab, i) => {
      buttons[i]!.setAttribute('aria-selected', String(tab === now));
      buttons[i]!.tabIndex = tab === now ? 0 : -1;
      panels[i]!.hidden = tab !== now;
    }),
  );
  return h(
    'section',
    { class: 'tabs', 'aria-label': 'What to do with the fit' },
    h('div', { role: 'tablist', 'aria-label': 'What to do' }, buttons),
    panels,
  );
}
