/// <reference lib="esnext.disposable" preserve="true" />
// The symbols that `using` and `await using` call. Engines without these symbols have no `using` either, or a compiler defines
// them.
export const disposing: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
export const disposingLater: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
