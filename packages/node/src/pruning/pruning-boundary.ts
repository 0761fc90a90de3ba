import { createHash, type Hash } from "node:crypto";
import type { PruningBoundary } from "@tallystick/core";

/** The text that a pruning signs (docs/journal-format.md). */
export const boundaryText = (participantId: string, boundary: PruningBoundary): string => {
  const { offset, hash, erased, kept, residue, lastErased, forgottenUpTo } = boundary;
  const what = [offset, hash, erased, kept, residue, lastErased, forgottenUpTo];
  return ["tallystick-pruning-v1", participantId, ...what, ""].join("\n");
};

/** Collects the residues of erased events, in the order of their offsets. */
export interface Residue {
  /** @param digest of the erased data; @param data its replacement */
  add(offset: number, digest: string, data: string): void;
  /** Events added so far. */
  count(): number;
  /** SHA-256 over all of them, 64 hex digits (docs/journal-format.md). */
  digest(): string;
}

/** The residue of no event. */
export const newResidue = (): Residue => {
  const hash: Hash = createHash("sha256");
  let added = 0;
  return {
    add: (offset, digest, data) => {
      added += 1;
      hash.update(`${offset}\n${digest}\n${data}\n`);
    },
    count: () => added,
    digest: () => hash.copy().digest("hex"),
  };
};
