/** Where the modules lie. Addresses are written out in full, because that is how bundlers find the files. */
export const modules = {
  simd: {
    wasm: () => new URL('./tanda.wasm', import.meta.url),
    rest: () => new URL('./tanda-rest.wasm', import.meta.url),
  },
  scalar: {
    wasm: () => new URL('./tanda-scalar.wasm', import.meta.url),
    rest: () => new URL('./tanda-scalar-rest.wasm', import.meta.url),
  },
};
