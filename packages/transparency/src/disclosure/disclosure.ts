import { base64Encode, type DisclosureRow } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, bytesOf, proofError } from "../notes/proof-error.js";
import { parse } from "fp-ts/lib/Json.js";
import * as t from "io-ts";
import { emptyFrontier, withLeaf } from "../tree/frontier.js";
import { inclusionPath, rootOfPath } from "../tree/inclusion.js";
import { type Hash, isSameHash } from "../tree/merkle-hash.js";
import { eventRootOf, rowHash, rowHashes, saltOf } from "./event-entry.js";

/** Some rows of one event, with what leads from them to the event's entry in the log. */
export interface Disclosure {
  readonly offset: number;
  /** Rows of the event. */
  readonly rowCount: number;
  readonly rows: ReadonlyArray<DisclosedRow>;
}

interface DisclosedRow extends DisclosureRow {
  /** Among the rows of the event, counted from 0. */
  readonly index: number;
  readonly salt: Uint8Array;
  readonly path: ReadonlyArray<Hash>;
}

const version = 1;

/** Most rows of a disclosure that is read: a transaction has at most so many nodes. */
const maxRows = 1_000_000;

const storedDisclosure = t.type({
  v: t.literal(version),
  offset: t.number,
  rowCount: t.number,
  rows: t.readonlyArray(
    t.type({
      index: t.number,
      name: t.string,
      salt: t.string,
      text: t.string,
      path: t.readonlyArray(t.string),
    }),
  ),
});

/**
 * Shows rows of an event. The row `event` is always among them: it says which event it is.
 *
 * @param rows all rows of the event, as `disclosureRows` gives them
 * @param isShown by the index of a row
 */
export const disclose = (
  offset: number,
  rows: ReadonlyArray<DisclosureRow>,
  eventKey: Uint8Array,
  isShown: (index: number) => boolean,
): Disclosure => {
  const complete = new Map<string, Hash>();
  let tree = emptyFrontier;
  for (const leaf of rowHashes(eventKey, rows))
    tree = withLeaf(tree, leaf, (level, index, root) => complete.set(`${level}/${index}`, root));
  const rootAt = (level: number, index: number): Hash => {
    const root = complete.get(`${level}/${index}`);
    if (root === undefined) throw new RangeError(`no subtree ${index} of level ${level}`);
    return root;
  };
  const size = rows.length;
  const shown = rows.flatMap((row, index) => {
    if (row.name !== "event" && !isShown(index)) return [];
    const path = inclusionPath({ index, size }, rootAt);
    return [{ ...row, index, salt: saltOf(eventKey, row.name), path }];
  });
  return { offset, rowCount: size, rows: shown };
};

/** Writes a disclosure as JSON. */
export const disclosureText = ({ offset, rowCount, rows }: Disclosure): string =>
  JSON.stringify({
    v: version,
    offset,
    rowCount,
    rows: rows.map(({ index, name, salt, text, path }) => ({
      index,
      name,
      salt: base64Encode(salt),
      text,
      path: path.map(base64Encode),
    })),
  } satisfies t.TypeOf<typeof storedDisclosure>);

const decodeAll = (texts: ReadonlyArray<string>): Either<ProofError, ReadonlyArray<Uint8Array>> => {
  const all: Array<Uint8Array> = [];
  for (const text of texts) {
    const bytes = bytesOf(text);
    if (isLeft(bytes)) return bytes;
    all.push(bytes.right);
  }
  return right(all);
};

/** Reads a disclosure as `disclosureText` writes it; verifies nothing. */
export const disclosureOf = (text: string): Either<ProofError, Disclosure> => {
  const json = parse(text);
  const stored = isLeft(json) ? json : storedDisclosure.decode(json.right);
  if (isLeft(stored))
    return proofError("expected JSON with v, offset, rowCount and rows of a disclosure");
  const { offset, rowCount } = stored.right;
  if (![offset, rowCount].every((each) => Number.isSafeInteger(each) && each > 0))
    return proofError("expected an offset and a rowCount from 1");
  if (rowCount > maxRows) return proofError(`expected at most ${maxRows} rows, found ${rowCount}`);
  const rows: Array<DisclosedRow> = [];
  for (const { index, name, salt, text: shown, path } of stored.right.rows) {
    const decoded = decodeAll([salt, ...path]);
    if (isLeft(decoded)) return decoded;
    const [saltBytes = new Uint8Array(), ...hashes] = decoded.right;
    rows.push({ index, name, salt: saltBytes, text: shown, path: hashes });
  }
  return right({ offset, rowCount, rows });
};

/** The root of the event to which all rows lead. Left: a row leads elsewhere, or there is none. */
export const disclosedRoot = ({ rowCount, rows }: Disclosure): Either<ProofError, Hash> => {
  let common: Hash | undefined;
  for (const { index, path, salt, ...row } of rows) {
    const root = rootOfPath({ index, size: rowCount }, rowHash(salt, row), path);
    if (root === undefined || (common !== undefined && !isSameHash(root, common)))
      return proofError(`row ${index} ("${row.name}") does not lead to the root of its event`);
    common = root;
  }
  return common === undefined ? proofError("expected at least one row") : right(common);
};

/** The root of an event all of whose rows are known. */
export const rootOfRows = (eventKey: Uint8Array, rows: ReadonlyArray<DisclosureRow>): Hash =>
  eventRootOf(rowHashes(eventKey, rows));
