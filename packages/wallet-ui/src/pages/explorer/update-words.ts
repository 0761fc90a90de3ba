import type { LedgerUpdate, Transaction } from "../../data/explorer-queries.js";
import type { LedgerSchemas } from "../../data/openapi.js";
import { knownWords } from "../../history/item-words.js";
import { type TreeEvent, treesOf } from "../../history/update-tree.js";
import { messages } from "./messages.js";

/** An event of a transaction with where it is among the others. */
export type ShownEvent = TreeEvent &
  (
    | { readonly kind: "create"; readonly value: LedgerSchemas["CreatedEvent"] }
    | { readonly kind: "exercise"; readonly value: LedgerSchemas["ExercisedEvent"] }
    | { readonly kind: "archive"; readonly value: LedgerSchemas["ArchivedEvent"] }
  );

/** The events of a transaction, with the numbers of their nodes. */
export const shownEvents = ({ events }: Transaction): ReadonlyArray<ShownEvent> =>
  events.map((event): ShownEvent => {
    if ("CreatedEvent" in event) {
      const { nodeId } = event.CreatedEvent;
      return { kind: "create", value: event.CreatedEvent, nodeId, lastDescendantNodeId: nodeId };
    }
    if ("ExercisedEvent" in event) {
      const { nodeId, lastDescendantNodeId } = event.ExercisedEvent;
      return { kind: "exercise", value: event.ExercisedEvent, nodeId, lastDescendantNodeId };
    }
    const { nodeId } = event.ArchivedEvent;
    return { kind: "archive", value: event.ArchivedEvent, nodeId, lastDescendantNodeId: nodeId };
  });

/** The entity of a template id: `Amulet`. */
export const entityOf = (templateId: string): string => templateId.split(":").at(-1) ?? templateId;

/** `#package-name:Module:Entity`, which names all versions of a template. */
export const templateByName = (packageName: string, templateId: string): string =>
  `#${packageName}:${templateId.split(":").slice(1).join(":")}`;

/** An event in a few words. */
export const eventTitle = ({ kind, value }: ShownEvent): string => {
  const entity = entityOf(value.templateId);
  switch (kind) {
    case "create":
      return messages.words.created({ entity });
    case "exercise":
      return messages.words.exercised({ choice: value.choice, entity });
    case "archive":
      return messages.words.archived({ entity });
  }
};

const partyOfTopology = (
  event: LedgerSchemas["TopologyEvent"]["event"],
): { readonly word: string; readonly party: string } | undefined => {
  if (event === undefined) return undefined;
  if ("ParticipantAuthorizationAdded" in event) {
    return {
      word: messages.topology.hosted,
      party: event.ParticipantAuthorizationAdded.value.partyId,
    };
  }
  if ("ParticipantAuthorizationChanged" in event) {
    return {
      word: messages.topology.changed,
      party: event.ParticipantAuthorizationChanged.value.partyId,
    };
  }
  if ("ParticipantAuthorizationRevoked" in event) {
    return {
      word: messages.contract.ended,
      party: event.ParticipantAuthorizationRevoked.value.partyId,
    };
  }
  return undefined;
};

/** Parties that an update brought, changed or ended. */
export const topologyLines = (
  events: ReadonlyArray<LedgerSchemas["TopologyEvent"]>,
): ReadonlyArray<{ readonly word: string; readonly party: string }> =>
  events.flatMap(({ event }) => {
    const line = partyOfTopology(event);
    return line === undefined ? [] : [line];
  });

const mostNamed = 3;

/** A choice that runs others for a user, which say more of what happened. */
const batchChoice = "WalletAppInstall_ExecuteBatch";

/** What an update did, and who did it. */
interface Deed {
  /** In the words of the wallet's history; undefined where none of its choices has some. */
  readonly words: string | undefined;
  readonly actors: ReadonlyArray<string>;
}

/** Who exercised the first choices of an update, or signed what it created. */
const firstActors = (events: ReadonlyArray<ShownEvent>): ReadonlyArray<string> => {
  const all = treesOf(events).flatMap(({ event: { kind, value } }) =>
    kind === "exercise" ? value.actingParties : kind === "create" ? value.signatories : [],
  );
  return [...new Set(all)];
};

/** What an update did, by its first choice that has words. */
export const deedOf = (update: LedgerUpdate, network: Parameters<typeof knownWords>[1]): Deed => {
  if (update.kind === "topology") return { words: undefined, actors: [] };
  const events = shownEvents(update.value);
  let batch: string | undefined;
  for (const { kind, value } of events) {
    if (kind !== "exercise") continue;
    const { choice, interfaceId, actingParties } = value;
    const words = knownWords({ choice, interface_id: interfaceId }, network);
    if (choice === batchChoice) batch = words;
    else if (words !== undefined) return { words, actors: actingParties };
  }
  return { words: batch, actors: firstActors(events) };
};

/** An update in one line, by its choices and templates. */
export const updateTitle = (update: LedgerUpdate): string => {
  if (update.kind === "topology") {
    const names = topologyLines(update.value.events).map(({ word, party }) =>
      messages.topology.change({ change: word, party: party.split("::")[0] ?? party }),
    );
    return names.length === 0
      ? messages.topology.title
      : messages.words.titles({ shown: names.slice(0, mostNamed) });
  }
  const roots = treesOf(shownEvents(update.value)).map(({ event }) => eventTitle(event));
  if (roots.length === 0) return messages.words.noEvents;
  const rest = roots.length - mostNamed;
  const shown = roots.slice(0, mostNamed);
  return rest > 0
    ? messages.words.titlesAndMore({ shown, rest })
    : messages.words.titles({ shown });
};
