import { wirePartyId, wireUserId } from "../types/wire-ids.js";
import { wireInstant, wireInstantText } from "../types/wire-instant.js";
import type { TypeOf } from "io-ts";
import {
  deduplicationOf,
  JsCommand,
  JsDisclosedContract,
  JsDuration,
  JsPrefetchContractKey,
} from "../commands/composite-command-codec.js";
import {
  wireArray,
  wireBase64,
  wireInt32,
  wireInt64,
  wireMapped,
  wireObject,
  wireString,
} from "../types/wire-type.js";
import { always, defaulted, optional, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";
import {
  wireBoolean,
  wireEmptyNamed,
  wireEnum,
  wireNullable,
  wireOffset,
  wireWrapped,
} from "../types/wire-kinds.js";
import { HashingSchemeVersionWire, PartySignaturesWire } from "./signature-codecs.js";

/** The lower bound of ledger time, absolute or counted from receipt (ledger-api 2.14). */
export const MinLedgerTimeWire = wireObject("MinLedgerTime", {
  time: optional(
    wireUnion("Time", {
      Empty: wireEmptyNamed("Empty9"),
      MinLedgerTimeAbs: wireWrapped("MinLedgerTimeAbs", wireInstantText),
      MinLedgerTimeRel: wireWrapped("MinLedgerTimeRel", JsDuration),
    }),
  ),
});
/** The decoded form of {@link MinLedgerTimeWire}. */
export type MinLedgerTimeWire = TypeOf<typeof MinLedgerTimeWire>;

/** What a cost estimation is based on. */
const CostEstimationHints = wireObject("CostEstimationHints", {
  disabled: defaulted(wireBoolean, false),
  expectedSignatures: optional(
    wireArray(
      wireEnum(
        "SigningAlgorithmSpec",
        "SIGNING_ALGORITHM_SPEC_UNSPECIFIED",
        "SIGNING_ALGORITHM_SPEC_ED25519",
        "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256",
        "SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384",
      ),
    ),
  ),
});

/** Request of `POST /v2/interactive-submission/prepare` (ledger-api 2.14). */
export const JsPrepareSubmissionRequest = wireObject("JsPrepareSubmissionRequest", {
  userId: optional(wireUserId),
  commandId: required(wireString),
  commands: required(wireArray(JsCommand)),
  minLedgerTime: optional(MinLedgerTimeWire),
  actAs: required(wireArray(wirePartyId)),
  readAs: optional(wireArray(wirePartyId)),
  disclosedContracts: optional(wireArray(JsDisclosedContract)),
  synchronizerId: always(wireString),
  packageIdSelectionPreference: always(wireArray(wireString)),
  verboseHashing: defaulted(wireBoolean, false),
  prefetchContractKeys: optional(wireArray(JsPrefetchContractKey)),
  maxRecordTime: optional(wireInstant),
  estimateTrafficCost: optional(CostEstimationHints),
  tapsMaxPasses: optional(wireInt32),
  hashingSchemeVersion: optional(HashingSchemeVersionWire),
});
/** The decoded form of {@link JsPrepareSubmissionRequest}. */
export type JsPrepareSubmissionRequest = TypeOf<typeof JsPrepareSubmissionRequest>;

/** Answer of `POST /v2/interactive-submission/prepare`. */
export const JsPrepareSubmissionResponse = wireObject("JsPrepareSubmissionResponse", {
  preparedTransaction: required(wireBase64),
  preparedTransactionHash: required(wireBase64),
  hashingSchemeVersion: required(HashingSchemeVersionWire),
  hashingDetails: always(wireNullable(wireString)),
  costEstimation: always(
    wireNullable(
      wireObject("CostEstimation", {
        estimationTimestamp: required(wireString),
        confirmationRequestTrafficCostEstimation: required(wireOffset),
        confirmationResponseTrafficCostEstimation: required(wireOffset),
        totalTrafficCostEstimation: required(wireOffset),
      }),
    ),
  ),
});

// the same as in commands, under the names this request has in the published schemas
const DeduplicationPeriodWire = wireMapped(
  wireUnion("DeduplicationPeriod2", {
    DeduplicationDuration: wireWrapped("DeduplicationDuration2", JsDuration),
    DeduplicationOffset: wireWrapped("DeduplicationOffset2", wireInt64),
    Empty: wireEmptyNamed("Empty10"),
  }),
  deduplicationOf,
);

/** The fields of a request that executes a prepared transaction (ledger-api 2.14). */
export const executeSubmissionFields = {
  preparedTransaction: required(wireBase64),
  partySignatures: required(PartySignaturesWire),
  deduplicationPeriod: always(DeduplicationPeriodWire),
  submissionId: required(wireString),
  userId: optional(wireUserId),
  hashingSchemeVersion: required(HashingSchemeVersionWire),
  minLedgerTime: optional(MinLedgerTimeWire),
};

/** Request of `POST /v2/interactive-submission/execute`. */
export const JsExecuteSubmissionRequest = wireObject(
  "JsExecuteSubmissionRequest",
  executeSubmissionFields,
);
/** The decoded form of {@link JsExecuteSubmissionRequest}. */
export type JsExecuteSubmissionRequest = TypeOf<typeof JsExecuteSubmissionRequest>;
