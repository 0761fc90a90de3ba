import { type CompositeCommand, type Submission, timestampToText } from "@tallystick/core";
import { type DryRunOutcome, orThrow } from "@tallystick/node";
import {
  JsCommands,
  JsLedgerError,
  optional,
  required,
  toWireError,
  TransactionWire,
  wireArray,
  wireBoolean,
  wireEnum,
  wireInt32,
  wireInt64,
  wireJson,
  wireNullable,
  wireObject,
  wireOffset,
  wireString,
} from "@tallystick/wire";
import type { Caller } from "../../auth/authenticator.js";
import { endpoint } from "../../endpoints/endpoint.js";
import type { Services } from "../../endpoints/services.js";
import { queryInt64 } from "../../endpoints/list-query.js";
import { submissionRights, type Submitting, validSubmission } from "../submission/submission.js";

const parties = required(wireArray(wireString));

const DryRunNode = wireObject("DryRunNode", {
  nodeId: required(wireInt32),
  depth: required(wireInt32),
  authorizers: parties,
  informees: parties,
  witnesses: parties,
});

const DryRunContract = wireObject("DryRunContract", {
  contractId: required(wireString),
  templateId: required(wireString),
  signatories: parties,
  observers: parties,
  foundBy: required(wireEnum("DryRunFoundBy", "party", "disclosure")),
  byKey: required(wireBoolean),
  consumed: required(wireBoolean),
});

const DryRunInstrument = wireObject("DryRunInstrument", {
  admin: required(wireString),
  id: required(wireString),
});

const DryRunAmount = wireObject("DryRunAmount", {
  contractId: required(wireString),
  owner: optional(wireString),
  instrumentId: required(DryRunInstrument),
  amount: required(wireString),
  isLocked: required(wireBoolean),
});

const DryRunHolding = wireObject("DryRunHolding", {
  owner: optional(wireString),
  instrumentId: required(DryRunInstrument),
  change: required(wireString),
  lockedChange: required(wireString),
  before: required(wireNullable(wireString)),
  after: required(wireNullable(wireString)),
});

const DryRunExercise = wireObject("DryRunExercise", {
  contractId: required(wireString),
  templateId: required(wireString),
  interfaceId: optional(wireString),
  choice: required(wireString),
  argument: required(wireJson),
  payload: required(wireJson),
  actingParties: parties,
  authorizers: parties,
});

const DryRunStop = wireObject("DryRunStop", {
  exercises: required(wireArray(DryRunExercise)),
  location: optional(
    wireObject("DryRunLocation", {
      definition: required(wireString),
      packageId: required(wireString),
      line: optional(wireInt32),
    }),
  ),
  authority: optional(
    wireObject("DryRunAuthority", {
      required: parties,
      given: parties,
      missing: required(
        wireArray(
          wireObject("DryRunMissing", {
            party: required(wireString),
            isHosted: required(wireBoolean),
            signed: parties,
          }),
        ),
      ),
    }),
  ),
});

/** What a command would do to contracts, for a picture of it. */
export const DryRunEffects = wireObject("DryRunEffects", {
  transaction: required(TransactionWire),
  nodes: required(wireArray(DryRunNode)),
  contracts: required(wireArray(DryRunContract)),
  amounts: required(wireArray(DryRunAmount)),
});

/** The effects of a dry run as they are answered; none of a rejected command. */
export const effectsToWire = ({ transaction, nodes, contracts, amounts }: DryRunOutcome) =>
  transaction === undefined ? {} : { effects: { transaction, nodes, contracts, amounts } };

/** What a command would do, or why it would be rejected. */
export const DryRunResponse = wireObject("DryRunResponse", {
  verdict: required(wireEnum("DryRunVerdict", "accepted", "rejected")),
  offset: required(wireOffset),
  recordTime: required(wireString),
  transaction: optional(TransactionWire),
  nodes: required(wireArray(DryRunNode)),
  contracts: required(wireArray(DryRunContract)),
  packages: required(
    wireArray(
      wireObject("DryRunPackage", {
        packageId: required(wireString),
        name: required(wireString),
        version: required(wireString),
      }),
    ),
  ),
  holdings: required(wireArray(DryRunHolding)),
  amounts: required(wireArray(DryRunAmount)),
  eventBytes: required(wireInt64),
  trafficCost: required(wireInt64),
  error: optional(JsLedgerError),
  stopped: optional(DryRunStop),
});

/** What the rows have in common that try a command. */
export const triedCommand = {
  method: "POST",
  query: wireObject("DryRunQuery", { at: optional(queryInt64) }),
  body: JsCommands,
  isLongRead: true,
  errors: ["OFFSET_AFTER_LEDGER_END", "NEGATIVE_OFFSET", "PARTICIPANT_PRUNED_DATA_ACCESSED"],
  validate: (input: Submitting & { readonly body: Submission }, services: Services) =>
    validSubmission(input.body, input, services),
  rights: ({ valid, caller }: { readonly valid: CompositeCommand; readonly caller: Caller }) =>
    caller.rights.participantAdmin ? [] : submissionRights(valid),
} as const;

/** The outcome of a dry run as it is answered. */
export const dryRunToWire = ({ recordTime, error, ...outcome }: DryRunOutcome) => ({
  ...outcome,
  recordTime: timestampToText(recordTime),
  ...(error === undefined ? {} : { error: toWireError(error) }),
});

/** `POST /v2/commands/dry-run`: of this node alone. */
export const commandsDryRun = endpoint({
  ...triedCommand,
  path: "/v2/commands/dry-run",
  summary: "Try one composite command without any effect",
  description:
    "The body is that of submit-and-wait. The response says what the command would do: the transaction with the " +
    "authorizers and witnesses of each node, the contracts used, the balances changed; or why it would be rejected, in " +
    "which exercise, and whose authority is missing. Nothing is written, and `at` tries it after an earlier offset. " +
    "Ids that the node draws at random consist of zeros. External parties count as having signed. A participant admin " +
    "may try commands of any party.",
  response: DryRunResponse,
  handle: async ({ valid, query: { at } }, { ledger }) =>
    dryRunToWire(orThrow(await ledger.dryRun(valid, at === undefined ? {} : { at }))),
});
