// Objects that are written alike get one shape.
import { readFileSync, writeFileSync } from "node:fs";
import { parseAst } from "rolldown/parseAst";

/** @typedef {{ type: string, start: number, properties?: Node[] }} Node */

/** @param {unknown} value @returns {value is Node} */
const isNode = (value) => typeof value === "object" && value !== null && "type" in value;

/** @param {unknown} value @returns {Generator<Node>} all nodes in it */
function* nodesIn(value) {
  if (isNode(value)) yield value;
  if (typeof value !== "object" || value === null) return;
  for (const part of Object.values(value)) yield* nodesIn(part);
}

/** @param {Node} node */
const addsToSpread = ({ type, properties = [] }) =>
  type === "ObjectExpression" && properties.length > 1 && properties[0]?.type === "SpreadElement";

/**
 * Lets each object that begins with a spread, and has more, begin with nothing:
 * `{ ...null, ...a, b }`. It is the same object.
 *
 * V8 gives each object of `{ ...a, b }` a shape of its own in Node 20, which takes 2 microseconds
 * and keeps the object alive until the next full collection. With anything before the first spread
 * all have one shape.
 *
 * @param {string} code
 * @returns {string} code with the same lines; columns move
 */
export function withSharedShapes(code) {
  if (!code.includes("...")) return code;
  const starts = [...nodesIn(parseAst(code).body)]
    .filter(addsToSpread)
    .map(({ properties }) => properties?.[0]?.start ?? 0)
    .sort((a, b) => a - b);
  const parts = [0, ...starts].map((start, at) => code.slice(start, starts[at]));
  return parts.join("...null, ");
}

/** @param {string} file of JavaScript; it is rewritten */
export const shareShapes = (file) =>
  writeFileSync(file, withSharedShapes(readFileSync(file, "utf8")));
