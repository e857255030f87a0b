// The core's texts in the words of this package.

/**
 * Messages, remedies and notes of the core speak of the command line: `--memory-limit 2G` there is `memoryLimit: '2G'` here, in
 * backticks as there is other text around it. What follows an option in the core's texts is its value.
 */
export function inOurWords(text: string): string {
  return text
    .replace(/see --help|tanda\.h lists them/, 'see the types of this function\'s options')
    .replace(/^[a-z-]+(?=: )|(?<=^there is no option "|did you mean )[a-z-]+/, camel)
    .replace(/use --scalar double, or /g, 'use ')  // this build has floats only
    .replace(/use --scalar double/g, 'subtract what all values have in common first')
    .replace(/--(decimal|sep) ([,;.|])(?= )/g, (_, name: string, mark: string) => `\`${name}: '${mark}'\``)
    .replace(/--([a-z]+(?:-[a-z]+)*)(?: ("[^"]*"|[^\s"]*[^\s",;:.)]))?/g, (_, name: string, value?: string) =>
      `\`${camel(name)}${value ? `: ${valueOf(value)}` : ''}\``)
    .replace(/`tanda methods[^`]*`/g, '`methods()`')
    .replace(/`tanda inspect[^`]*`/g, '`model.info`');
}

/** A result of the core, its notes and failures in our words. */
export function spoken(result: any): unknown {
  if (typeof result !== 'object' || result === null || ArrayBuffer.isView(result) || (Array.isArray(result) && typeof result[0] !== 'object')) return result;
  for (const [key, value] of Object.entries<any>(result)) {
    if (key === 'notes' && Array.isArray(value)) result[key] = value.map((note) => inOurWords(String(note)));
    else result[key] = key === 'failure' ? inOurWords(String(value)) : spoken(value);
  }
  return result;
}

const camel = (name: string) => name.replace(/-([a-z])/g, (_dash, letter: string) => letter.toUpperCase());

const valueOf = (text: string) => (/^\d+$/.test(text) ? text : `'${text.replace(/^"(.*)"$/, '$1')}'`);
