/** Where the modules lie. Addresses are written out in full, because that is how bundlers find the files. */
export const modules = {
  wasm: () => new URL('./tanda.wasm', import.meta.url),
  rest: () => new URL('./tanda-rest.wasm', import.meta.url),
};
