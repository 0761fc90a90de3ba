import { UnassignedEventWire } from "./event-codecs.js";
import { CreatedEventWire, TraceContextWire } from "./event-codecs.js";
import { wireEmptyNamed, wireNullable, wireOffset, wireWrapped } from "../types/wire-kinds.js";
import { wireArray, wireObject, wireString } from "../types/wire-type.js";
import { always, defaulted, optional, required } from "../types/wire-field.js";
import { wireUnion } from "../types/wire-union.js";

const given = defaulted(wireString, "");
const line = required(wireString);
const wholeNumber = required(wireOffset);

const AssignCommand = wireObject(
  "AssignCommand1",
  { reassignmentId: given, source: given, target: given },
  ["reassignmentId", "source", "target"],
);

const UnassignCommand = wireObject(
  "UnassignCommand1",
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
            wireUnion("Command1", {
              AssignCommand: wireWrapped("AssignCommand", AssignCommand),
              Empty: wireEmptyNamed("Empty2"),
              UnassignCommand: wireWrapped("UnassignCommand", UnassignCommand),
            }),
          ),
        }),
      ),
      [],
    ),
  },
  ["commandId", "submitter", "commands"],
);

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
  commandId: always(wireString),
  workflowId: always(wireString),
  offset: wholeNumber,
  events: required(
    wireArray(
      wireUnion("JsReassignmentEvent", {
        JsAssignmentEvent: AssignedEventWire,
        JsUnassignedEvent: wireWrapped("JsUnassignedEvent", UnassignedEventWire),
      }),
    ),
  ),
  traceContext: always(wireNullable(TraceContextWire)),
  recordTime: line,
  synchronizerId: line,
  paidTrafficCost: always(wireOffset),
});
