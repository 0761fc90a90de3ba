// Which package may import which: arrows only point down.
import { posix } from "node:path";
import { packageOf } from "./imports.js";

/** @typedef {import("./lint.js").Finding} Finding */
/** @typedef {import("./imports.js").SourceFile} SourceFile */

/** The scope of the packages of this repository. */
const OUR_SCOPE = "@tallystick/";

const STORES = ["event-store-sqlite", "event-store-eventstoredb"];
const DOMAIN = ["core", "wire", "coin", "wallet"];
const NODE = [
  ...DOMAIN,
  "daml-lf",
  "signing",
  "background",
  "event-store",
  "sqlite",
  ...STORES,
  "tables",
  "transparency",
  "views",
];
const EVERYTHING = [...NODE, "node", "http", "grpc", "audit", "wallet-ui"];

/**
 * For each package the packages its sources may import.
 * @type {Record<string, readonly string[]>}
 */
const MAY_IMPORT = {
  protobuf: [],
  core: [],
  wire: ["core", "protobuf"],
  coin: ["core"],
  signing: ["core", "wire", "protobuf"],
  wallet: ["core", "wire", "coin"],
  "daml-lf": ["core", "wire", "background"],
  background: [],
  "event-store": [],
  "sqlite-binaries": [],
  sqlite: ["sqlite-binaries", "background"],
  "event-store-sqlite": ["background", "event-store", "sqlite"],
  "event-store-eventstoredb": ["background", "event-store", "protobuf"],
  tables: ["core", "background", "sqlite"],
  transparency: ["core"],
  views: [...DOMAIN, "background", "event-store", "sqlite", "tables"],
  node: NODE,
  testing: [...DOMAIN, "views", "node"],
  http: [...DOMAIN, "signing", "background", "views", "node"],
  grpc: ["core", "protobuf", "wire", "signing", "background", "node", "http"],
  "wallet-ui": [...DOMAIN, "signing", "background"],
  "query-store": [...DOMAIN, "background", "sqlite", "node"],
  playwright: [...DOMAIN, "node", "http", "wallet-ui"],
  audit: [...NODE, "node"],
  simulation: [...NODE, "node", "audit"],
  cli: [...EVERYTHING, "query-store"],
  bench: [...EVERYTHING, "query-store", "cli", "protobuf"],
  dev: [],
};

/**
 * Packages that are pure, with all that their sources may import from outside of this repository.
 */
const PURE_PACKAGES = new Set(DOMAIN);
const PURE_IMPORTS = new Set(["fp-ts", "io-ts"]);

/**
 * fp-ts and io-ts have a CommonJS and an ES module build; only these paths give the one instance
 * io-ts uses too.
 */
const FP_TS_PATH = /^(fp-ts|io-ts)(\/lib\/.+\.js)?$/;

/**
 * Findings on where each import of a package leads.
 *
 * @param {string} path the package, from the root
 * @param {SourceFile[]} files all files of the package
 * @returns {Finding[]}
 */
export function importFindings(path, files) {
  return files.flatMap(({ file, imports }) =>
    imports.flatMap(({ specifier, line }) => {
      const checks = [
        leavesPackage(path, file, specifier),
        goesPastIndex(specifier),
        wrongFpTsPath(specifier),
        ...(file.startsWith(`${path}/src/`)
          ? [wrongLayer(path, specifier), impure(path, specifier)]
          : []),
      ];
      return checks.flatMap((message) =>
        message === undefined ? [] : [{ file, line, rule: "layers", message }],
      );
    }),
  );
}

/** @param {string} path @param {string} file @param {string} specifier */
function leavesPackage(path, file, specifier) {
  if (!specifier.startsWith(".")) return undefined;
  const target = posix.join(posix.dirname(file), specifier);
  return target.startsWith(`${path}/`)
    ? undefined
    : `"${specifier}" leaves the package; import the other one by name`;
}

/** What packages offer besides their index, so that who does not need it does not load it. */
const FURTHER_ENTRIES = new Set([
  "@tallystick/views/wallet",
  "@tallystick/background/paced",
  "@tallystick/core/flame",
  "@tallystick/http/metrics",
  "@tallystick/core/grammar",
  "@tallystick/core/nearest-name",
  "@tallystick/core/numeric",
  "@tallystick/core/picture",
  "@tallystick/signing/browser",
  "@tallystick/node/parts",
  "@tallystick/event-store-eventstoredb/writable-server",
]);

/** @param {string} specifier */
function goesPastIndex(specifier) {
  const isEntry = specifier === packageOf(specifier) || FURTHER_ENTRIES.has(specifier);
  return specifier.startsWith(OUR_SCOPE) && !isEntry
    ? `"${specifier}" goes past the index of ${packageOf(specifier)}`
    : undefined;
}

/** @param {string} specifier */
function wrongFpTsPath(specifier) {
  const name = packageOf(specifier);
  return (name === "fp-ts" || name === "io-ts") && !FP_TS_PATH.test(specifier)
    ? `"${specifier}" loads a second instance; import "${name}" or "${name}/lib/….js"`
    : undefined;
}

/** @param {string} path @param {string} specifier */
function wrongLayer(path, specifier) {
  const target = packageOf(specifier);
  if (!path.startsWith("packages/") || target === undefined || !target.startsWith(OUR_SCOPE))
    return undefined;
  const from = path.slice("packages/".length);
  const to = target.slice(OUR_SCOPE.length);
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined)
    return `${from} has no place in the layers yet: give it one in packages/dev/src/lint/layers.js`;
  return to === from || allowed.includes(to)
    ? undefined
    : `${from} may not import ${to}: arrows point down only`;
}

/** @param {string} path @param {string} specifier */
function impure(path, specifier) {
  if (!PURE_PACKAGES.has(path.slice("packages/".length)) || specifier.startsWith("."))
    return undefined;
  const name = packageOf(specifier);
  return name !== undefined && (name.startsWith(OUR_SCOPE) || PURE_IMPORTS.has(name))
    ? undefined
    : `"${specifier}" has no place in a pure package, which imports fp-ts and io-ts only`;
}
