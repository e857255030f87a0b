/// <reference lib="esnext.disposable" preserve="true" />
// What `using` and `await using` call. Engines that do not know these symbols have no `using` either, or a compiler that brings them.
export const disposing: typeof Symbol.dispose = Symbol.dispose ?? Symbol.for('Symbol.dispose');
export const disposingLater: typeof Symbol.asyncDispose = Symbol.asyncDispose ?? Symbol.for('Symbol.asyncDispose');
