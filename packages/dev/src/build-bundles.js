// Bundles each published package into a few files: Node loads those in a third of the time that
// the compiled modules take, one for each source.
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire, isBuiltin } from "node:module";
import { basename, dirname, isAbsolute, join } from "node:path";
import { filesBelow, workspaces } from "./repository.js";
import { buildWhenChanged } from "./stamped.js";

/** Notes what a bundle was made from; from its package. */
const STAMP = "dist/.bundle-stamp";

/** The folder of a package's bundle. */
const FOLDER = "dist/bundle";

/** What decides how bundles are made; a change makes them again. */
const BUNDLERS = ["packages/dev/src/build-bundles.js", "packages/dev/src/shared-shapes.js"];

/** The licences of what else is in a bundle. */
const LICENSES = "LICENSES.txt";

/** The condition of `exports` under which tests get the compiled modules. */
const MODULES = "tallystick-modules";

/**
 * @typedef {{
 *   private?: boolean,
 *   bin?: Record<string, string>,
 *   exports?: Record<string, Record<string, string>>,
 *   imports?: Record<string, { default: string }>,
 * }} Manifest
 */

/** @param {string} root @param {string} path @returns {Manifest} */
const manifestOf = (root, path) =>
  JSON.parse(readFileSync(join(root, path, "package.json"), "utf8"));

/** @param {string} root @returns {string[]} the packages that are bundled, from the root */
const bundledPackages = (root) =>
  workspaces(root).filter((path) => {
    const { private: isPrivate, bin, exports = {} } = manifestOf(root, path);
    const isBundled = bin !== undefined || Object.values(exports).some((each) => MODULES in each);
    return isPrivate !== true && isBundled;
  });

/** @param {string} compiled such as `./dist/src/index.js` @returns {string} `src/index.ts` */
const sourceOf = (compiled) => compiled.replace(/^\.\/dist\//, "").replace(/\.js$/, ".ts");

/**
 * What the bundle of a package begins with: what the package exports, the program, and the modules
 * that are found by an address relative to their own, as threads are.
 *
 * @param {string} root @param {string} path
 * @returns {Record<string, string>} sources by the names of their files in the bundle
 */
function entriesOf(root, path) {
  const { bin, exports = {} } = manifestOf(root, path);
  const exported = Object.values(exports).flatMap(({ [MODULES]: compiled, default: bundled }) =>
    compiled === undefined || bundled === undefined
      ? []
      : [[basename(bundled, ".js"), join(root, path, sourceOf(compiled))]],
  );
  const program = bin === undefined ? [] : [["main", join(root, path, "src/main.ts")]];
  const addressed = filesBelow(root, `${path}/src`, /\.ts$/).flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(ADDRESSED)].map(([, name = ""]) => [
      name,
      join(root, dirname(file), `${name}.ts`),
    ]),
  );
  return Object.fromEntries([...exported, ...program, ...addressed]);
}

const ADDRESSED = /new URL\("\.\/([\w-]+)\.js", import\.meta\.url\)/g;

/** Fails a build in which an address would lead elsewhere than in the sources. */
const sameAddresses = {
  name: "same-addresses",
  /** @param {string} code @param {string} file */
  transform(code, file) {
    const isDeep = file.endsWith(".ts") && basename(dirname(file)) !== "src";
    if (isDeep && code.replaceAll(ADDRESSED, "").includes("import.meta"))
      throw new Error(`${file}: import.meta: expected an address of a file beside it, or src/`);
  },
};

/**
 * What loads slowly, as many files or as modules of CommonJS: it goes into the bundles, and the
 * packages depend on it for its types.
 */
const SLOW = ["@bufbuild/protobuf", "fp-ts", "io-ts", "jose", "koa", "pino"];

/**
 * What goes into the bundles and is in no declaration of a package's face: the packages do not
 * depend on it, so that fewer are installed. The root package.json has it, for the build.
 */
export const BUNDLED = [
  "@grpc/grpc-js",
  "@koa/router",
  "ipaddr.js",
  "koa-send",
  "lossless-json",
  "lru-cache",
  "sorted-btree",
];

/** All else is imported as before, as are our own packages, so that a process has one of each. */
const INCLUDED = new RegExp(`^(${[...SLOW, ...BUNDLED].join("|")})(/|$)`);

/** @param {string} id as it is imported @param {string | undefined} importer */
const isExternal = (id, importer = "") =>
  id.startsWith("node:") ||
  isBuiltin(id) ||
  !(/^[./#\0]/.test(id) || isAbsolute(id) || INCLUDED.test(id) || isOfOthers(importer));

/** @param {string} file */
const isOfOthers = (file) => file.includes("node_modules");

/** Takes the other build of fp-ts and io-ts, of which only what is used is bundled. */
const oneModulePerFile = {
  name: "one-module-per-file",
  resolveId: {
    filter: { id: /^(fp-ts|io-ts)\/lib\// },
    /** @this {import("rolldown").PluginContext} @param {string} id @param {string} [importer] */
    handler(id, importer) {
      return this.resolve(id.replace("/lib/", "/es6/"), importer, { skipSelf: true });
    },
  },
};

/** The types of media are a large table, of which dependencies have a copy each. */
const oneMediaTable = {
  name: "one-media-table",
  resolveId: {
    filter: { id: /^mime-db$/ },
    handler: () => createRequire(import.meta.url).resolve("mime-db"),
  },
};

/**
 * Finds what a package imports of itself by a name, in its sources.
 *
 * @param {string} root @param {string} path
 */
const ownImports = (root, path) => ({
  name: "own-imports",
  /** @param {string} id */
  resolveId(id) {
    const own = manifestOf(root, path).imports?.[id];
    return own === undefined ? undefined : join(root, path, sourceOf(own.default));
  },
});

/** @param {string} folder of a package @returns {string} its text, or its name where it has none */
function licenseOf(folder) {
  const name = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  if (name !== undefined) return readFileSync(join(folder, name), "utf8");
  const { license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  if (license === undefined) throw new Error(`${folder}: no licence, expected one to include`);
  return `${license}, by the package.json of the package, which has no text of it.`;
}

/**
 * The licences of others' packages that are in a bundle.
 *
 * @param {string[]} modules their files
 */
function licensesOf(modules) {
  const folders = modules.flatMap(
    (file) => /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file)?.[0] ?? [],
  );
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const title = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      return `${title}\n\n${licenseOf(folder)}`;
    })
    .join("\n\n");
}

/** @param {string} root @param {string} path */
async function bundle(root, path) {
  // installed after this module is loaded
  const { rolldown } = await import("rolldown");
  const { shareShapes } = await import("./shared-shapes.js");
  const dir = join(root, path, FOLDER);
  const build = await rolldown({
    cwd: root,
    input: entriesOf(root, path),
    platform: "node",
    external: isExternal,
    resolve: {
      extensionAlias: { ".js": [".ts", ".js"] },
      conditionNames: [MODULES, "import", "node"],
    },
    plugins: [sameAddresses, oneModulePerFile, oneMediaTable, ownImports(root, path)],
    checks: { eval: false, bundlerTimings: false },
  });
  const { output } = await build.write({
    dir,
    format: "esm",
    sourcemap: true,
    // doc comments are a seventh of the code; lines stay, as stacks name them
    comments: { legal: true, annotation: false, jsdoc: false },
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await build.close();
  // no plugin can do it: what does nothing is dropped after them
  const chunks = output.filter(({ type }) => type === "chunk");
  for (const { fileName } of chunks) shareShapes(join(dir, fileName));
  const modules = output.flatMap((each) => (each.type === "chunk" ? each.moduleIds : []));
  writeFileSync(join(dir, LICENSES), licensesOf(modules));
  // removed last, so that a program that runs can load its parts for as long as possible
  const current = new Set([LICENSES, ...output.map(({ fileName }) => fileName)]);
  for (const file of readdirSync(dir)) if (!current.has(file)) rmSync(join(dir, file));
}

/**
 * Bundles the packages that changed.
 *
 * @param {string} root
 * @returns {Promise<void>} rejected with what is wrong
 */
export async function ensureBundled(root) {
  let isSaid = false;
  const say = () => {
    if (!isSaid) console.error("Bundling packages");
    isSaid = true;
  };
  await Promise.all(
    bundledPackages(root).map((path) => {
      const own = filesBelow(root, `${path}/src`, /\.ts$/);
      const sources = [...BUNDLERS, "package-lock.json", `${path}/package.json`, ...own];
      return buildWhenChanged(root, `${path}/${STAMP}`, sources, () => {
        say();
        return bundle(root, path);
      });
    }),
  );
}
