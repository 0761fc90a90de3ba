import type { Transfer, TransferPreview } from "../../data/transfers.js";

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
  ["3600", "1 hour"],
  ["86400", "1 day"],
  ["864000", "10 days"],
  ["2592000", "30 days"],
  ["7776000", "90 days"],
] as const;
/** One of them. */
export type Lifetime = (typeof lifetimes)[number][0];

type Problem = TransferPreview["problems"][number];

/** Why a transfer cannot be sent as it is, as a sentence. */
export const problemText = ({ code, missing, cause }: Problem, coin: string): string => {
  switch (code) {
    case "short-of-funds":
      return `You have too little: ${missing ?? "some"} ${coin} are missing.`;
    case "too-many-coins":
      return "Your coins are too many and too small for one transfer. Merge them first.";
    case "receiver-unknown":
      return "No party with this id is known on this network. Check every character.";
    case "no-preapproval":
      return "The receiver accepts no direct transfers.";
    case "expiry-needed":
      return "Choose until when the receiver can accept.";
    case "expiry-passed":
      return "The time to accept has passed already. Go back and choose another one.";
    case "refused":
      return `The ledger would reject it: ${cause ?? "no cause was given"}`;
  }
};

/** How the coins reach the receiver, and why. */
export const routeText = ({ route }: Pick<TransferPreview, "route">): string => {
  switch (route) {
    case "direct":
      return "Direct: the receiver has approved transfers in advance, and has the coins at once.";
    case "two-step":
      return "Two steps: the coins are locked until the receiver accepts. Until then you can take them back.";
    case "legacy-offer":
      return "Offer: nothing is locked. After the receiver has accepted, your wallet pays, if it has enough then.";
    case "to-yourself":
      return "To yourself: your coins become one of this amount, and the change.";
  }
};
