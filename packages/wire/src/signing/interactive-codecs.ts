import type { TypeOf } from "io-ts";
import {
  JsCommand,
  JsDeduplicationPeriod,
  JsDisclosedContract,
  JsDuration,
  JsPrefetchContractKey,
} from "../commands/composite-command-codec.js";
import {
  defaulted,
  optional,
  required,
  wireArray,
  wireBase64,
  wireInt32,
  wireObject,
  wireString,
  wireUnion,
} from "../types/wire-type.js";
import {
  wireBoolean,
  wireEmpty,
  wireEnum,
  wireNullable,
  wireOffset,
  wireValue,
} from "../types/wire-kinds.js";
import { HashingSchemeVersionWire, PartySignaturesWire } from "./signature-codecs.js";

/** The lower bound of ledger time, absolute or counted from receipt (ledger-api 2.14). */
export const MinLedgerTimeWire = wireObject("MinLedgerTime", {
  time: optional(
    wireUnion("Time", {
      Empty: wireEmpty,
      MinLedgerTimeAbs: wireValue(wireString),
      MinLedgerTimeRel: wireValue(JsDuration),
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
  userId: optional(wireString),
  commandId: required(wireString),
  commands: required(wireArray(JsCommand)),
  minLedgerTime: optional(MinLedgerTimeWire),
  actAs: required(wireArray(wireString)),
  readAs: optional(wireArray(wireString)),
  disclosedContracts: optional(wireArray(JsDisclosedContract)),
  synchronizerId: optional(wireString),
  packageIdSelectionPreference: optional(wireArray(wireString)),
  verboseHashing: defaulted(wireBoolean, false),
  prefetchContractKeys: optional(wireArray(JsPrefetchContractKey)),
  maxRecordTime: optional(wireString),
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
  hashingDetails: required(wireNullable(wireString)),
  costEstimation: optional(
    wireObject("CostEstimation", {
      estimationTimestamp: required(wireString),
      confirmationRequestTrafficCostEstimation: required(wireOffset),
      confirmationResponseTrafficCostEstimation: required(wireOffset),
      totalTrafficCostEstimation: required(wireOffset),
    }),
  ),
});

/** The fields of a request that executes a prepared transaction (ledger-api 2.14). */
export const executeSubmissionFields = {
  preparedTransaction: required(wireBase64),
  partySignatures: required(PartySignaturesWire),
  deduplicationPeriod: optional(JsDeduplicationPeriod),
  submissionId: required(wireString),
  userId: optional(wireString),
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
