// Numbers and names as people read them.
export const bytes = (count: number) => (count < 999.5 ? many(Math.round(count), 'byte') : measured(count / 1000, ['kB', 'MB', 'GB', 'TB']));

export function seconds(value: number): string {
  if (value < 99.5) return measured(value * 1e6, ['µs', 'ms', 's']);
  const whole = Math.round(value);
  return `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** In the unit in which it is from 1 to 999: two digits or three, and no exponent. */
function measured(value: number, units: readonly string[]): string {
  let unit = 0;
  for (; value >= 999.5 && unit < units.length - 1; ++unit) value /= 1000;
  return `${value < 9.95 ? value.toFixed(1) : count(Math.round(value))} ${units[unit]}`;
}

export const percent = (part: number, digits = 1) => `${(100 * part).toFixed(digits)} %`;

/** "94.2 ± 1.3 %". */
export const percentWith = (part: number, spread: number) => `${(100 * part).toFixed(1)} ± ${percent(spread)}`;

export const count = (value: number) => value.toLocaleString('en').replaceAll(',', '\u202f');

/** "1 row", "2 rows". */
export const many = (value: number, one: string, more = `${one}s`) => `${count(value)} ${value === 1 ? one : more}`;

/** Short, but no digit of a whole number is lost. */
export function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? Number(value.toPrecision(3)).toExponential() : String(Number(value.toPrecision(4)));
}

/** tangent_dims -> tangent dims */
export const words = (name: string) => name.replaceAll('_', ' ');

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
