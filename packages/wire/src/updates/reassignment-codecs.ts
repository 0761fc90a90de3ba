import { CreatedEventWire, TraceContextWire } from "./event-codecs.js";
import { wireEmpty, wireNullable, wireOffset, wireValue } from "../types/wire-kinds.js";
import {
  defaulted,
  optional,
  required,
  wireArray,
  wireInt32,
  wireObject,
  wireString,
  wireUnion,
} from "../types/wire-type.js";

const given = defaulted(wireString, "");
const line = required(wireString);
const wholeNumber = required(wireOffset);

const AssignCommand = wireObject(
  "AssignCommand",
  { reassignmentId: given, source: given, target: given },
  ["reassignmentId", "source", "target"],
);

const UnassignCommand = wireObject(
  "UnassignCommand",
  { contractId: given, source: given, target: given },
  ["contractId", "source", "target"],
);

/** Commands that move contracts between synchronizers (ledger-api 2.3). */
export const ReassignmentCommandsWire = wireObject(
  "ReassignmentCommands",
  {
    workflowId: given,
    userId: given,
    commandId: given,
    submitter: given,
    submissionId: given,
    commands: defaulted(
      wireArray(
        wireObject("ReassignmentCommand", {
          command: optional(
            wireUnion("ReassignmentCommandCase", {
              AssignCommand: wireValue(AssignCommand),
              Empty: wireEmpty,
              UnassignCommand: wireValue(UnassignCommand),
            }),
          ),
        }),
      ),
      [],
    ),
  },
  ["commandId", "submitter", "commands"],
);

const UnassignedEventWire = wireObject("UnassignedEvent", {
  reassignmentId: line,
  contractId: line,
  templateId: line,
  source: line,
  target: line,
  submitter: line,
  reassignmentCounter: wholeNumber,
  assignmentExclusivity: required(wireNullable(wireString)),
  witnessParties: required(wireArray(wireString)),
  packageName: line,
  offset: wholeNumber,
  nodeId: required(wireInt32),
});

const AssignedEventWire = wireObject("JsAssignmentEvent", {
  source: line,
  target: line,
  reassignmentId: line,
  submitter: line,
  reassignmentCounter: wholeNumber,
  createdEvent: required(CreatedEventWire),
});

/** A reassignment as answers show it (ledger-api 2.5). A ledger with one synchronizer has none. */
export const ReassignmentWire = wireObject("JsReassignment", {
  updateId: line,
  commandId: line,
  workflowId: line,
  offset: wholeNumber,
  events: required(
    wireArray(
      wireUnion("JsReassignmentEvent", {
        JsAssignmentEvent: AssignedEventWire,
        JsUnassignedEvent: wireValue(UnassignedEventWire),
      }),
    ),
  ),
  traceContext: required(wireNullable(TraceContextWire)),
  recordTime: line,
  synchronizerId: line,
  paidTrafficCost: wholeNumber,
});
