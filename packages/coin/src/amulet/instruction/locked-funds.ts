import { exercise, type Numeric, type ChoiceProgram } from "@tallystick/core";
import { contextKeys, flagInContext } from "../../token-standard/choice-context.js";
import {
  type ChoiceContext,
  emptyMetadata,
  type Metadata,
} from "../../token-standard/metadata-v1.js";
import { zero } from "../../model/arithmetic.js";
import { requireReached, stopWith } from "../../model/coin-error.js";
import { LockedAmulet_UnlockV2 } from "../holding/amulet.js";
import { executeTransfer } from "../transfer/execute-transfer.js";
import { coinInputs, createdCids, plainContext } from "../transfer/transfer-types.js";

/** CC to be locked for something that is carried out later. */
export interface FundsToLock {
  readonly dso: string;
  readonly sender: string;
  readonly amount: Numeric;
  /** Microseconds since the Unix epoch. */
  readonly expiresAt: number;
  /** Said in the lock, e.g. "transfer to bob::1220..". */
  readonly lockContext: string;
  readonly inputHoldingCids: ReadonlyArray<string>;
  readonly openRoundCid: string;
}

/** Locked CC, and what was left over of the inputs. */
export interface LockedFunds {
  readonly lockedAmulet: string;
  readonly senderChangeCids: ReadonlyArray<string>;
  readonly meta: Metadata;
}

/** Locks an amount of the sender's CC; the DSO holds the lock, so that nobody spends it meanwhile. */
export function* lockFunds(funds: FundsToLock): ChoiceProgram<LockedFunds> {
  const { dso, sender, amount, expiresAt, lockContext } = funds;
  const lock = { holders: [dso], expiresAt, optContext: lockContext };
  const result = yield* executeTransfer(
    dso,
    {
      sender,
      provider: sender,
      inputs: coinInputs(funds.inputHoldingCids),
      outputs: [{ receiver: sender, receiverFeeRatio: zero, amount, lock }],
      beneficiaries: undefined,
    },
    plainContext(funds.openRoundCid),
  );
  const [locked] = result.createdAmulets;
  if (locked?.tag !== "TransferResultLockedAmulet")
    return yield* stopWith("wrong-contract", "The funds were not locked.");
  return {
    lockedAmulet: locked.value,
    senderChangeCids: listOf(result.senderChangeAmulet),
    meta: result.meta ?? emptyMetadata,
  };
}

/** A list of what there is. */
export const listOf = (contractId: string | undefined): ReadonlyArray<string> =>
  contractId === undefined ? [] : [contractId];

/**
 * Gives locked CC back to its owner. When the context says `expire-lock: false`, the locked coin has been dealt with
 * already, which can only be after the lock's time.
 *
 * @param expiresAt when the lock expires, microseconds since the Unix epoch
 * @returns the coins given back
 */
export function* releaseFunds(
  lockedAmulet: string,
  expiresAt: number,
  context: ChoiceContext,
): ChoiceProgram<ReadonlyArray<string>> {
  const isThere = (yield* flagInContext(context, contextKeys.expireLock)) ?? true;
  if (!isThere) {
    yield* requireReached("TimeLock.expiresAt", expiresAt);
    return [];
  }
  const { amuletCid } = yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {});
  return [amuletCid];
}

/** Unlocks CC and transfers it to a receiver, who must be among those with authority. */
export function* deliverFunds(
  {
    dso,
    sender,
    lockedAmulet,
  }: Pick<FundsToLock, "dso" | "sender"> & Pick<LockedFunds, "lockedAmulet">,
  { receiver, amount }: { readonly receiver: string; readonly amount: Numeric },
  openRoundCid: string,
): ChoiceProgram<{
  readonly receiverHoldingCids: ReadonlyArray<string>;
  readonly senderChangeCids: ReadonlyArray<string>;
  readonly meta: Metadata;
}> {
  const { amuletCid } = yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {});
  const result = yield* executeTransfer(
    dso,
    {
      sender,
      provider: sender,
      inputs: coinInputs([amuletCid]),
      outputs: [{ receiver, receiverFeeRatio: zero, amount, lock: undefined }],
      beneficiaries: undefined,
    },
    plainContext(openRoundCid),
  );
  return {
    receiverHoldingCids: createdCids(result.createdAmulets),
    senderChangeCids: listOf(result.senderChangeAmulet),
    meta: result.meta ?? emptyMetadata,
  };
}
