// Numbers and names as people read them.
export function bytes(count: number): string {
  if (count < 1000) return `${count} bytes`;
  const units = ['kB', 'MB', 'GB'];
  let unit = -1;
  do count /= 1000;
  while (++unit < 2 && count >= 999.5);
  return `${count < 10 ? count.toFixed(1) : Math.round(count)} ${units[unit]}`;
}

export function seconds(value: number): string {
  if (value < 1e-3) return `${(value * 1e6).toPrecision(2)} µs`;
  if (value < 0.9995) return `${(value * 1e3).toPrecision(value < 0.1 ? 2 : 3)} ms`;
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} s`;
}

export const percent = (part: number, digits = 1) => `${(100 * part).toFixed(digits)} %`;

export const count = (value: number) => value.toLocaleString('en').replaceAll(',', '\u202f');

/** "1 row", "2 rows". */
export const many = (value: number, one: string, more = `${one}s`) => `${count(value)} ${value === 1 ? one : more}`;

/** Short, but no digit of a whole number is lost. */
export function number(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e9) return String(value);
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-3 || size >= 1e6) ? value.toExponential(2) : String(Number(value.toPrecision(4)));
}

/** tangent_dims -> tangent dims */
export const words = (name: string) => name.replaceAll('_', ' ');

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
