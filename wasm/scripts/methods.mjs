// Makes src/methods.ts, the types of all methods, their parameters, the formats and the status codes, from the module itself.
//   methods.mjs MODULE.wasm [--check]     --check only compares, and says what to do
import { readFile, writeFile } from 'node:fs/promises';

const [modulePath, check] = process.argv.slice(2);
const target = new URL('../src/methods.ts', import.meta.url);

const module = await WebAssembly.compile(await readFile(modulePath));
const imports = {};
for (const { module: from, name } of WebAssembly.Module.imports(module)) (imports[from] ??= {})[name] = () => 0;
const { exports } = await WebAssembly.instantiate(module, imports);
exports._initialize();

function text(pointer) {
  const bytes = new Uint8Array(exports.memory.buffer, pointer);
  return new TextDecoder().decode(bytes.slice(0, bytes.indexOf(0)));
}

function listed(list) {
  const out = exports.malloc(4);
  if (exports[list](out, 0) !== 0) throw new Error(`the module has no ${list}`);
  return JSON.parse(text(exports.tanda_bytes_data(new Uint32Array(exports.memory.buffer, out, 1)[0])));
}

function codes() {
  const names = [];
  for (let code = 1; text(exports.tanda_code_name(code)) !== 'unknown'; ++code) names.push(text(exports.tanda_code_name(code)));
  return names;
}

const quoted = (word) => `'${word}'`;

function parameterType(parameter) {
  if (parameter.type === 'choice') return parameter.choices.map(quoted).join(' | ');
  return parameter.type === 'flag' ? 'boolean' : 'number';
}

function parameterLine(parameter) {
  const range = parameter.min === undefined ? '' : ` ${parameter.min} to ${parameter.max}.`;
  const doc = `${parameter.doc}.${range} Default ${parameter.default}.`.replaceAll('*/', '* /');
  return `    /** ${doc} */\n    ${parameter.name}?: ${parameterType(parameter)} | undefined;\n`;
}

function methodLines(method) {
  const head = `  /** ${method.title}. ${method.summary} ${method.paper}. */\n`;
  const body = method.parameters.map(parameterLine).join('');
  return `${head}  ${method.id}: ${body ? `{\n${body}  }` : 'Record<string, never>'};\n`;
}

const { exporters } = listed('tanda_formats');
const formats = (asText) => exporters.filter(({ text }) => text === asText).map(({ id }) => quoted(id)).join(' | ');

const wanted = `// Made by scripts/methods.mjs from the registry of methods: do not edit.

/** Parameters by method. */
export interface Methods {
${listed('tanda_methods').map(methodLines).join('')}}

export type MethodId = keyof Methods;

/** Formats of exports that are text. */
export type TextFormat = ${formats(true)};

/** Formats of exports that are bytes. */
export type BytesFormat = ${formats(false)};

/** Which of them are text. */
export const textFormats: readonly string[] = [${exporters.filter(({ text }) => text).map(({ id }) => quoted(id)).join(', ')}];

/** The core's status codes. */
export type Code =
${codes().map((code) => `  | ${quoted(code)}`).join('\n')};
`;

if (!check) {
  await writeFile(target, wanted);
} else if (wanted !== (await readFile(target, 'utf8'))) {
  console.error('wasm/src/methods.ts is not what the registry says: make it anew with wasm/scripts/methods.mjs MODULE.wasm');
  process.exitCode = 1;
}
