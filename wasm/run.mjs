// Runs a WebAssembly program (the C++ tests) under Node: run.mjs PROGRAM.wasm [ARGUMENT...]
// Node's own WASI is experimental and warns; a program that only prints, asks for the time and ends needs less.
import { readFileSync, writeSync } from 'node:fs';

const words = process.argv.slice(2).map((word) => new TextEncoder().encode(`${word}\0`));
const module = new WebAssembly.Module(readFileSync(process.argv[2]));
const notSupported = 52;
let memory;
const view = () => new DataView(memory.buffer);

class Exit {
  constructor(code) {
    this.code = code;
  }
}

const wasi = {
  args_sizes_get(count, bytes) {
    view().setUint32(count, words.length, true);
    view().setUint32(bytes, words.reduce((sum, word) => sum + word.length, 0), true);
    return 0;
  },
  args_get(pointers, texts) {
    for (const word of words) {
      view().setUint32(pointers, texts, true);
      new Uint8Array(memory.buffer, texts).set(word);
      pointers += 4;
      texts += word.length;
    }
    return 0;
  },
  environ_sizes_get(count, bytes) {
    view().setUint32(count, 0, true);
    view().setUint32(bytes, 0, true);
    return 0;
  },
  environ_get: () => 0,
  clock_time_get(_clock, _precision, at) {
    view().setBigUint64(at, process.hrtime.bigint(), true);
    return 0;
  },
  fd_write(file, parts, count, written) {
    let sum = 0;
    for (let i = 0; i < count; ++i, parts += 8) {
      const bytes = new Uint8Array(memory.buffer, view().getUint32(parts, true), view().getUint32(parts + 4, true));
      for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
      sum += bytes.length;
    }
    view().setUint32(written, sum, true);
    return 0;
  },
  proc_exit(code) {
    throw new Exit(code);
  },
};

const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = wasi[name] ?? (() => notSupported);
const { exports } = new WebAssembly.Instance(module, imports);
memory = exports.memory;
try {
  exports._start();
} catch (ended) {
  if (!(ended instanceof Exit)) throw ended;
  process.exitCode = ended.code;
}
