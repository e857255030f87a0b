// Which point is drawn how: its class, its part, and what is hidden or selected.
import type { Fit, State } from '../app/state.js';
import type { Marks } from './cloud.js';
import { isDark, look, rgb } from './palette.js';

export function marksOf(fit: Fit, state: Pick<State, 'hidden' | 'parts' | 'selected'>): Marks {
  const { data, split } = fit,
    { hidden, parts, selected } = state,
    onDark = isDark();
  const looks = new Map<number, { ink: [number, number, number]; shape: number }>();
  for (let label = -1; label < data.classes.length; ++label) {
    const { colour, shape } = look(label, onDark);
    looks.set(label, { ink: rgb(colour), shape });
  }
  const colours = new Uint8Array(4 * data.rows),
    kinds = new Uint8Array(data.rows);
  const opacity = data.rows > 20_000 ? 150 : data.rows > 4000 ? 190 : 225;
  // What is embedded together has no held-out part.
  const held = fit.model.info.map === 'embedding' ? new Uint8Array(data.rows) : split.isHeldOut;
  for (let i = 0; i < data.rows; ++i) {
    const label = data.labels[i]!,
      { ink, shape } = looks.get(label)!;
    const shown = !hidden[label] && (held[i] ? parts.heldOut : parts.train);
    const dimmed = selected.size > 0 && !selected.has(i);
    colours.set([...ink, shown ? (dimmed ? 40 : opacity) : 0], 4 * i);
    kinds[i] = shape + (held[i] ? 4 : 0);
  }
  return { colours, kinds };
}
