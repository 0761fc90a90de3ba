import { expect } from "chai";
import {
  ReassignmentCommandsWire,
  ReassignmentWire,
} from "../../src/updates/reassignment-codecs.js";
import { read, refused } from "../refused.js";
import { created } from "../wire-events.js";

const assign = { reassignmentId: "r", source: "s::1", target: "t::1" };
const unassign = { contractId: "00", source: "s::1", target: "t::1" };
const commands = {
  workflowId: "w",
  userId: "u",
  commandId: "c",
  submitter: "alice",
  submissionId: "s",
};

describe("reassignment commands", () => {
  it("are read with both kinds of command", () => {
    const whole = {
      ...commands,
      commands: [
        { command: { AssignCommand: { value: assign } } },
        { command: { UnassignCommand: { value: unassign } } },
        { command: { Empty: {} } },
        {},
      ],
    };
    expect(read(ReassignmentCommandsWire, whole)).to.deep.equal(whole);
  });

  it("mirror a protobuf message: what is absent has its default, and rules judge it later", () => {
    expect(read(ReassignmentCommandsWire, {})).to.deep.equal({
      workflowId: "",
      userId: "",
      commandId: "",
      submitter: "",
      submissionId: "",
      commands: [],
    });
    const empty = { commands: [{ command: { AssignCommand: { value: {} } } }] };
    expect(read(ReassignmentCommandsWire, empty).commands).to.deep.equal([
      { command: { AssignCommand: { value: { reassignmentId: "", source: "", target: "" } } } },
    ]);
  });

  const at = "commands[0].command";
  const bad: ReadonlyArray<readonly [change: object, error: string]> = [
    [{ commandId: {} }, "commandId: expected a string, found an object"],
    [{ commands: {} }, "commands: expected an array, found an object"],
    [{ commands: ["x"] }, 'commands[0]: expected an object (ReassignmentCommand), found "x"'],
    [
      { commands: [{ command: {} }] },
      `${at}: expected an object with exactly one of the keys ` +
        "AssignCommand, Empty, UnassignCommand, found no key",
    ],
    [
      { commands: [{ command: { AssignCommand: assign } }] },
      `${at}.AssignCommand.value: missing, expected an object (AssignCommand1)`,
    ],
    [
      { commands: [{ command: { UnassignCommand: { value: { contractId: 1 } } } }] },
      `${at}.UnassignCommand.value.contractId: expected a string, found the number 1`,
    ],
  ];
  for (const [change, error] of bad) {
    it(`are refused with ${JSON.stringify(change)}`, () => {
      expect(refused(ReassignmentCommandsWire, { ...commands, ...change })).to.equal(error);
    });
  }
});

describe("a reassignment", () => {
  const arrival = {
    source: "s::1",
    target: "t::1",
    reassignmentId: "r",
    submitter: "alice",
    reassignmentCounter: 1,
    createdEvent: created,
  };
  const departure = {
    reassignmentId: "r",
    contractId: "00",
    templateId: "p:M:T",
    source: "s::1",
    target: "t::1",
    submitter: "alice",
    reassignmentCounter: 1,
    assignmentExclusivity: null,
    witnessParties: ["alice"],
    packageName: "m",
    offset: 5,
    nodeId: 0,
  };
  const whole = {
    updateId: "1220",
    commandId: "",
    workflowId: "",
    offset: 5,
    events: [{ JsAssignmentEvent: arrival }, { JsUnassignedEvent: { value: departure } }],
    traceContext: null,
    recordTime: "2026-01-01T00:00:00Z",
    synchronizerId: "s::1",
    paidTrafficCost: 0,
  };

  it("has an arrival without and a departure with a wrapper (ledger-api 2.1)", () => {
    expect(read(ReassignmentWire, whole)).to.deep.equal(whole);
    expect(
      refused(ReassignmentWire, { ...whole, events: [{ JsUnassignedEvent: departure }] }),
    ).to.equal("events[0].JsUnassignedEvent.value: missing, expected an object (UnassignedEvent)");
  });

  for (const field of Object.keys(whole)) {
    it(`always has ${field}`, () => {
      expect(refused(ReassignmentWire, { ...whole, [field]: undefined })).to.match(
        new RegExp(`^${field}: missing`),
      );
    });
  }

  for (const field of Object.keys(departure)) {
    it(`names a departure's ${field} when it is missing`, () => {
      const events = [{ JsUnassignedEvent: { value: { ...departure, [field]: undefined } } }];
      expect(refused(ReassignmentWire, { ...whole, events })).to.match(
        new RegExp(`^events\\[0\\]\\.JsUnassignedEvent\\.value\\.${field}: missing`),
      );
    });
  }

  it("requires in the published schema what version 3.5 requires", () => {
    expect(ReassignmentWire.schema.required).to.deep.equal([
      "updateId",
      "offset",
      "events",
      "recordTime",
      "synchronizerId",
    ]);
  });
});
