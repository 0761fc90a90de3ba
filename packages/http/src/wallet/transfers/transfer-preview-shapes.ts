import {
  defaulted,
  oneOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import { DryRunEffects } from "../../v2/commands/commands-dry-run.js";
import { moment, partyId, positiveAmount } from "../rows/value-codecs.js";

/** The requests that carry out a transfer, by its way. */
export const pathOfWay = {
  "token-standard": "/v0/wallet/token-standard/transfers",
  "transfer-preapproval": "/v0/wallet/transfer-preapproval/send",
  "transfer-offer": "/v0/wallet/transfer-offers",
} as const;
export type Way = keyof typeof pathOfWay;

export const PreviewRequest = wireObject("PreviewTransferRequest", {
  receiver_party_id: required(partyId),
  amount: required(positiveAmount),
  description: optional(wireString),
  expires_at: optional(moment),
  way: defaulted(
    oneOf<Way>("token-standard", "transfer-preapproval", "transfer-offer"),
    "token-standard",
  ),
});
export type PreviewRequest = TypeOf<typeof PreviewRequest>;

const routes = ["direct", "two-step", "legacy-offer", "to-yourself"] as const;
/** How the CC reaches the receiver. */
export type Route = (typeof routes)[number];

/** A balance before or after. */
export const AmountsWire = wireObject("PreviewedBalance", {
  unlocked: required(wireString),
  locked: required(wireString),
});

/** What a transfer would do. */
export const PreviewAnswer = wireObject("PreviewTransferResponse", {
  can_send: required(wireBoolean),
  /** Why it cannot be sent as it is. */
  problems: required(
    wireArray(
      wireObject("PreviewedObstacle", {
        code: required(
          oneOf(
            "short-of-funds",
            "too-many-coins",
            "receiver-unknown",
            "no-preapproval",
            "expiry-needed",
            "expiry-passed",
            "refused",
          ),
        ),
        /** CC that is missing; of short-of-funds and too-many-coins. */
        missing: optional(wireString),
        /** The error of the ledger; of refused. */
        error_code: optional(wireString),
        cause: optional(wireString),
      }),
    ),
  ),
  route: required(oneOf<Route>(...routes)),
  why: required(
    oneOf("receiver-has-preapproval", "receiver-must-accept", "asked-for-offer", "own-party"),
  ),
  request: required(
    wireObject("PreviewedRequest", { method: required(wireString), path: required(wireString) }),
  ),
  receiver: required(
    wireObject("PreviewedReceiver", {
      party_id: required(wireString),
      is_known: required(wireBoolean),
      is_first_time: required(wireBoolean),
      last_sent_at: optional(wireString),
      /** Parties of the history that it can be taken for. */
      similar_to: required(wireArray(wireString)),
    }),
  ),
  preapproval: optional(
    wireObject("PreviewedPreapproval", {
      contract_id: required(wireString),
      provider: required(wireString),
      expires_at: required(wireString),
    }),
  ),
  /** What is locked until the receiver decides. */
  lock: optional(
    wireObject("PreviewedLock", { amount: required(wireString), until: optional(wireString) }),
  ),
  expires_at: optional(wireString),
  inputs: required(
    wireArray(
      wireObject("PreviewedInput", {
        kind: required(oneOf("coin", "expired-lock", "reward")),
        contract_id: required(wireString),
        amount: required(wireString),
      }),
    ),
  ),
  change: required(wireString),
  fee: required(wireString),
  rewards_minted: required(wireString),
  balance_before: required(AmountsWire),
  balance_after: optional(AmountsWire),
  /** Bytes; undefined when the transfer cannot be made. */
  traffic_bytes: optional(wireInt64),
  /** What it would do to contracts; undefined when the transfer cannot be made. */
  effects: optional(DryRunEffects),
  round: required(wireInt64),
});
/** What a transfer would do. */
export type PreviewAnswer = TypeOf<typeof PreviewAnswer>;
