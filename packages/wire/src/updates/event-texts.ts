import { type Json, JsonText } from "@tallystick/core";
import type {
  ActiveContract,
  ArchivedEvent,
  CreatedEvent,
  Event,
  ExercisedEvent,
  Transaction,
} from "./event-shapes.js";
import type { FoundUpdate } from "./update-shapes.js";

// These write what `JSON.stringify` writes of the same value, in the same order. Texts of an event
// need no escape, see `transactionInText`; the others are written by `JSON.stringify`.

type Value = JsonText<Json>;

const jsonOf = ({ json }: JsonText<unknown>): string => json;

const textsOf = (texts: ReadonlyArray<string>): string =>
  texts.length === 0 ? "[]" : `["${texts.join('","')}"]`;

/** The JSON of a text that answers repeat: the latest one is kept. */
let latest = { text: "", json: '""' };
const repeated = (text: string): string => {
  if (latest.text !== text) latest = { text, json: JSON.stringify(text) };
  return latest.json;
};

const createdText = (event: CreatedEvent<Value>): string => {
  const { witnessParties, signatories } = event;
  const witnesses = textsOf(witnessParties);
  const signed = signatories === witnessParties ? witnesses : textsOf(signatories);
  return `{"offset":${event.offset},"nodeId":${event.nodeId},"contractId":"${event.contractId}","templateId":"${event.templateId}","contractKey":null,"contractKeyHash":"","createArgument":${event.createArgument.json},"createdEventBlob":"","interfaceViews":[${event.interfaceViews.map(jsonOf).join(",")}],"witnessParties":${witnesses},"signatories":${signed},"observers":${textsOf(event.observers)},"createdAt":"${event.createdAt}","packageName":"${event.packageName}","representativePackageId":"${event.representativePackageId}","acsDelta":${event.acsDelta}}`;
};

const archivedText = (event: ArchivedEvent): string =>
  `{"offset":${event.offset},"nodeId":${event.nodeId},"contractId":"${event.contractId}","templateId":"${event.templateId}","witnessParties":${textsOf(event.witnessParties)},"packageName":"${event.packageName}","implementedInterfaces":${JSON.stringify(event.implementedInterfaces)}}`;

const exercisedText = (event: ExercisedEvent<Value>): string =>
  `{"offset":${event.offset},"nodeId":${event.nodeId},"contractId":"${event.contractId}","templateId":"${event.templateId}","interfaceId":${event.interfaceId === null ? "null" : `"${event.interfaceId}"`},"choice":"${event.choice}","choiceArgument":${event.choiceArgument.json},"actingParties":${textsOf(event.actingParties)},"consuming":${event.consuming},"witnessParties":${textsOf(event.witnessParties)},"lastDescendantNodeId":${event.lastDescendantNodeId},"exerciseResult":${event.exerciseResult.json},"packageName":"${event.packageName}","implementedInterfaces":${JSON.stringify(event.implementedInterfaces)},"acsDelta":${event.acsDelta}}`;

const eventText = (event: Event<Value>): string => {
  if ("CreatedEvent" in event) return `{"CreatedEvent":${createdText(event.CreatedEvent)}}`;
  return "ArchivedEvent" in event
    ? `{"ArchivedEvent":${archivedText(event.ArchivedEvent)}}`
    : `{"ExercisedEvent":${exercisedText(event.ExercisedEvent)}}`;
};

/**
 * An update with a transaction as JSON text.
 *
 * @param value no text of its events needs an escape in JSON; it has no keys and no blobs
 */
export const transactionUpdateText = (value: Transaction<Value>): JsonText<FoundUpdate> => {
  const { traceparent, tracestate } = value.traceContext;
  const trace = `{"traceparent":"${traceparent}","tracestate":${tracestate === null ? "null" : `"${tracestate}"`}}`;
  return new JsonText(
    `{"update":{"Transaction":{"value":{"updateId":"${value.updateId}","commandId":"${value.commandId}","workflowId":"${value.workflowId}","effectiveAt":"${value.effectiveAt}","events":[${value.events.map(eventText).join(",")}],"offset":${value.offset},"synchronizerId":${repeated(value.synchronizerId)},"traceContext":${trace},"recordTime":"${value.recordTime}","externalTransactionHash":null,"paidTrafficCost":${value.paidTrafficCost}}}}}`,
  );
};

/** An active contract as JSON text, under the same conditions. */
export const activeContractText = (entry: ActiveContract<Value>): JsonText<ActiveContract> => {
  const { createdEvent, synchronizerId } = entry.contractEntry.JsActiveContract;
  return new JsonText(
    `{"workflowId":"${entry.workflowId}","contractEntry":{"JsActiveContract":{"createdEvent":${createdText(createdEvent)},"synchronizerId":${repeated(synchronizerId)},"reassignmentCounter":0}},"streamContinuationToken":"${entry.streamContinuationToken}"}`,
  );
};
