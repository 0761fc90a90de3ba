import type { Tone } from "../../components/base/status-pill.js";
import type { SentTransfer, Transfer } from "../../data/transfers.js";
import type { Fate } from "../../history/fate.js";
import { messages } from "./messages.js";

const words: Readonly<Record<Fate, readonly [Tone, string, string]>> = {
  waiting: ["accent", messages.fate.waiting, messages.fate.waitingHint],
  accepted: ["accent", messages.fate.accepted, messages.fate.acceptedHint],
  completed: ["positive", messages.fate.completed, messages.fate.completedHint],
  rejected: ["negative", messages.fate.rejected, messages.fate.rejectedLocked],
  withdrawn: ["neutral", messages.fate.withdrawn, messages.fate.withdrawnLocked],
  cancelled: ["neutral", messages.fate.withdrawn, messages.fate.withdrawnLocked],
  expired: ["warning", messages.fate.expired, messages.fate.expiredLocked],
};

/** An offer locks nothing, so nothing comes back. */
const offerWords: typeof words = {
  ...words,
  rejected: ["negative", messages.fate.rejected, messages.fate.rejectedOffer],
  withdrawn: ["negative", messages.fate.withdrawn, messages.fate.withdrawnOffer],
  expired: ["warning", messages.fate.expired, messages.fate.expiredOffer],
};

/** What the node gives for the reason when the sender's wallet could not pay. */
const outOfFunds = /^out of funds/;

/** The pill of a transfer that was sent, its title, and what that means. */
export const wordsOf = (
  { way }: Pick<Transfer, "way">,
  fate: Fate,
  reason: string | undefined,
): readonly [Tone, string, string] => {
  if (fate === "withdrawn" && outOfFunds.test(reason ?? ""))
    return ["negative", messages.fate.notPaid, messages.fate.notPaidHint];
  return (way === "transfer-offer" ? offerWords : words)[fate];
};

/** The steps of a transfer, to its end. */
export const stepsOf = ({
  transfer,
  waiting,
}: Pick<SentTransfer, "transfer" | "waiting">): ReadonlyArray<string> => {
  if (transfer.way === "transfer-offer")
    return [messages.step.offered, messages.fate.accepted, messages.step.paid];
  return waiting === undefined
    ? [messages.step.sent, messages.fate.completed]
    : [messages.step.sent, messages.fate.accepted, messages.fate.completed];
};

/** How many of the steps are done. */
export const currentOf = (fate: Fate, count: number): number => {
  if (fate === "completed") return count;
  return fate === "accepted" ? 2 : 1;
};
