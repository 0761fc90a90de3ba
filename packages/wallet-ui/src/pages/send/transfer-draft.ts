import type { Transfer, TransferPreview } from "../../data/transfers.js";
import { formatDecimal } from "../../money/format-amount.js";
import { messages } from "./messages.js";

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** A transfer as it was stored before a reload; undefined when it is none. */
export const storedTransfer = (stored: unknown): Transfer | undefined => {
  if (!isRecord(stored)) return undefined;
  const { receiver, amount, memo, expiresAt, way } = stored;
  return typeof receiver === "string" &&
    typeof amount === "string" &&
    typeof memo === "string" &&
    typeof expiresAt === "number" &&
    (way === "token-standard" || way === "transfer-offer")
    ? { receiver, amount, memo, expiresAt, way }
    : undefined;
};

/** How long the receiver has to accept; seconds. */
export const lifetimes = [
  ["3600", messages.hour1],
  ["86400", messages.day1],
  ["864000", messages.days10],
  ["2592000", messages.days30],
  ["7776000", messages.days90],
] as const;
/** One of them. */
export type Lifetime = (typeof lifetimes)[number][0];

type Problem = TransferPreview["problems"][number];

/** Why a transfer cannot be sent as it is, as a sentence. */
export const problemText = (
  { code, missing, cause }: Problem,
  coin: string,
  locale: string,
): string => {
  switch (code) {
    case "short-of-funds":
      return messages.youHaveTooLittle({ missing: formatDecimal(missing ?? "some", locale), coin });
    case "too-many-coins":
      return messages.yourCoinsAreTooMany;
    case "receiver-unknown":
      return messages.noPartyWithThisIdIsKnown;
    case "no-preapproval":
      return messages.receiverAcceptsNoDirectTransfers;
    case "expiry-needed":
      return messages.chooseUntilWhenTheReceiver;
    case "expiry-passed":
      return messages.timeToAcceptHasPassed;
    case "refused":
      return messages.ledgerWouldRejectIt({
        cause: cause ?? messages.noCauseWasGiven,
      });
  }
};

/** How the coins reach the receiver, and why. */
export const routeText = ({ route }: Pick<TransferPreview, "route">): string => {
  switch (route) {
    case "direct":
      return messages.directTheReceiverHasApproved;
    case "two-step":
      return messages.twoStepsTheCoins;
    case "legacy-offer":
      return messages.offerNothingIsLockedAfter;
    case "to-yourself":
      return messages.toYourselfYourCoinsBecome;
  }
};
