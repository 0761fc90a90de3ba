import {
  type ExerciseNode,
  getIn,
  isJsonArray,
  type Json,
  type LedgerState,
  microsFromText,
  type TransactionCommitted,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import { amuletOf, at, isCoin } from "./coin-reading.js";
import type { RuleBook } from "./rule.js";

/**
 * Checks how locks are opened: by the owner and all holders together, or by the owner once the lock
 * has expired; and the coin that comes out is the coin that was in, of the same owner.
 */
export const checkLocks = (
  state: LedgerState,
  event: TransactionCommitted,
  book: RuleBook,
): void => {
  const offset = state.offset + 1;
  for (const node of event.nodes) {
    if (node.kind !== "exercise" || !isCoin(node)) continue;
    const mayOpen = openings.get(node.choice);
    const locked = mayOpen === undefined ? undefined : lockedBefore(state, event, node);
    if (mayOpen === undefined || locked === undefined) continue;
    const messages = [mayOpen(locked, node, event.effectiveAt), keptCoin(locked, event, node)];
    book.checked(
      "C5",
      messages.flatMap((message) =>
        message === undefined ? [] : [{ offset, node: node.nodeId, message }],
      ),
    );
  }
};

/** Why a lock may not be opened this way, by the choice that opens it. */
const openingsByChoice: Readonly<
  Record<string, (locked: Json, node: ExerciseNode, effectiveAt: number) => string | undefined>
> = {
  LockedAmulet_UnlockV2: (locked, { actingParties }) => {
    const holders = at(locked, "lock", "holders");
    const needed = [at(locked, "amulet", "owner"), ...(isJsonArray(holders) ? holders : [])];
    const acting: ReadonlyArray<Json | undefined> = actingParties;
    const missing = needed.find((party) => !acting.includes(party));
    return missing === undefined
      ? undefined
      : `a lock is opened without ${JSON.stringify(missing)}, its owner or a holder`;
  },
  LockedAmulet_OwnerExpireLockV2: (locked, _, effectiveAt) => {
    const text = at(locked, "lock", "expiresAt");
    const expiresAt = microsFromText(typeof text === "string" ? text : "");
    return isLeft(expiresAt) || expiresAt.right > effectiveAt
      ? `a lock is opened by its owner before it expires at ${JSON.stringify(text)}`
      : undefined;
  },
};

const openings = new Map(Object.entries(openingsByChoice));

/** Why the coin below is not the one that was locked. */
const keptCoin = (
  locked: Json,
  { nodes }: TransactionCommitted,
  { nodeId, lastDescendantNodeId }: ExerciseNode,
): string | undefined => {
  const below = nodes.slice(nodeId + 1, lastDescendantNodeId + 1);
  const coins = below.flatMap((node) =>
    node.kind === "create" && isCoin(node) ? [amuletOf(node)] : [],
  );
  const was = JSON.stringify(at(locked, "amulet"));
  const are = coins.map((coin) => JSON.stringify(coin));
  return are.length === 1 && are[0] === was
    ? undefined
    : `the coin ${was} was locked, but it becomes ${are.join(" and ") || "no coin"}`;
};

const lockedBefore = (
  state: LedgerState,
  { nodes }: TransactionCommitted,
  { contractId }: ExerciseNode,
): Json | undefined => {
  const made = nodes.find((node) => node.kind === "create" && node.contractId === contractId);
  return made?.kind === "create" ? made.payload : getIn(state.contracts, contractId)?.payload;
};
