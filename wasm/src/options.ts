// Converts options from the caller's values to those of the core: names and texts.
import { TandaError } from './errors.js';
import type { OptionText } from './protocol.js';
import { isNumbers, shown } from './values.js';

/** The largest count, class number or label. */
export const most = 2 ** 31 - 1;

export function count(name: string, value: unknown, least: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < least || value > most)
    throw new TandaError('bad_argument', `${name}: ${shown(value)} is not a whole number from ${least} to ${most}`);
  return value;
}

/** The options that were given; undefined means not given. A copy, so that the caller's getters run only once, here. */
export function plainOptions(given: unknown, name = 'options'): Record<string, unknown> {
  if (given === undefined) return {};
  if (typeof given !== 'object' || given === null || isNumbers(given))
    throw new TandaError('bad_argument', `${name}: ${shown(given)} is not an object of names and values`);
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

/** Options by their names; the core refuses unknown ones. */
export function optionTexts(options: object, but: readonly string[] = []): OptionText {
  const texts: OptionText = [];
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined || but.includes(name) || notOptions.includes(name)) continue;
    if (name === 'params' || name === 'select') {
      for (const [parameter, setting] of Object.entries(plainOptions(value, name)))
        texts.push([name === 'params' ? 'set' : name, `${parameter}=${listOf(parameter, setting, name === 'select').join()}`]);
    } else if (name === 'methods') {
      for (const each of Array.isArray(value) ? value : [value]) texts.push([name, contestantText(each)], ...contestantGrid(each));
    } else if (name === 'dims') {
      texts.push([name, dimsText(value)]);
    } else if (name === 'classifier') {
      texts.push([name, classifierText(value)]);
    } else if (name === 'label' && value === null) {
      texts.push([name, 'none']);
    } else {
      const word = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      for (const each of listOf(name, value, lists.includes(name))) texts.push([word, each]);
    }
  }
  return texts;
}

/** Options that may be given as arrays. */
const lists = ['drop', 'keep'];
const notOptions = ['data', 'rows', 'cols', 'labels', 'classes', 'features', 'patches', 'ids', 'notes', 'signal', 'onProgress', 'transfer'];

/**
 * 'lfda', or 'lfda:neighbors=3:ridge=0' of { method: 'lfda', params: { neighbors: 3, ridge: 0 } }: this is also its name in the
 * report.
 */
export function contestantText(value: unknown): string {
  if (typeof value === 'string') return value;
  const { method, params } = only('methods', value, ['method', 'params', 'select']);
  if (typeof method !== 'string' || /[:,;=]/.test(method))
    throw new TandaError('bad_argument', `methods: ${shown(method)} is not the id of a method`, '`methods()` lists them');
  return [method, ...Object.entries(plainOptions(params, 'params')).map(([name, setting]) => `${name}=${textOf(name, setting)}`)].join(':');
}

function contestantGrid(value: unknown): OptionText {
  const { method, select } = typeof value === 'string' ? {} : plainOptions(value, 'methods');
  return Object.entries(plainOptions(select, 'select')).map(([name, setting]) => ['select', `${method}.${name}=${listOf(name, setting, true).join()}`]);
}

function dimsText(value: unknown): string {
  if (isNumbers(value)) return Array.from(value, (each) => textOf('dims', each)).join();
  if (typeof value !== 'object') return textOf('dims', value);
  const { from = 1, to } = only('dims', value, ['from', 'to']);
  return `${count('dims: from', from, 1)}-${count('dims: to', to, 1)}`;
}

function classifierText(value: unknown): string {
  if (typeof value !== 'object') return textOf('classifier', value);
  const { kind, k } = only('classifier', value, ['kind', 'k']);
  if (kind === 'knn') return `knn:${count('classifier: k', k, 1)}`;
  if (k !== undefined) throw new TandaError('bad_argument', `classifier: ${shown(kind)} has no k`, 'leave it out');
  return textOf('classifier', kind);
}

/** An object with these members and no others. */
function only(name: string, value: unknown, members: readonly string[]): Record<string, unknown> {
  const given = plainOptions(value, name), odd = Object.keys(given).find((member) => !members.includes(member));
  if (odd !== undefined) throw new TandaError('bad_argument', `${name}: there is no "${odd}"`, `it takes ${members.join(' and ')}`);
  return given;
}

/** For calls that take no other options. */
export function refuseOptions(options: object): void {
  const [word] = optionTexts(options);
  if (word) throw new TandaError('bad_argument', `there is no option "${word[0]}"`, 'see the types of this function\'s options');
}

function listOf(name: string, value: unknown, many: boolean): string[] {
  return (many && Array.isArray(value) ? [...value] : [value]).map((each) => textOf(name, each) || refuseText(name, each));
}

export function textOf(name: string, value: unknown): string {
  return ['string', 'number', 'boolean', 'bigint'].includes(typeof value) ? String(value) : refuseText(name, value);
}

function refuseText(name: string, value: unknown): never {
  throw new TandaError('bad_argument', `${name}: ${shown(value)} is not a number or a text`);
}

