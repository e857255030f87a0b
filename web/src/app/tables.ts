// Where tables come from, and back to the one before.
import { bundled } from '../data/bundled.js';
import { columnDialog } from '../panels/columns.js';
import { pasteDialog } from '../panels/paste.js';
import type { Data } from '../data/data.js';
import { problemOf } from './engine.js';
import { keepHistory } from './history.js';
import { noSpec, type App, type Spec, type Problem } from './state.js';

export interface Tables {
  /** By what a link calls it. */
  bundled(link: string, spec?: Spec): Promise<void>;
  open(source: Blob, name: string): Promise<void>;
  paste(): void;
  /** Decides anew about the columns of the file. */
  columns(): void;
  undo(): void;
  canUndo(): boolean;
  onProblem(listen: (problem: Problem | null) => void): void;
}

const first = bundled[0]!.key;

export function startTables(app: App): Tables {
  const history = keepHistory(app),
    loaded = new Map<string, Data>();
  let tell: (problem: Problem | null) => void = () => {},
    last = 0;
  /** A link's file that has yet to be opened. */
  let missed: { name: string; spec: Spec } | null = null;

  const use = (data: Data, spec: Spec) =>
    app.set({
      data,
      spec,
      hidden: [],
      selected: new Set(),
      axes: [0, 1, 2],
      tried: null,
      problem: { main: null, rival: null },
      waiting: { main: null, rival: null },
      ...(data !== app.state.data && { main: null, other: null }),
    });
  const dialog = columnDialog(
    (data) => {
      const { spec } = app.state,
        dims = Math.max(2, Math.min(data.classes.length - 1, 9, data.cols));
      tell(null);
      use(data, missed?.name === data.name ? missed.spec : { ...spec, dims, pca: 0 });
      missed = null;
    },
    (problem) => tell(problem),
  );

  const tables: Tables = {
    async bundled(link, spec) {
      const turn = ++last,
        found = bundled.find(({ key }) => link === key || (key === 'roll' && link.startsWith('roll-')));
      if (!found) {
        missed = spec ? { name: link, spec } : null;
        await tables.bundled(first, spec);
        return tell({
          message: `This link was made with a file called ${link}, which is not here.`,
          remedy: 'Open it, and the settings of the link apply to it.',
        });
      }
      try {
        const data = loaded.get(link) ?? (await found.load(link));
        loaded.set(link, data);
        if (turn !== last) return;
        tell(null);
        use(data, spec ?? { ...noSpec, ...found.start });
      } catch (error) {
        tell(problemOf(error));
      }
    },
    open: (source, name) => dialog.read(source, name),
    paste: () => pasteDialog((text) => void dialog.read(new Blob([text]), 'pasted.csv')),
    columns: () => dialog.show(),
    undo: () => void history.undo(),
    canUndo: history.possible,
    onProblem: (listen) => (tell = listen),
  };
  return tables;
}
