// Ten colours that most people can tell apart, colour-blind or not (after Okabe and Ito, with three more that differ in
// lightness), for a light and a dark ground. After ten classes the shape changes as well.
const light = ['#0072b2', '#e08a00', '#009e73', '#c9432b', '#b0639a', '#4aa8e0', '#8a7a00', '#4d4d4d', '#7a1f4f', '#6fb52c'];
const dark = ['#4c9be8', '#f0a93b', '#26b88d', '#f0705a', '#d894c4', '#8fd3ff', '#d6c94a', '#c9c9c9', '#c25a8e', '#a6dd6a'];

export const shapes = ['circle', 'square', 'triangle', 'diamond'] as const;

export const isDark = () => {
  const chosen = document.documentElement.dataset['theme'];
  return chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
};

export interface Look {
  colour: string;
  shape: number;
}

/** How a class is drawn; -1: a row without a label. */
export function look(label: number, onDark = isDark()): Look {
  if (label < 0) return { colour: onDark ? '#7d838e' : '#9a9fa8', shape: 0 };
  const colours = onDark ? dark : light;
  return { colour: colours[label % colours.length]!, shape: Math.floor(label / colours.length) % shapes.length };
}

export function rgb(colour: string): [number, number, number] {
  const value = parseInt(colour.slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
