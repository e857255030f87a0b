// A file of one's own, read in a worker.
import type { Decision, FromCsv, Made, ToCsv } from './csv-worker.js';
import type { Scan } from './scan.js';

/** The largest file the page takes. */
export const mostBytes = 150e6;

export class CsvFile {
  private readonly worker = new Worker(new URL('./csv-worker.ts', import.meta.url), { type: 'module' });

  constructor(readonly name: string) {}

  async read(blob: Blob, onPart: (part: number) => void): Promise<Scan> {
    if (blob.size === 0) throw new Error(`${this.name} is empty.`);
    if (blob.size > mostBytes)
      throw new Error(
        `${this.name} has ${Math.round(blob.size / 1e6)} MB, and this page takes files up to ${mostBytes / 1e6} MB. Take a part of its rows, or use the command line program, which has no such limit.`,
      );
    const answer = await this.ask({ read: blob }, onPart);
    return (answer as { scan: Scan }).scan;
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
        else if ('trouble' in data) reject(new Error(data.trouble));
        else resolve(data);
      };
      this.worker.postMessage(message);
    });
  }
}
