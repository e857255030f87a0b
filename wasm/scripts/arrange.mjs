// An order of byte strings in which each resembles those just before it.

/** Bytes that make up a trait: matches of deflate have three at least, and pay from about twice that. */
const traitBytes = 6;
/** Of those before: what deflate sees, less what will be longer when it is written out. */
const windowBytes = 24000;

/**
 * Greedily: next comes the one that has the largest part of its traits in the window. Those that few strings have count more,
 * for they find no other place. O(traits shared by two).
 */
export function arrange(strings) {
  const { traits, owners, weights } = traitsOf(strings);
  const score = new Float64Array(strings.length);  // of traits in the window
  const inWindow = new Int32Array(owners.length);
  const count = (string, change) => {
    for (const trait of traits[string]) {
      const before = inWindow[trait];
      inWindow[trait] += change;
      if ((before === 0) === (inWindow[trait] === 0)) continue;
      for (const owner of owners[trait]) score[owner] += change * weights[trait];
    }
  };
  const left = new Set(strings.keys());
  const order = [];
  let start = 0, bytes = 0;  // of the window
  let next = strings.reduce((largest, string, i) => (string.length > strings[largest].length ? i : largest), 0);
  for (;;) {
    order.push(next);
    left.delete(next);
    count(next, 1);
    bytes += strings[next].length;
    for (; bytes > windowBytes && start + 1 < order.length; ++start) {
      bytes -= strings[order[start]].length;
      count(order[start], -1);
    }
    if (left.size === 0) return order;
    let best = -Infinity;
    for (const string of left) {
      const part = score[string] / (traits[string].length + 20);  // short ones are alike by chance
      if (part > best) [best, next] = [part, string];
    }
  }
}

/** The traits of each string that others have, too; who has them; and what they count. */
function traitsOf(strings) {
  const all = strings.map((string) => {
    const found = new Set();
    for (let i = 0; i + traitBytes <= string.length; ++i)
      found.add(string.toString('latin1', i, i + traitBytes));
    return found;
  });
  const counts = new Map();
  for (const found of all) for (const trait of found) counts.set(trait, (counts.get(trait) ?? 0) + 1);
  const numbers = new Map(), owners = [], weights = [];
  const traits = all.map((found, string) => {
    const shared = [];
    for (const trait of found) {
      if (counts.get(trait) === 1) continue;
      if (!numbers.has(trait)) {
        numbers.set(trait, owners.length);
        owners.push([]);
        weights.push(Math.sqrt(2 / counts.get(trait)));
      }
      shared.push(numbers.get(trait));
      owners[numbers.get(trait)].push(string);
    }
    return shared;
  });
  return { traits, owners, weights };
}
