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
  ["3600", messages.lifetime.hour],
  ["86400", messages.lifetime.day],
  ["864000", messages.lifetime.days10],
  ["2592000", messages.lifetime.days30],
  ["7776000", messages.lifetime.days90],
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
      return messages.problem.shortOfFunds({
        missing: formatDecimal(missing ?? "some", locale),
        coin,
      });
    case "too-many-coins":
      return messages.problem.tooManyCoins;
    case "receiver-unknown":
      return messages.problem.receiverUnknown;
    case "no-preapproval":
      return messages.problem.noPreapproval;
    case "expiry-needed":
      return messages.problem.expiryNeeded;
    case "expiry-passed":
      return messages.problem.expiryPassed;
    case "refused":
      return messages.problem.refused({
        cause: cause ?? messages.problem.noCause,
      });
  }
};

/** How the coins reach the receiver, and why. */
export const routeText = ({ route }: Pick<TransferPreview, "route">): string => {
  switch (route) {
    case "direct":
      return messages.route.direct;
    case "two-step":
      return messages.route.twoStep;
    case "legacy-offer":
      return messages.route.offer;
    case "to-yourself":
      return messages.route.toYourself;
  }
};
