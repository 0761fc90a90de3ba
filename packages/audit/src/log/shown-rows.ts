import type { ShownRows } from "./journal-log.js";

/** Parties whose nodes are shown: these, or all that there are. */
export type ShownParties = ReadonlyArray<string> | "all";

/** The number of the node that a row has; undefined of other rows. */
export const nodeOfRow = (name: string): number | undefined => {
  const digits = /^node (\d+)$/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
};

const witnessesIn = (row: string): ReadonlyArray<unknown> => {
  const node: unknown = JSON.parse(row);
  return typeof node === "object" &&
    node !== null &&
    "witnesses" in node &&
    Array.isArray(node.witnesses)
    ? node.witnesses
    : [];
};

/** The rows with nodes that one of some parties sees: the ledger's own rule of privacy. */
export const nodesSeenBy =
  (parties: ShownParties): ShownRows =>
  ({ name, text }) => {
    if (nodeOfRow(name) === undefined) return false;
    if (parties === "all") return true;
    const witnesses = witnessesIn(text);
    return parties.some((party) => witnesses.includes(party));
  };
