// A queue of calls to an engine, which is replaced if it was stopped or lost.
import type { Calling, Channel } from './channel.js';
import { TandaError } from './errors.js';
import type { Request } from './protocol.js';
import { Stop } from './stop.js';

export interface Call extends Calling {
  request: Request;
}

export class Lane {
  private channel: Promise<Channel> | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private closed = false;

  constructor(private readonly openChannel: () => Promise<Channel>) {}

  /** Runs the call after the earlier ones are done. `made`: the number of the model it makes. */
  run(call: Promise<Call>, made?: number): Promise<unknown> {
    return this.inTurn(async () => this.dispatch(await call, made));
  }

  /** Frees a model that is no longer referenced. */
  async forget(id: number): Promise<void> {
    const channel = await this.channel?.catch(() => undefined);
    if (channel?.models.delete(id)) await this.run(Promise.resolve({ request: { op: 'free', id }, stop: new Stop() })).catch(() => {});
  }

  close(): void {
    this.closed = true;
    void this.channel?.then((channel) => channel.close(), () => {});
    this.channel = undefined;
  }

  private inTurn(work: () => Promise<unknown>): Promise<unknown> {
    const result = this.last.then(work);
    this.last = result.catch(() => {});
    return result;
  }

  private async dispatch({ request, stop, onProgress }: Call, made?: number): Promise<unknown> {
    stop.check();
    const channel = await this.ready();
    stop.check();
    const model = 'model' in request ? request.model : undefined;
    if (model?.bytes) model.bytes = channel.models.has(model.id) ? undefined : model.bytes.slice();
    try {
      const result = await channel.call(request, { stop, onProgress });
      if (model) channel.models.add(model.id);
      if (made !== undefined) channel.models.add(made);
      return result;
    } finally {
      if (!channel.usable && !this.closed) void this.ready().catch(() => {});  // start a new engine before the next call
    }
  }

  private async ready(): Promise<Channel> {
    if (this.closed) throw closed();
    const opened = (this.channel ??= this.openChannel());
    try {
      const channel = await opened;
      if (channel.usable) return channel;
    } catch (error) {
      if (this.channel === opened) this.channel = undefined;  // a later attempt may succeed
      throw error;
    }
    if (this.channel === opened) this.channel = undefined;
    return this.ready();
  }
}

export function closed(): TandaError {
  return new TandaError('closed', 'this tanda was closed', 'load() another one');
}
