import { base64Encode } from "@tallystick/core";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type ProofError, bytesOf, proofError } from "./proof-error.js";
import { type Hash, hashBytes } from "../tree/merkle-hash.js";

/** A proof that an entry is in a log (C2SP tlog-proof). */
interface InclusionProof {
  /** Of the entry, counted from 0. */
  readonly index: number;
  /** From the leaf up. */
  readonly path: ReadonlyArray<Hash>;
  /** Data that the proof does not cover. */
  readonly extra?: Uint8Array;
  /** The signed note of the checkpoint, verbatim. */
  readonly checkpoint: string;
}

const header = "c2sp.org/tlog-proof@v1";

/** Most hashes in a path: a tree of 2^53 leaves. */
const maxPath = 53;

/** Writes a `.tlog-proof`. */
export const proofFileText = ({ index, path, extra, checkpoint }: InclusionProof): string => {
  const lines = [
    header,
    ...(extra === undefined ? [] : [`extra ${base64Encode(extra)}`]),
    `index ${index}`,
    ...path.map(base64Encode),
  ];
  return `${lines.join("\n")}\n\n${checkpoint}`;
};

const extraOf = (line: string | undefined): Either<ProofError, Uint8Array | undefined> =>
  line?.startsWith("extra ") === true ? bytesOf(line.slice("extra ".length)) : right(undefined);

const pathOf = (lines: ReadonlyArray<string>): Either<ProofError, ReadonlyArray<Hash>> => {
  if (lines.length > maxPath)
    return proofError(`expected at most ${maxPath} hashes, found ${lines.length}`);
  const path: Array<Hash> = [];
  for (const line of lines) {
    const bytes = bytesOf(line);
    if (isLeft(bytes) || bytes.right.length !== hashBytes)
      return proofError(`expected a hash of ${hashBytes} bytes in Base64 in each line of the path`);
    path.push(bytes.right);
  }
  return right(path);
};

/** Reads a `.tlog-proof`; verifies nothing. */
export const proofFileOf = (text: string): Either<ProofError, InclusionProof> => {
  const end = text.indexOf("\n\n");
  const [first = "", ...lines] = text.slice(0, Math.max(end, 0)).split("\n");
  if (first !== header) return proofError(`expected the first line "${header}"`);
  const extra = extraOf(lines[0]);
  if (isLeft(extra)) return extra;
  const [indexLine = "", ...hashes] = extra.right === undefined ? lines : lines.slice(1);
  const [, digits = ""] = /^index (0|[1-9]\d*)$/.exec(indexLine) ?? [];
  const index = Number(digits);
  if (digits === "" || !Number.isSafeInteger(index))
    return proofError(`expected a line "index <n>", found "${indexLine}"`);
  const path = pathOf(hashes);
  if (isLeft(path)) return path;
  const proof = { index, path: path.right, checkpoint: text.slice(end + 2) };
  return right(extra.right === undefined ? proof : { ...proof, extra: extra.right });
};
