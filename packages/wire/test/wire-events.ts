import type { CreatedEvent, ExercisedEvent, Transaction } from "../src/updates/event-shapes.js";

export const created: CreatedEvent = {
  offset: 5,
  nodeId: 1,
  contractId: "00ab",
  templateId: "p:M:T",
  contractKey: null,
  contractKeyHash: "",
  createArgument: { owner: "alice" },
  createdEventBlob: "",
  interfaceViews: [
    {
      interfaceId: "p:M:I",
      viewStatus: { code: 0, message: "", details: [] },
      viewValue: {},
      implementationPackageId: null,
    },
  ],
  witnessParties: ["alice"],
  signatories: ["alice"],
  observers: [],
  createdAt: "2026-01-01T00:00:00.000000Z",
  packageName: "m",
  representativePackageId: "p",
  acsDelta: true,
};

export const exercised: ExercisedEvent = {
  offset: 5,
  nodeId: 0,
  contractId: "00cd",
  templateId: "p:M:T",
  interfaceId: null,
  choice: "Do",
  choiceArgument: [],
  actingParties: ["alice"],
  consuming: true,
  witnessParties: ["alice"],
  lastDescendantNodeId: 1,
  exerciseResult: null,
  packageName: "m",
  implementedInterfaces: [],
  acsDelta: true,
};

export const archived = {
  offset: 5,
  nodeId: 0,
  contractId: "00cd",
  templateId: "p:M:T",
  witnessParties: ["alice"],
  packageName: "m",
  implementedInterfaces: [],
};

export const transaction: Transaction = {
  updateId: "1220",
  commandId: "c",
  workflowId: "w",
  effectiveAt: "2026-01-01T00:00:00.000000Z",
  events: [{ ExercisedEvent: exercised }, { CreatedEvent: created }],
  offset: 5,
  synchronizerId: "s::1220",
  traceContext: { traceparent: "00", tracestate: null },
  recordTime: "2026-01-01T00:00:00.000000Z",
  externalTransactionHash: null,
  paidTrafficCost: 0,
};
