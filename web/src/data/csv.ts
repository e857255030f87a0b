// A file of one's own: the core says how it is written, a worker reads it.
import type { CsvLayout } from 'tanda';
import { live } from '../app/engine.js';
import type { Decision, FromCsv, Made, ToCsv } from './csv-worker.js';
import type { Scan } from './scan.js';

/** The largest file the page takes. */
export const mostBytes = 150e6;

/** What a person says about the file; what is left out is found. */
export interface How {
  sep?: string;
  decimal?: '.' | ',';
  /** The column that names the rows, from 0. */
  id?: number;
}

export class CsvFile {
  private readonly worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });
  private text: Blob | undefined;

  constructor(
    readonly name: string,
    private readonly source: Blob,
  ) {}

  /** May be called again with another `how`; what fails changes nothing. */
  async read(how: How, onPart: (part: number) => void): Promise<Scan> {
    const { name, source } = this;
    if (source.size === 0) throw new Error(`${name} is empty.`);
    if (source.size > mostBytes)
      throw new Error(
        `${name} has ${Math.round(source.size / 1e6)} MB, and this page takes files up to ${mostBytes / 1e6} MB. Take a part of its rows, or use the command line program, which has no such limit.`,
      );
    const text = (this.text ??= await unpacked(source)),
      { id, ...told } = how;
    const layout: CsvLayout = await (await live()).csvLayout(text, { ...told, ...(id !== undefined && { id: id + 1 }) });
    return ((await this.ask({ read: { text, layout, id: id ?? -1 } }, onPart)) as { scan: Scan }).scan;
  }

  async decide(decision: Decision): Promise<Made> {
    return ((await this.ask({ decide: decision })) as { made: Made }).made;
  }

  close(): void {
    this.worker.terminate();
  }

  private ask(message: ToCsv, onPart: (part: number) => void = () => {}): Promise<FromCsv> {
    return new Promise((resolve, reject) => {
      this.worker.onerror = (event) => reject(new Error(event.message || 'The file could not be read.'));
      this.worker.onmessage = ({ data }: MessageEvent<FromCsv>) => {
        if ('part' in data) onPart(data.part);
        else if ('problem' in data) reject(new Error(data.problem));
        else resolve(data);
      };
      this.worker.postMessage(message);
    });
  }
}

/** What gzip has packed is unpacked, as far as the page takes files. */
async function unpacked(source: Blob): Promise<Blob> {
  const start = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  if (start[0] !== 0x1f || start[1] !== 0x8b) return source;
  const reader = source.stream().pipeThrough(new DecompressionStream('gzip') as unknown as TransformStream<Uint8Array, Uint8Array>).getReader(),
    parts: BlobPart[] = [];
  for (let size = 0; ; ) {
    const { value, done } = await reader.read();
    if (done) return new Blob(parts);
    parts.push(value as BlobPart);
    if ((size += value.length) > mostBytes) {
      void reader.cancel();
      throw new Error(`The file has more than ${mostBytes / 1e6} MB when it is unpacked, and this page takes files up to that. Take a part of its rows.`);
    }
  }
}
