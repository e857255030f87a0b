// Evaluations and tunings on several workers: how requests are divided, and results merged.
import type { OptionText, Request } from './protocol.js';
import type { Evaluation, MethodInfo, Tuning } from './results.js';

type Of<Op extends Request['op']> = Extract<Request, { op: Op }>;

/** Runs the requests on that number of workers, each taking the next one; gives the results in the order of the requests. */
export async function side<T>(requests: readonly Request[], workers: number, run: (request: Request, worker: number) => Promise<unknown>): Promise<T[]> {
  const answers: T[] = [];
  let next = 0;
  const work = async (worker: number) => {
    try {
      for (let i = next++; i < requests.length; i = next++) answers[i] = (await run(requests[i]!, worker)) as T;
    } finally {
      next = requests.length;  // after a failure, no other request is started
    }
  };
  await Promise.all(Array.from({ length: Math.min(workers, requests.length) }, (_, worker) => work(worker)));
  return answers;
}

/** One request for each method; the baselines are in the first. */
export function evaluationsOf(request: Of<'evaluate'>, methods: readonly MethodInfo[]): Of<'evaluate'>[] {
  const contestants = request.texts.filter(([name]) => name === 'methods').map(([, text]) => text)
    .flatMap((text) => (text === 'all' ? methods.filter(({ output }) => output !== 'embedding').map(({ id }) => id as string) : text));
  return contestants.map((text, i) => {
    const id = text.split(':')[0]!, names = methods.find((method) => method.id === id)?.parameters.map(({ name }) => name) ?? [];
    const texts = request.texts.filter(([name, value]) => name !== 'methods' && (name !== 'select' || selects(value, id, names)));
    texts.push(['methods', text]);
    if (i > 0) texts.splice(0, texts.length, ...texts.filter(([name]) => name !== 'baseline'), ['baseline', 'false']);
    return { ...request, texts, samples: copied(request.samples) };
  });
}

/** Whether 'neighbors=3,5' or 'lfda.neighbors=3,5' concerns that method. */
function selects(text: string, id: string, names: readonly string[]): boolean {
  const [, of, name] = /^(?:([^.=]*)\.)?([^=]*)/.exec(text)!;
  return of === undefined ? names.includes(name!) : of === id;
}

/** The request that merges these reports: nothing is computed again. Confusion matrices are taken from the reports. */
export function mergeOf(request: Of<'evaluate'>, reports: readonly Evaluation[]): Of<'evaluate'> {
  return { ...request, texts: request.texts.filter(([name]) => name !== 'confusion'), reports: JSON.stringify(reports) };
}

export function withConfusions(merged: Evaluation, reports: readonly Evaluation[]): Evaluation {
  const all = reports.flatMap(({ contests }) => contests);
  for (const contest of merged.contests) {
    const known = all.find(({ name, failure }) => name === contest.name && failure === undefined);
    if (known && 'confusion' in known) Object.assign(contest, { confusion: known.confusion });
  }
  return merged;
}

/** One request for each value of the grid's first axis, which changes most slowly: together, their points are in the order of the grid. */
export function tuningsOf(request: Of<'tune'>, methods: readonly MethodInfo[]): Of<'tune'>[] {
  const of = (wanted: string) => request.texts.filter(([name]) => name === wanted).map(([, value]) => value);
  const method = methods.find(({ id }) => id === of('method')[0]), axes = new Map<string, string>();
  if (of('tune').at(-1) === 'true' || of('select').length === 0) for (const { name, tune } of method?.parameters ?? []) if (tune) axes.set(name, tune);
  for (const text of of('select')) axes.set(text.slice(0, text.indexOf('=')), text.slice(text.indexOf('=') + 1));
  const [first, ...others] = axes;
  if (!first) return [request];
  const rest: OptionText = [...request.texts.filter(([name]) => name !== 'select' && name !== 'tune')];
  return first[1].split(',').map((value) => ({
    ...request, samples: copied(request.samples),
    texts: [...rest, ['select', `${first[0]}=${value}`], ...others.map(([name, values]): [string, string] => ['select', `${name}=${values}`])],
  }));
}

/** The best of all: the smallest error; ties go to fewer dimensions, then to the earlier point. */
export function mergedTuning(tunings: readonly Tuning[]): Tuning {
  const points = tunings.flatMap((tuning) => tuning.points);
  const best = tunings.map((tuning) => tuning.best).reduce((least, one) =>
    (one.error < least.error - 1e-12 || (one.error <= least.error + 1e-12 && one.dims < least.dims) ? one : least));
  return { best: { ...best, candidates: points.length }, points };
}

/** A copy, because arrays that are sent are moved. */
function copied<T extends object>(samples: T): T {
  return Object.fromEntries(Object.entries(samples).map(([name, value]) => [name, ArrayBuffer.isView(value) ? (value as Float32Array).slice() : value])) as T;
}
