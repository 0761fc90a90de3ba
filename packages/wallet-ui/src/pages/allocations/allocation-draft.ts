import { numericToText } from "@tallystick/core/numeric";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { noAmount, type TypedAmount } from "../../money/typed-amount.js";
import { readParty } from "../../parties/party-id.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

const hourMicros = 3_600_000_000;

/** Hours within which it is allocated. */
export const terms = [
  ["1", messages.span.hours({ count: 1 })],
  ["24", messages.span.days({ count: 1 })],
  ["168", messages.span.days({ count: 7 })],
  ["720", messages.span.days({ count: 30 })],
] as const;

/** What is typed to allocate coins to a leg. */
export interface AllocationDraft {
  readonly settlement: string;
  readonly leg: string;
  readonly executor: string;
  readonly receiver: string;
  readonly amount: TypedAmount;
  readonly term: (typeof terms)[number][0];
}

export const noAllocation: AllocationDraft = {
  settlement: "",
  leg: "",
  executor: "",
  receiver: "",
  amount: noAmount,
  term: "24",
};

/** The allocation that is requested; Left: what is missing. */
export const allocationOf = (
  draft: AllocationDraft,
  nowMs: number,
): Checked<WalletSchemas["AllocateAmuletRequest"]> => {
  const [executor, receiver] = [readParty(draft.executor), readParty(draft.receiver)];
  const { value } = draft.amount;
  const [settlement, leg] = [draft.settlement.trim(), draft.leg.trim()];
  const isNamed = settlement !== "" && leg !== "";
  if (isLeft(executor) || isLeft(receiver) || value === undefined || !isNamed)
    return lacks(messages.form.missing);
  const [now, term] = [nowMs * 1_000, Number(draft.term) * hourMicros];
  return right({
    settlement: {
      executor: executor.right,
      settlement_ref: { id: settlement },
      requested_at: now,
      allocate_before: now + term,
      settle_before: now + 2 * term,
    },
    transfer_leg_id: leg,
    transfer_leg: { receiver: receiver.right, amount: numericToText(value) },
  });
};
