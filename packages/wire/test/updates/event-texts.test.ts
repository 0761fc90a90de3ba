import { type Json, JsonText, ledgerError } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { okStatus, toStatus } from "../../src/errors/error-status.js";
import type {
  ActiveContract,
  ArchivedEvent,
  CreatedEvent,
  Event,
  ExercisedEvent,
  InterfaceView,
  Transaction,
} from "../../src/updates/event-shapes.js";
import { activeContractText, transactionUpdateText } from "../../src/updates/event-texts.js";

const text = fc.stringMatching(/^[a-zé:#.]{0,5}$/);
const texts = fc.array(text, { maxLength: 3 });
const value = fc.constantFrom<Json>(null, true, "x", [], {}, { a: ['"', { b: "é" }] });
const offset = fc.nat();
const common = { offset, nodeId: fc.nat(), contractId: text, templateId: text, packageName: text };

const view = fc.record({ text, value, state: fc.option(text) }).map(
  (of): InterfaceView => ({
    interfaceId: of.text,
    viewStatus:
      of.state === null ? okStatus : toStatus(ledgerError("UNHANDLED_EXCEPTION", `"${of.state}"`)),
    viewValue: of.value,
    implementationPackageId: of.state,
  }),
);

// the order of the fields is the order in which they are written
const created = fc
  .record({
    ...common,
    value,
    interfaceViews: fc.array(view, { maxLength: 2 }),
    witnessParties: texts,
    signatories: texts,
    observers: texts,
  })
  .map(
    (of): CreatedEvent => ({
      offset: of.offset,
      nodeId: of.nodeId,
      contractId: of.contractId,
      templateId: of.templateId,
      contractKey: null,
      contractKeyHash: "",
      createArgument: of.value,
      createdEventBlob: "",
      interfaceViews: of.interfaceViews,
      witnessParties: of.witnessParties,
      signatories: of.signatories,
      observers: of.observers,
      createdAt: "2026-01-01T00:00:00.000000Z",
      packageName: of.packageName,
      representativePackageId: of.templateId,
      acsDelta: of.nodeId % 2 === 0,
    }),
  );

const archived = fc.record({ ...common, parties: texts, implementedInterfaces: texts }).map(
  (of): ArchivedEvent => ({
    offset: of.offset,
    nodeId: of.nodeId,
    contractId: of.contractId,
    templateId: of.templateId,
    witnessParties: of.parties,
    packageName: of.packageName,
    implementedInterfaces: of.implementedInterfaces,
  }),
);

const exercised = fc
  .record({ ...common, value, result: value, interfaceId: fc.option(text), parties: texts })
  .map(
    (of): ExercisedEvent => ({
      offset: of.offset,
      nodeId: of.nodeId,
      contractId: of.contractId,
      templateId: of.templateId,
      interfaceId: of.interfaceId,
      choice: of.packageName,
      choiceArgument: of.value,
      actingParties: of.parties,
      consuming: of.nodeId % 2 === 0,
      witnessParties: of.parties,
      lastDescendantNodeId: of.nodeId + 1,
      exerciseResult: of.result,
      packageName: of.packageName,
      implementedInterfaces: of.parties,
      acsDelta: of.nodeId % 3 === 0,
    }),
  );

const event = fc.oneof(
  created.map((CreatedEvent): Event => ({ CreatedEvent })),
  archived.map((ArchivedEvent): Event => ({ ArchivedEvent })),
  exercised.map((ExercisedEvent): Event => ({ ExercisedEvent })),
);

const inText = (json: Json) => new JsonText<Json>(JSON.stringify(json));

const createdInText = (of: CreatedEvent): CreatedEvent<JsonText<Json>> => ({
  ...of,
  createArgument: inText(of.createArgument),
  interfaceViews: of.interfaceViews.map((each) => new JsonText(JSON.stringify(each))),
});

const eventInText = (of: Event): Event<JsonText<Json>> => {
  if ("CreatedEvent" in of) return { CreatedEvent: createdInText(of.CreatedEvent) };
  if ("ArchivedEvent" in of) return of;
  const { choiceArgument, exerciseResult } = of.ExercisedEvent;
  return {
    ExercisedEvent: {
      ...of.ExercisedEvent,
      choiceArgument: inText(choiceArgument),
      exerciseResult: inText(exerciseResult),
    },
  };
};

describe("an answer as text", () => {
  it("is what JSON.stringify makes of a transaction", () => {
    const transaction = fc
      .record({ events: fc.array(event, { maxLength: 3 }), state: fc.option(text), text, offset })
      .map(
        (of): Transaction => ({
          updateId: of.text,
          commandId: of.text,
          workflowId: of.text,
          effectiveAt: "2026-01-01T00:00:00.000000Z",
          events: of.events,
          offset: of.offset,
          synchronizerId: `${of.text}"`,
          traceContext: { traceparent: of.text, tracestate: of.state },
          recordTime: "2026-01-01T00:00:00.000001Z",
          externalTransactionHash: null,
          paidTrafficCost: of.state === null ? null : 0,
        }),
      );
    fc.assert(
      fc.property(transaction, (of) => {
        const { json } = transactionUpdateText({ ...of, events: of.events.map(eventInText) });
        expect(json).to.equal(JSON.stringify({ update: { Transaction: { value: of } } }));
      }),
    );
  });

  it("is what JSON.stringify makes of an active contract", () => {
    fc.assert(
      fc.property(created, text, (createdEvent, other) => {
        const entryOf = <V>(of: CreatedEvent<V>): ActiveContract<V> => ({
          workflowId: other,
          contractEntry: {
            JsActiveContract: {
              createdEvent: of,
              synchronizerId: `\\${other}`,
              reassignmentCounter: 0,
            },
          },
          streamContinuationToken: other,
        });
        expect(activeContractText(entryOf(createdInText(createdEvent))).json).to.equal(
          JSON.stringify(entryOf(createdEvent)),
        );
      }),
    );
  });
});
