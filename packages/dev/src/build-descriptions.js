// Writes the descriptions of the messages of the gRPC Ledger API as text, from a package that has
// them as code: loading that code would take longer than the start of a node.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildWhenChanged } from "./stamped.js";

/** The package whose messages are described, from the root. */
const PUBLISHED = "node_modules/@canton-network/core-ledger-proto";

/** Its modules, one for each file of descriptions. */
const MODULES = `${PUBLISHED}/dist/esm/_proto`;

/** The files of descriptions that are taken. */
const TAKEN =
  /^(com\/daml\/|google\/protobuf\/(any|descriptor|duration|empty|field_mask|timestamp)\.js|google\/rpc\/(status|error_details)\.js)/;

/** The text, from the root. */
const TEXT = "packages/grpc/src/descriptions/published.ts";

/** Notes what it was made from; from the root. */
const STAMP = "packages/grpc/dist/.descriptions-stamp";

/** The package of most messages, whose name is left out. */
const HOME = "com.daml.ledger.api.v2";

/** The names of scalar types by their numbers. */
const SCALAR_NAMES = new Map([
  [1, "double"],
  [2, "float"],
  [3, "int64"],
  [4, "uint64"],
  [5, "int32"],
  [6, "fixed64"],
  [7, "fixed32"],
  [8, "bool"],
  [9, "string"],
  [12, "bytes"],
  [13, "uint32"],
  [15, "sfixed32"],
  [16, "sfixed64"],
  [17, "sint32"],
  [18, "sint64"],
]);

/**
 * @typedef {{ typeName: string }} Named
 * @typedef {[name: string, values: Record<string, string | number>, prefix?: string]} EnumInfo
 * @typedef {{
 *   no: number, name: string, kind: string, T?: unknown, K?: number,
 *   V?: { kind: string, T: unknown }, repeat?: number, opt?: boolean, oneof?: string,
 * }} Field
 * @typedef {Named & { fields: Field[] }} Message
 * @typedef {{ name: string, I: Named, O: Named, serverStreaming?: boolean }} Method
 * @typedef {Named & { methods: Method[] }} Service
 */

/** @param {string} name */
const short = (name) => (name.startsWith(`${HOME}.`) ? name.slice(HOME.length) : name);

/**
 * @param {{ kind: string, T?: unknown }} of
 * @param {Map<string, EnumInfo>} enums those that were met
 * @returns {string}
 */
function typeOf({ kind, T }, enums) {
  if (kind === "scalar") return SCALAR_NAMES.get(/** @type {number} */ (T)) ?? "unknown";
  const made = /** @type {() => Named | EnumInfo} */ (T)();
  if (!Array.isArray(made)) return short(made.typeName);
  enums.set(made[0], made);
  return short(made[0]);
}

/** @param {Field} field @param {Map<string, EnumInfo>} enums */
function fieldLine(field, enums) {
  const { no, name, kind, repeat = 0, opt = false, oneof } = field;
  const type =
    kind === "map" && field.V !== undefined
      ? `map<${SCALAR_NAMES.get(field.K ?? 0)},${typeOf(field.V, enums)}>`
      : typeOf(field, enums);
  const mark = repeat > 0 ? "*" : opt && kind === "scalar" ? "?" : "";
  const enumMark = opt && kind === "enum" ? "?" : "";
  return `${name} ${no} ${mark}${enumMark}${type}${oneof === undefined ? "" : ` ${oneof}`}`;
}

/** @param {EnumInfo} info @returns {string[]} */
const enumLines = ([name, values, prefix = ""]) => [
  `enum ${short(name)}`,
  ...Object.entries(values)
    .filter(([, number]) => typeof number === "number")
    .map(([value, number]) => `${prefix}${value} ${number}`),
];

/** @typedef {Record<string, Partial<Message & Service>>} Exported */

/** @param {Exported} exported @param {Map<string, EnumInfo>} enums @returns {string[]} */
const messageLines = (exported, enums) =>
  Object.values(exported).flatMap((each) => {
    if (each?.methods !== undefined) {
      const methods = each.methods.map(
        ({ name, I, O, serverStreaming }) =>
          `${name} ${short(I.typeName)} ${serverStreaming === true ? "*" : ""}${short(O.typeName)}`,
      );
      return [`service ${short(each.typeName ?? "")}`, ...methods];
    }
    if (each?.fields === undefined) return [];
    return [
      `message ${short(each.typeName ?? "")}`,
      ...each.fields.map((field) => fieldLine(field, enums)),
    ];
  });

/** @param {string} root @returns {string[]} the modules, from their folder */
const modulesOf = (root) =>
  readdirSync(join(root, MODULES), { recursive: true, encoding: "utf8" })
    .filter((file) => TAKEN.test(file) && /^(?!.*\.(client|d)\.js).*\.js$/.test(file))
    .sort();

/** @param {string} root @returns {Promise<string>} */
async function published(root) {
  const modules = await Promise.all(
    modulesOf(root).map(async (module) => {
      /** @type {Exported} */
      const exported = await import(pathToFileURL(join(root, MODULES, module)).href);
      return { file: module.replace(/\.js$/, ".proto"), exported };
    }),
  );
  /** @type {Map<string, EnumInfo>} */
  const enums = new Map();
  const files = modules.map(({ file, exported }) => ({
    lines: [`file ${file}`, ...messageLines(exported, enums)],
    exported: new Set(/** @type {unknown[]} */ (Object.values(exported))),
  }));
  // an enumeration is in the file that exports its values
  const lines = files.flatMap(({ lines, exported }) => [
    ...lines,
    ...[...enums.values()].filter(([, values]) => exported.has(values)).flatMap(enumLines),
  ]);
  return `${lines.join("\n")}\n`;
}

/**
 * Writes the descriptions, unless they were written from the package that there is.
 *
 * @param {string} root
 * @returns {Promise<void>} rejected with a message for the user when they cannot be written
 */
export async function ensureDescriptions(root) {
  // a checkout of some packages only
  if (!existsSync(join(root, "packages/grpc/package.json"))) return;
  if (!existsSync(join(root, TEXT))) rmSync(join(root, STAMP), { force: true });
  const { version } = JSON.parse(readFileSync(join(root, PUBLISHED, "package.json"), "utf8"));
  const sources = ["packages/dev/src/build-descriptions.js", `${PUBLISHED}/package.json`];
  await buildWhenChanged(root, STAMP, sources, async () => {
    const text = await published(root);
    mkdirSync(dirname(join(root, TEXT)), { recursive: true });
    writeFileSync(
      join(root, TEXT),
      `/** The messages of @canton-network/core-ledger-proto ${version}; the build writes this. */\nexport const published = \`${text}\`;\n`,
    );
  });
}
