import type {
  Catalog,
  CreateNode,
  ExerciseNode,
  Json,
  JsonText,
  Micros,
  PartyId,
  TemplateId,
} from "@tallystick/core";
import {
  createdEventBlobOf,
  okStatus,
  toStatus,
  type ArchivedEvent,
  type CreatedEvent,
  type ExercisedEvent,
  type InterfaceView,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { contractKeyHash } from "./contract-key-hash.js";
import { shownLastDescendant, shownNodeId } from "./node-numbers.js";
import type { Interest, TemplateInterest } from "../format/resolved-format.js";
import { textOfTime } from "./timestamp-text.js";

/** The requested parties that may see an event, and the requested parts. */
export interface Audience extends Interest {
  readonly parties: ReadonlyArray<PartyId>;
}

export interface EventPlace {
  readonly offset: number;
  /** Ledger time of the transaction. */
  readonly effectiveAt: Micros;
  /** Of the transaction. */
  readonly reads: ReadonlyArray<number> | undefined;
}

const union = (
  interests: ReadonlyArray<Interest>,
  pick: (interest: Interest) => ReadonlyArray<string>,
): ReadonlyArray<string> => {
  const [first, ...others] = interests;
  return first === undefined || others.length === 0
    ? first === undefined
      ? []
      : pick(first)
    : [...new Set(interests.flatMap(pick))];
};

const audienceFor = (parties: ReadonlyArray<PartyId>, own: Interest): Audience => ({
  parties,
  createdEventBlob: own.createdEventBlob,
  viewedInterfaces: own.viewedInterfaces,
  matchedInterfaces: own.matchedInterfaces,
});

/**
 * The parties of the format in `seenBy`, or undefined when the format includes the template's
 * events for none of them. Each of them is named, also one that wants other templates, as on a
 * public node.
 * @param seenBy stakeholders for ACS_DELTA, witnesses for LEDGER_EFFECTS (ledger-api 11)
 */
export const audienceOf = (
  interest: TemplateInterest,
  seenBy: ReadonlyArray<string>,
): Audience | undefined => {
  const [only] = seenBy;
  if (only !== undefined && seenBy.length === 1 && interest.anyParty === undefined) {
    // the usual case: one stakeholder, and no filter for any party
    const own = interest.byParty.get(only);
    return own === undefined ? undefined : audienceFor(seenBy, own);
  }
  const interests: Array<Interest> = [];
  for (const party of seenBy) {
    const wanted = interest.byParty.get(party);
    if (wanted !== undefined) interests.push(wanted);
  }
  if (interest.anyParty !== undefined && seenBy.length > 0) interests.push(interest.anyParty);
  if (interests.length === 0) return undefined;
  const { requested } = interest;
  const parties = requested === undefined ? seenBy : seenBy.filter((party) => requested.has(party));
  return {
    parties,
    createdEventBlob: interests.some((each) => each.createdEventBlob),
    viewedInterfaces: union(interests, (each) => each.viewedInterfaces),
    matchedInterfaces: union(interests, (each) => each.matchedInterfaces),
  };
};

const packageIdOf = (templateId: TemplateId): string =>
  templateId.slice(0, templateId.indexOf(":"));

/** The view of a contract through an interface; its status says why it failed. */
export const viewOf = (
  node: Pick<CreateNode, "templateId" | "payload">,
  interfaceId: string,
  catalog: Catalog,
): InterfaceView => {
  const view = catalog.interfaceView(interfaceId, node.templateId, node.payload);
  const implementationPackageId =
    catalog.viewPackage(interfaceId, node.templateId) ?? packageIdOf(node.templateId);
  return isLeft(view)
    ? {
        interfaceId,
        viewStatus: toStatus(view.left),
        viewValue: null,
        implementationPackageId,
      }
    : {
        interfaceId,
        viewStatus: okStatus,
        viewValue: view.right,
        implementationPackageId,
      };
};

const noViews: ReadonlyArray<never> = [];

/** The parts of a created event that are made of a contract's values. */
type MadeParts<V> = Pick<
  CreatedEvent<V>,
  "contractKey" | "contractKeyHash" | "createdEventBlob" | "interfaceViews"
>;

const createdWith = <V>(
  node: CreateNode<V>,
  place: EventPlace,
  { parties }: Audience,
  acsDelta: boolean,
  made: MadeParts<V>,
): CreatedEvent<V> => ({
  offset: place.offset,
  nodeId: shownNodeId(node.nodeId, place.reads),
  contractId: node.contractId,
  templateId: node.templateId,
  contractKey: made.contractKey,
  contractKeyHash: made.contractKeyHash,
  createArgument: node.payload,
  createdEventBlob: made.createdEventBlob,
  interfaceViews: made.interfaceViews,
  witnessParties: parties,
  signatories: node.signatories,
  observers: node.observers,
  createdAt: textOfTime(place.effectiveAt),
  packageName: node.packageName,
  representativePackageId: packageIdOf(node.templateId),
  acsDelta,
});

/** A create node as visible to its audience (ledger-api 2.7). */
export const createdEvent = (
  node: CreateNode,
  place: EventPlace,
  audience: Audience,
  acsDelta: boolean,
  catalog: Catalog,
): CreatedEvent => {
  const { key } = node;
  const { createdEventBlob, viewedInterfaces } = audience;
  return createdWith(node, place, audience, acsDelta, {
    contractKey: key === undefined ? null : key.value,
    contractKeyHash:
      key === undefined ? "" : contractKeyHash(node.templateId, node.packageName, key),
    createdEventBlob: createdEventBlob ? createdEventBlobOf(node, place.effectiveAt) : "",
    interfaceViews:
      viewedInterfaces.length === 0
        ? noViews
        : viewedInterfaces.map((id) => viewOf(node, id, catalog)),
  });
};

/** The same for a node without key, of which no blob is requested. */
export const createdInText = (
  node: CreateNode<JsonText<Json>>,
  place: EventPlace,
  audience: Audience,
  acsDelta: boolean,
  interfaceViews: CreatedEvent<JsonText<Json>>["interfaceViews"],
): CreatedEvent<JsonText<Json>> =>
  createdWith(node, place, audience, acsDelta, {
    contractKey: null,
    contractKeyHash: "",
    createdEventBlob: "",
    interfaceViews,
  });

/** A consuming exercise in the ACS_DELTA shape (ledger-api 2.7). */
export const archivedEvent = (
  node: ExerciseNode<unknown>,
  place: EventPlace,
  audience: Audience,
): ArchivedEvent => ({
  offset: place.offset,
  nodeId: shownNodeId(node.nodeId, place.reads),
  contractId: node.contractId,
  templateId: node.templateId,
  witnessParties: audience.parties,
  packageName: node.packageName,
  implementedInterfaces: audience.matchedInterfaces,
});

/** An exercise in the LEDGER_EFFECTS shape (ledger-api 2.7). */
export const exercisedEvent = <V>(
  node: ExerciseNode<V>,
  place: EventPlace,
  audience: Audience,
  acsDelta: boolean,
): ExercisedEvent<V> => ({
  offset: place.offset,
  nodeId: shownNodeId(node.nodeId, place.reads),
  contractId: node.contractId,
  templateId: node.templateId,
  interfaceId: node.interfaceId ?? null,
  choice: node.choice,
  choiceArgument: node.argument,
  actingParties: node.actingParties,
  consuming: node.consuming,
  witnessParties: audience.parties,
  lastDescendantNodeId: shownLastDescendant(node, place.reads),
  exerciseResult: node.result,
  packageName: node.packageName,
  implementedInterfaces: audience.matchedInterfaces,
  acsDelta,
});
