// Code in pages and in `@example`s, made into modules that are compiled against the packages and
// run.
//
// Blocks of `ts` and `js` of one page are one module, in their order. A block that begins with `//
// name.ts` is a module of that name, which other pages may import; one that begins with the path of
// a file of the repository is a copy of it. A page may have code that readers need not see in
// comments `<!-- example ... -->`. A module that declares something without defining it (`declare
// const ledger: Ledger`) can be compiled only; all others are run.
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readProgram } from "./run-program.js";

/** @typedef {import("./lint/text-files.js").TextFile} TextFile */

/**
 * A module made of examples: its name without extension, where it comes from, and its text.
 *
 * @typedef {{ name: string, from: string, text: string }} Example
 */

/** A block of code of a page, or code in a comment of it. */
const PAGE_CODE =
  /^```(?:ts|js|typescript|javascript)\n([\s\S]*?)^```$|^<!-- example\n([\s\S]*?)^-->$/gm;

/** A block's own name, or the file it copies. */
const NAMED = /^\/\/ ((?:[\w-]+\/)*[\w.-]+)\.(ts|js)\n/;

/** An `@example` up to the next tag or the end of its comment. */
const DOC_EXAMPLE = /^ *\* @example\n((?: *\*(?!\/| @).*\n)*)/gm;

/** What a source exports. */
const EXPORTED = /^export (?:async )?(?:const|function\*?|class|interface|type) (\w+)/gm;

/** What a source imports from other packages. */
const IMPORTED = /^import (?:type )?\{([^}]*)\} from "([^."][^"]*)";/gm;

/** How long one example may run. */
const MAX_RUN_MS = 60_000;

/**
 * The modules that the code of pages makes.
 *
 * @param {TextFile[]} files
 * @returns {{ examples: Example[], copies: Array<{ from: string, path: string, text: string }> }}
 *   copies are blocks that say which file they are
 */
export function pageExamples(files) {
  /** @type {Example[]} */
  const examples = [];
  /** @type {Array<{ from: string, path: string, text: string }>} */
  const copies = [];
  for (const { file, text } of files) {
    if (!file.endsWith(".md")) continue;
    const parts = [];
    for (const [, block, hidden] of text.matchAll(PAGE_CODE)) {
      const code = block ?? hidden ?? "";
      const [, name, extension] = NAMED.exec(code) ?? [];
      if (name === undefined) parts.push(code);
      else if (name.includes("/"))
        copies.push({ from: file, path: `${name}.${extension}`, text: code });
      else examples.push({ name, from: file, text: code });
    }
    if (parts.length > 0)
      examples.push({ name: moduleName(file), from: file, text: parts.join("\n") });
  }
  return { examples, copies };
}

/** @param {string} file */
function moduleName(file) {
  return file.replace(/\.\w+$/, "").replace(/[^\w]+/g, "-");
}

/**
 * The modules that the examples in doc comments make. Names that the package exports from any file
 * need no import.
 *
 * @param {string} root
 * @param {TextFile[]} files
 * @returns {Example[]}
 */
export function commentExamples(root, files) {
  return files.flatMap(({ file, text }) => {
    const path = /^packages\/([\w-]+)\/src\/.*\.ts$/.exec(file)?.[1];
    if (path === undefined) return [];
    return [...text.matchAll(DOC_EXAMPLE)].map((match, index) => {
      const code = (match[1] ?? "").replace(/^ *\* ?/gm, "");
      const imports = importsFor(root, `packages/${path}`, file, files, code);
      return { name: `${moduleName(file)}-${index + 1}`, from: file, text: imports + code };
    });
  });
}

/**
 * The imports of an example: of what its package exports anywhere, and of what its own file imports
 * from other packages.
 *
 * @param {string} root
 * @param {string} path
 * @param {string} file
 * @param {TextFile[]} files
 * @param {string} code
 */
function importsFor(root, path, file, files, code) {
  const sources = modulesByName(root, path, file, files);
  const defined = new Set(
    [
      ...code.matchAll(/\b(?:const|let|function|interface|type|class) (?:\{([^}]*)\}|(\w+))/g),
    ].flatMap(([, names, name]) => name ?? (names ?? "").split(/[\s,:]+/)),
  );
  const words = new Set(
    code.replace(/\/\/.*|"[^"\n]*"/g, "").match(/(?<![.\w])[A-Za-z_]\w*(?!\w*\s*:)/g),
  );
  return [...words]
    .filter((word) => sources.has(word) && !defined.has(word) && !importsByName(code, word))
    .map((word) => `import { ${word} } from ${JSON.stringify(sources.get(word))};\n`)
    .join("");
}

/**
 * @param {string} root
 * @param {string} path
 * @param {string} file
 * @param {TextFile[]} files
 * @returns {Map<string, string>} where a name comes from; the example's own file counts most
 */
function modulesByName(root, path, file, files) {
  /** @type {Map<string, string>} */
  const modules = new Map();
  const own = files.find((each) => each.file === file)?.text ?? "";
  for (const [, names = "", from = ""] of own.matchAll(IMPORTED))
    for (const name of names.split(",")) modules.set(name.replace("type ", "").trim(), from);
  const ownLast = files
    .filter((each) => each.file.startsWith(`${path}/src/`))
    .toSorted((a, b) => Number(a.file === file) - Number(b.file === file));
  for (const each of ownLast) {
    const target = each.file.slice(path.length).replace(/\.ts$/, ".js");
    for (const [, name = ""] of each.text.matchAll(EXPORTED))
      modules.set(name, join(root, path, "dist", target));
  }
  return modules;
}

/** @param {string} code @param {string} word */
function importsByName(code, word) {
  return new RegExp(`^import [^;]*\\b${word}\\b`, "m").test(code);
}

/**
 * Writes the modules into a folder and compiles them.
 *
 * @param {string} root
 * @param {string} folder an empty one
 * @param {Example[]} examples
 * @returns {Promise<string>} what the compiler says about them, empty if nothing
 */
export async function compileExamples(root, folder, examples) {
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  // examples name files of the repository as a reader in a clone does
  symlinkSync(join(root, "examples"), join(folder, "examples"));
  mkdirSync(join(folder, "src"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  const base = JSON.parse(readFileSync(join(root, "packages/tsconfig.base.json"), "utf8"));
  const compilerOptions = {
    ...base.compilerOptions,
    rootDir: "src",
    outDir: "out",
    composite: false,
    incremental: false,
    declaration: false,
    declarationMap: false,
    // Examples show values without using each of them, and types as ordinary imports.
    noUnusedLocals: false,
    verbatimModuleSyntax: false,
  };
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["src"] }),
  );
  for (const { name, text } of examples)
    writeFileSync(join(folder, "src", `${name}.ts`), `${text}\nexport {};\n`);
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const { stdout } = await readProgram(folder, process.execPath, [compiler, "-p", "."]);
  return stdout;
}

/** Whether a module defines all it uses. @param {Example} example */
export function isComplete({ text }) {
  return !/^declare /m.test(text);
}

/**
 * Runs a compiled module in its folder.
 *
 * @param {string} folder
 * @param {Example} example
 * @returns {Promise<{ exitCode: number, stdout: string, stderr: string }>}
 */
export function runExample(folder, { name }) {
  const cwd = join(folder, `run-${name}`);
  mkdirSync(cwd);
  symlinkSync(join(folder, "examples"), join(cwd, "examples"));
  const module = join(folder, "out", `${name}.js`);
  return readProgram(cwd, process.execPath, [module], { timeoutMs: MAX_RUN_MS });
}
