import {
  type ChoiceProgram,
  exercise,
  fetchFromInterface,
  type Numeric,
  type ContractId,
} from "@tallystick/core";
import { zero } from "../../model/arithmetic.js";
import { fetchOfDso, forOwner, requireGroup } from "../../model/checked-fetch.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import { isLater } from "../../model/release.js";
import {
  contextKeys,
  contractInContext,
  flagInContext,
  neededInContext,
} from "../../token-standard/choice-context.js";
import { Holding } from "../../token-standard/holding-v1.js";
import {
  type ChoiceContext,
  emptyMetadata,
  type ExtraArgs,
  type Metadata,
} from "../../token-standard/metadata-v1.js";
import { withText } from "../../token-standard/token-metadata.js";
import { beneficiariesIn } from "../featured/reward-beneficiaries.js";
import {
  LockedAmulet,
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_UnlockV2,
} from "../holding/amulet.js";
import { ExternalPartyConfigState } from "../rounds/external-party-config-state.js";
import { executeExternalPartyTransfer } from "../transfer/execute-transfer.js";
import {
  coinInputs,
  createdCids,
  type ExternalPartyTransferContext,
  type TransferInput,
} from "../transfer/transfer-types.js";

/**
 * A transfer in two steps: the sender locks the amount, and later it is delivered or given back.
 */
export interface TwoStepTransfer {
  readonly dso: string;
  readonly sender: string;
  readonly receiver: string;
  readonly amount: Numeric;
  readonly lockContext: string;
  /** Until when it is delivered; microseconds since the Unix epoch, exclusive. */
  readonly transferBefore: bigint;
  /** The field that says so. */
  readonly transferBeforeName: string;
  /** What the sender says about it. */
  readonly meta: Metadata;
  /** Who is the app provider of the second step. */
  readonly provider: string;
  /** True when the second step leaves the provider's reward. */
  readonly allowsFeaturing: boolean;
}

/** What an external party's transfer looks at, from a choice context. */
export function* externalContextIn(
  context: ChoiceContext,
  dso: string,
): ChoiceProgram<ExternalPartyTransferContext> {
  const key = contextKeys.externalPartyConfigState;
  const externalPartyConfigState = yield* neededInContext(context, key);
  yield* fetchOfDso(ExternalPartyConfigState, externalPartyConfigState, dso);
  const featuredAppRight = yield* contractInContext(context, contextKeys.featuredAppRight);
  return { externalPartyConfigState, featuredAppRight };
}

/** The context without a featured right: this step earns no reward. */
export function* unfeaturedContextIn(
  context: ChoiceContext,
  dso: string,
): ChoiceProgram<ExternalPartyTransferContext> {
  return { ...(yield* externalContextIn(context, dso)), featuredAppRight: undefined };
}

/**
 * Holdings of an owner as inputs of a transfer; locked ones are unlocked on the way, as their owner
 * can once their time is over.
 */
export function* holdingInputs(
  holdingCids: ReadonlyArray<string>,
  dso: string,
  owner: string,
): ChoiceProgram<ReadonlyArray<TransferInput>> {
  const amuletCids: Array<string> = [];
  for (const cid of holdingCids) {
    const { view, payload: locked } = yield* fetchFromInterface(Holding, LockedAmulet, cid);
    const group = forOwner(view.instrumentId.admin, view.owner);
    yield* requireGroup(forOwner(dso, owner), group, () => Holding.view.show(view));
    amuletCids.push(
      locked === undefined
        ? cid
        : (yield* exercise(LockedAmulet_OwnerExpireLockV2, cid, {})).amuletCid,
    );
  }
  return coinInputs(amuletCids);
}

/** What the sender has reserved. */
interface FundsSetAside {
  readonly lockedAmulet: string;
  readonly senderChangeCids: ReadonlyArray<string>;
  readonly meta: Metadata;
}

interface FirstStep {
  /** Microseconds since the Unix epoch. */
  readonly requestedAt: bigint;
  readonly inputHoldingCids: ReadonlyArray<string>;
  readonly context: ExternalPartyTransferContext;
}

/** The first step: the amount is locked for the DSO, so that no one spends it meanwhile. */
export function* prepareTwoStepTransfer(
  { dso, sender, amount, transferBefore, lockContext }: TwoStepTransfer,
  { requestedAt, inputHoldingCids, context }: FirstStep,
): ChoiceProgram<FundsSetAside> {
  yield* requireThat(requestedAt < transferBefore, "requestedAt < transferBefore");
  const inputs = yield* holdingInputs(inputHoldingCids, dso, sender);
  const lock = { holders: [dso], expiresAt: transferBefore, optContext: lockContext };
  const meta = withText(emptyMetadata, `lock for ${lockContext}`);
  const output = { receiver: sender, receiverFeeRatio: zero, amount, lock, meta };
  const transfer = {
    sender,
    provider: sender,
    inputs,
    outputs: [output],
    beneficiaries: undefined,
  };
  const result = yield* executeExternalPartyTransfer(dso, transfer, context);
  const [locked] = result.createdAmulets;
  // one locked output is requested
  if (locked?.tag !== "TransferResultLockedAmulet")
    return yield* generalError("The funds were not locked");
  return {
    lockedAmulet: locked.value,
    senderChangeCids: listOf(result.senderChangeAmulet),
    meta: result.meta ?? emptyMetadata,
  };
}

export const listOf = (contractId: ContractId | undefined): ReadonlyArray<string> =>
  contractId === undefined ? [] : [contractId];

interface Delivered {
  readonly receiverHoldingCids: ReadonlyArray<string>;
  readonly senderChangeCids: ReadonlyArray<string>;
  readonly meta: Metadata;
}

/**
 * The second step: the locked amount goes to the receiver, who must be among those with authority.
 */
export function* executeTwoStepTransfer(
  { dso, sender, receiver, amount, provider, allowsFeaturing, meta: said }: TwoStepTransfer,
  lockedAmulet: string,
  { context, meta }: ExtraArgs,
): ChoiceProgram<Delivered> {
  const beneficiaries = allowsFeaturing ? yield* beneficiariesIn(meta) : undefined;
  const transferContext = allowsFeaturing
    ? yield* externalContextIn(context, dso)
    : yield* unfeaturedContextIn(context, dso);
  const { amuletCid } = yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {});
  const output = { receiver, receiverFeeRatio: zero, amount, lock: undefined, meta: said };
  const transfer = {
    sender,
    provider,
    inputs: coinInputs([amuletCid]),
    outputs: [output],
    beneficiaries,
  };
  const result = yield* executeExternalPartyTransfer(dso, transfer, transferContext);
  return {
    receiverHoldingCids: createdCids(result.createdAmulets),
    senderChangeCids: listOf(result.senderChangeAmulet),
    meta: result.meta ?? emptyMetadata,
  };
}

/**
 * Gives the locked amount back to the sender. When the context says `expire-lock: false`, the
 * sender has taken it out of the expired lock already, which can only be after the transfer's time.
 *
 * @param transfer the earlier release names its field in errors
 * @returns the coins given back
 */
export function* abortTwoStepTransfer(
  { transferBefore, transferBeforeName }: TwoStepTransfer,
  lockedAmulet: string,
  context: ChoiceContext,
): ChoiceProgram<ReadonlyArray<string>> {
  if (yield* isLater()) return yield* abortLock(transferBefore, lockedAmulet, context);
  const isLocked = yield* flagInContext(context, contextKeys.expireLock);
  if (!isLocked) {
    yield* requireReached(transferBeforeName, transferBefore);
    return [];
  }
  return [(yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {})).amuletCid];
}

/**
 * As {@link abortTwoStepTransfer} in the later release, whose context may leave `expire-lock` out.
 *
 * @param expiresAt when the lock expires; microseconds since the Unix epoch
 * @returns the coins given back
 */
export function* abortLock(
  expiresAt: bigint,
  lockedAmulet: string,
  context: ChoiceContext,
): ChoiceProgram<ReadonlyArray<string>> {
  const isLocked = yield* flagInContext(context, contextKeys.expireLock, true);
  if (!isLocked) {
    yield* requireReached("lockedAmulet.lockExpiresAt", expiresAt);
    return [];
  }
  return [(yield* exercise(LockedAmulet_UnlockV2, lockedAmulet, {})).amuletCid];
}
