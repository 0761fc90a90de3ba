import type { ContractId } from "@tallystick/core";
import { LockedAmulet, type LockedAmuletPayload } from "@tallystick/coin";
import type { ActiveContract, ContractsView, FindLockedDust } from "@tallystick/wallet";

/** Locked dust read in one page: the views' limit. */
const maxRead = 1_000_000;

interface WaitingCoin {
  readonly contractId: ContractId;
  /** When its lock expires; microseconds since the Unix epoch. */
  readonly expiresAt: bigint;
}

/**
 * Finds locked dust: each coin is read when its round is reached, and again when its lock has
 * expired, however many are locked for longer. Coins are made in open rounds, so none becomes dust
 * in an earlier one.
 */
export const knownLockedDust = (view: ContractsView): FindLockedDust => {
  let seenUpTo: number | undefined;
  /** Those whose lock expires first at the front. */
  let waiting: Array<WaitingCoin> = [];
  const readOn = (dso: string, upTo: number): void => {
    if (seenUpTo !== undefined && upTo < seenUpTo) [seenUpTo, waiting] = [undefined, []];
    if (seenUpTo === upTo) return;
    const read = view.due(LockedAmulet, dso, upTo, maxRead, { after: seenUpTo });
    const known = new Set(waiting.map(({ contractId }) => contractId));
    const added = read.filter(({ contractId }) => !known.has(contractId));
    waiting = [
      ...waiting,
      ...added.map(({ contractId, payload: { lock } }) => ({
        contractId,
        expiresAt: lock.expiresAt,
      })),
    ].sort((a, b) => (a.expiresAt < b.expiresAt ? -1 : 1));
    // if there are more than one page, the rest is read when these are gone
    if (read.length < maxRead) seenUpTo = upTo;
  };
  return ({ dso, upTo, now, keep, wanted }) => {
    readOn(dso, upTo);
    const found: Array<ActiveContract<LockedAmuletPayload>> = [];
    const gone = new Set<WaitingCoin>();
    for (const coin of waiting) {
      if (coin.expiresAt > now || found.length >= wanted) break;
      const contract = view.byId(LockedAmulet, coin.contractId);
      if (contract === undefined) gone.add(coin);
      else if (keep(contract)) found.push(contract);
    }
    if (gone.size > 0) waiting = waiting.filter((coin) => !gone.has(coin));
    return found;
  };
};
