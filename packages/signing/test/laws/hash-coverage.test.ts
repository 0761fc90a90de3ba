import { expect } from "chai";
import * as fc from "fast-check";
import { isLeft } from "fp-ts/lib/Either.js";
import { hashPreparedTransaction } from "../../src/hashing/hash-prepared-transaction.js";
import { type HashingScheme, hashingSchemes } from "../../src/hashing/hashing-scheme.js";
import type { PreparedTransaction } from "../../src/messages/prepared-transaction.js";
import { anyPrepared, anyPreparedWithKeys } from "../support/arbitrary-transaction.js";
import { hex } from "../support/published-vectors.js";

type Path = ReadonlyArray<string>;

const isParent = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !(value instanceof Uint8Array);

/** Where a message has its texts, numbers, truth values and bytes. */
const leavesOf = (value: unknown, at: Path = []): ReadonlyArray<Path> =>
  isParent(value)
    ? Object.entries(value).flatMap(([name, part]) => leavesOf(part, [...at, name]))
    : value === undefined
      ? []
      : [at];

const HEX_DIGIT = /^[0-9a-f]$/;

/** Another value of the same kind: hex stays hex, bytes keep their number. */
const another = (leaf: unknown): unknown => {
  switch (typeof leaf) {
    case "boolean":
      return !leaf;
    case "bigint":
      return leaf ^ 1n;
    case "number":
      return leaf ^ 1;
    case "string": {
      const last = leaf.at(-1) ?? "";
      const other = HEX_DIGIT.test(last) ? (last === "0" ? "1" : "0") : last === "x" ? "y" : "x";
      return last === "" ? "x" : `${leaf.slice(0, leaf.length - last.length)}${other}`;
    }
    default:
      return leaf instanceof Uint8Array ? Uint8Array.from(leaf, (byte) => byte ^ 1) : leaf;
  }
};

const changedAt = (value: unknown, [name, ...rest]: Path): unknown => {
  if (name === undefined) return another(value);
  if (Array.isArray(value))
    return value.map((part, index) => (String(index) === name ? changedAt(part, rest) : part));
  return isParent(value)
    ? Object.fromEntries(
        Object.entries(value).map(([key, part]) => [
          key,
          key === name ? changedAt(part, rest) : part,
        ]),
      )
    : value;
};

/** What each scheme leaves out (interactive-submission 2.7, 2.9). */
const uncovered: Readonly<Record<HashingScheme, RegExp>> = {
  HASHING_SCHEME_VERSION_V2:
    /\.(?:eventBlob|globalKeyMapping|maxRecordTime|byKey)|\.(?:value|contract)\.key\.|\.kind$/,
  HASHING_SCHEME_VERSION_V3: /\.(?:eventBlob|globalKeyMapping)|\.kind$/,
};

/** Ids of nodes are no part of a hash; another id is a node that is not there. */
const namesNodes = /\.(?:nodeId|roots\.\d+|children\.\d+)$|rollback/;

const hashOf = (prepared: PreparedTransaction, scheme: HashingScheme): string => {
  const hash = hashPreparedTransaction(prepared, scheme);
  return isLeft(hash) ? `refused: ${hash.left.message}` : hex(hash.right.hash);
};

describe("The hash of a prepared transaction", () => {
  for (const scheme of hashingSchemes) {
    it(`covers every part but those that the reference names (${scheme.slice(-2)})`, () => {
      const covered = new Set<string>();
      // V2 hashes no node with a key
      const any = scheme === "HASHING_SCHEME_VERSION_V2" ? anyPrepared : anyPreparedWithKeys;
      const choices = fc.array(fc.nat(), { minLength: 25, maxLength: 25 });
      fc.assert(
        fc.property(any, choices, (prepared, chosen) => {
          const original = hashOf(prepared, scheme);
          const leaves = leavesOf(prepared).filter((path) => !path.includes("kind"));
          for (const choice of chosen) {
            const path = leaves[choice % leaves.length] ?? [];
            const name = `.${path.join(".")}`;
            if (namesNodes.test(name)) continue;
            // border: the same message with one leaf changed
            const changed = hashOf(changedAt(prepared, path) as PreparedTransaction, scheme);
            expect(changed !== original, name).to.equal(!uncovered[scheme].test(name));
            covered.add(path.at(-1) ?? "");
          }
        }),
        { numRuns: 50 },
      );
      for (const part of ["commandId", "transactionUuid", "seed", "packageName", "createdAt"])
        expect(covered, `${part} was among the parts tried`).to.include(part);
    });
  }

  it("changes with a child, an acting party or an input contract more or less, and with their order", () => {
    fc.assert(
      fc.property(anyPreparedWithKeys, (prepared) => {
        const { metadata } = prepared;
        const { actAs, commandId } = metadata.submitterInfo;
        const variants = [
          { ...metadata, submitterInfo: { actAs: [...actAs, "zed"], commandId } },
          { ...metadata, submitterInfo: { actAs: ["zed", ...actAs], commandId } },
          { ...metadata, inputContracts: metadata.inputContracts.slice(1) },
          { ...metadata, inputContracts: metadata.inputContracts.toReversed() },
        ].map((changed) => hashOf({ ...prepared, metadata: changed }, "HASHING_SCHEME_VERSION_V3"));
        const original = hashOf(prepared, "HASHING_SCHEME_VERSION_V3");
        const [appended, prepended, shorter, reversed] = variants;
        expect(appended).to.not.equal(original);
        expect(appended === prepended).to.equal(actAs.length === 0);
        expect(shorter === original).to.equal(metadata.inputContracts.length === 0);
        const [first, second] = metadata.inputContracts;
        if (second !== undefined && first !== second) expect(reversed).to.not.equal(original);
      }),
      { numRuns: 100 },
    );
  });
});
