// One object of state. Whoever listens to some of its keys is called once after a change, however many were changed.
export class Store<S extends object> {
  private readonly listeners: { keys: readonly (keyof S)[]; listen: (state: Readonly<S>) => void }[] = [];
  private changed = new Set<keyof S>();

  constructor(private current: S) {}

  get state(): Readonly<S> {
    return this.current;
  }

  set(patch: Partial<S>): void {
    for (const key of Object.keys(patch) as (keyof S)[]) {
      if (Object.is(this.current[key], patch[key])) continue;
      if (this.changed.size === 0) queueMicrotask(() => this.tell());
      this.changed.add(key);
    }
    this.current = { ...this.current, ...patch };
  }

  /** Calls `listen` now, and after every change of these keys. */
  on(keys: readonly (keyof S)[], listen: (state: Readonly<S>) => void): void {
    this.listeners.push({ keys, listen });
    listen(this.current);
  }

  private tell(): void {
    const changed = this.changed;
    this.changed = new Set();
    for (const { keys, listen } of this.listeners) if (keys.some((key) => changed.has(key))) listen(this.current);
  }
}
