// The name, what this is, and light or dark.
import { h } from '../dom.js';
import { isDark } from '../plot/palette.js';

const memory = 'tanda-theme';

export function header(): HTMLElement {
  const root = document.documentElement;
  const apply = (theme: string | null) => {
    if (theme) root.dataset['theme'] = theme;
    else delete root.dataset['theme'];
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', isDark() ? 'Light colours' : 'Dark colours');
    dispatchEvent(new Event('theme'));
  };
  const button = h('button', {
    type: 'button',
    class: 'theme',
    onclick: () => {
      const theme = isDark() ? 'light' : 'dark';
      try {
        localStorage.setItem(memory, theme);
      } catch {
        /* not remembered, then */
      }
      apply(theme);
    },
  });
  let kept: string | null = null;
  try {
    kept = localStorage.getItem(memory);
  } catch {
    /* a browser that keeps nothing */
  }
  apply(kept);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => apply(root.dataset['theme'] ?? null));
  return h(
    'header',
    { class: 'top' },
    h(
      'a',
      {
        href: '#content',
        class: 'skip',
        onclick: (event: Event) => {
          event.preventDefault(); // what stands after the # is the state
          document.getElementById('content')!.focus();
        },
      },
      'Skip to the picture',
    ),
    h('h1', {}, h('img', { src: 'icon.svg', alt: '', width: 28, height: 28 }), 'tanda'),
    h('p', {}, 'See the classes of a table come apart, and export the model.'),
    button,
  );
}
