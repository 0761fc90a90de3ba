import { type ChoiceProgram, microsToText } from "@tallystick/core";
import { generalError, stopWith } from "../../model/coin-error.js";
import { requireReached } from "../../model/deadline.js";
import type {
  AllocationResult,
  AllocationSpecification,
  SettlementInfo,
} from "../../token-standard/allocation-v2.js";
import type { ByActors } from "../../token-standard/acting-parties.js";
import { emptyMetadata, type Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys, withText } from "../../token-standard/token-metadata.js";
import { isLedgerTimeBefore } from "@tallystick/core";

/** What is given back when an allocation ends. */
export type GivenBack = AllocationResult["authorizerHoldingCids"];

/** Stops the command when an account has bound itself to an allocation, and still is bound. */
export function* requireWithdrawable({
  committed,
  settlementDeadline,
}: AllocationSpecification): ChoiceProgram<void> {
  if (!committed) return;
  const error = "cannot-withdraw-committed-allocation";
  if (settlementDeadline === undefined) {
    const without = "Cannot withdraw a committed allocation that has no settlement deadline.";
    yield* stopWith(error, without, {}, "argument");
  } else if (yield* isLedgerTimeBefore(settlementDeadline + 1n)) {
    const early = "Cannot withdraw a committed allocation before its settlement deadline.";
    yield* stopWith(error, early, { settlementDeadline: microsToText(settlementDeadline) });
  }
}

const isSameSet = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): boolean =>
  a.every((each) => b.includes(each)) && b.every((each) => a.includes(each));

/**
 * What a cancellation says: executors cancel as they like, the administrator what has expired.
 */
export function* cancelled(
  { actors }: ByActors,
  { executors }: SettlementInfo,
  expiresAt: bigint | undefined,
  authorizerHoldingCids: GivenBack,
): ChoiceProgram<AllocationResult> {
  let meta: Metadata = emptyMetadata;
  if (!isSameSet(actors, executors)) {
    if (expiresAt === undefined)
      yield* generalError("The admin cannot cancel an unexpired allocation");
    else yield* requireReached("allocation.expiresAt", expiresAt);
    meta = withText(meta, "cancelled expired allocation");
  }
  return {
    output: { tag: "AllocationResult_Cancelled", value: {} },
    authorizerHoldingCids,
    meta: { values: new Map([...meta.values, [metadataKeys.txKind, "unlock"]]) },
  };
}

/** What a settlement says to clients of the first version. */
export const settledMetadata: Metadata = {
  values: new Map([
    [metadataKeys.txKind, "settle-V2-allocation"],
    [metadataKeys.reason, "settle V2 allocation"],
  ]),
};
