import type { LedgerEvent, TransactionCommitted, TransactionNode } from "@tallystick/core";
import type { EventFormat, Filters, IdentifierFilter } from "@tallystick/wire";
import { holdingId, iouV1, iouV2, metaId, noteId } from "./journal-fixture.js";

/** What a test compares of an event. */
export interface Seen {
  readonly kind: "created" | "archived" | "exercised";
  readonly nodeId: number;
  readonly contractId: string;
  readonly witnesses: ReadonlyArray<string>;
  readonly acsDelta: boolean | undefined;
  readonly hasBlob: boolean;
  readonly views: ReadonlyArray<string>;
  readonly interfaces: ReadonlyArray<string>;
  readonly lastDescendant: number | undefined;
}

const templatesNamed: Readonly<Record<string, ReadonlyArray<string>>> = {
  "#iou:Iou:Iou": [iouV1, iouV2],
  "#iou:Note:Note": [noteId],
};
const interfacesNamed: Readonly<Record<string, string>> = {
  "#holding-api:Holding:Holding": holdingId,
  "#holding-api:Meta:Meta": metaId,
};
const implementing: Readonly<Record<string, ReadonlyArray<string>>> = {
  [holdingId]: [iouV1, iouV2],
  [metaId]: [iouV2],
};

const interfaceOf = (filter: IdentifierFilter): string =>
  filter.kind === "interface" ? (interfacesNamed[filter.interfaceId] ?? "") : "";

const matches = (filter: IdentifierFilter, templateId: string): boolean => {
  switch (filter.kind) {
    case "empty":
      return false;
    case "wildcard":
      return true;
    case "template":
      return templatesNamed[filter.templateId]?.includes(templateId) === true;
    case "interface":
      return implementing[interfaceOf(filter)]?.includes(templateId) === true;
  }
};

/** The entries by which a template is wanted; undefined when it is not. */
const wanting = (filters: Filters | undefined, templateId: string) => {
  if (filters === undefined) return undefined;
  const found = filters.cumulative.filter((each) => matches(each, templateId));
  const everything = filters.cumulative.every((each) => each.kind === "empty");
  return found.length > 0 || everything ? found : undefined;
};

const stakeholdersOf = (node: TransactionNode): ReadonlyArray<string> =>
  [...node.signatories, ...node.observers].sort();

/** Who sees a node: those it informs, and those each exercise around it informs. */
const seersOf = (nodes: ReadonlyArray<TransactionNode>, nodeId: number): ReadonlyArray<string> => {
  const seers = nodes.flatMap((node) => {
    const last = node.kind === "create" ? node.nodeId : node.lastDescendantNodeId;
    if (node.nodeId > nodeId || last < nodeId) return [];
    if (node.kind === "create") return stakeholdersOf(node);
    const concerned = node.consuming ? stakeholdersOf(node) : node.signatories;
    return [...concerned, ...node.actingParties, ...(node.choiceObservers ?? [])];
  });
  return [...new Set(seers)].sort();
};

/** Who of those who see a node is named when one of them wants it, and by which filters. */
const audience = (format: EventFormat, templateId: string, seenBy: ReadonlyArray<string>) => {
  const any = wanting(format.filtersForAnyParty, templateId);
  const own = seenBy.flatMap((party) => {
    const filters = wanting(format.filtersByParty[party], templateId);
    return filters === undefined ? [] : [{ party, filters }];
  });
  const named = seenBy.filter((party) => isNamed(format, party));
  const witnesses = any === undefined && own.length === 0 ? [] : named;
  const filters =
    witnesses.length === 0 ? [] : [...own.flatMap((each) => each.filters), ...(any ?? [])];
  return { witnesses, filters };
};

const isNamed = (format: EventFormat, party: string): boolean =>
  format.filtersForAnyParty !== undefined || party in format.filtersByParty;

const isTransient = (nodes: ReadonlyArray<TransactionNode>, contractId: string): boolean =>
  nodes.some((node) => node.kind === "create" && node.contractId === contractId) &&
  nodes.some(
    (node) => node.kind === "exercise" && node.consuming && node.contractId === contractId,
  );

/**
 * The events of a transaction that a format shows, found node by node with no regard to time
 * (ledger-api 11).
 */
export const naiveEvents = (
  { nodes }: TransactionCommitted,
  shape: "ACS_DELTA" | "LEDGER_EFFECTS",
  format: EventFormat,
): ReadonlyArray<Seen> =>
  nodes.flatMap((node): ReadonlyArray<Seen> => {
    const inDelta =
      (node.kind === "create" || node.consuming) && !isTransient(nodes, node.contractId);
    const stakeholders = stakeholdersOf(node);
    const seenBy = shape === "ACS_DELTA" ? stakeholders : seersOf(nodes, node.nodeId);
    const { witnesses, filters } = audience(format, node.templateId, seenBy);
    if (witnesses.length === 0 || (shape === "ACS_DELTA" && !inDelta)) return [];
    const acsDelta = inDelta && stakeholders.some((party) => isNamed(format, party));
    const named = filters.filter((each) => each.kind === "interface");
    const wanted = named.filter((each) => each.includeInterfaceView);
    const interfaces = [...new Set(named.map(interfaceOf))].sort();
    const common = { nodeId: node.nodeId, contractId: node.contractId, witnesses };
    const none = { hasBlob: false, views: [], interfaces };
    if (node.kind === "create") {
      const hasBlob = filters.some((each) => each.kind !== "empty" && each.includeCreatedEventBlob);
      const views = [...new Set(wanted.map(interfaceOf))].sort();
      const rest = { acsDelta, hasBlob, views, interfaces: [], lastDescendant: undefined };
      return [{ kind: "created", ...common, ...rest }];
    }
    return shape === "ACS_DELTA"
      ? [{ kind: "archived", ...common, ...none, acsDelta: undefined, lastDescendant: undefined }]
      : [
          {
            kind: "exercised",
            ...common,
            ...none,
            acsDelta,
            lastDescendant: node.lastDescendantNodeId,
          },
        ];
  });

/** Contracts that are active after the first `offset` events and shown to someone, by creation. */
export const naiveActive = (
  events: ReadonlyArray<LedgerEvent>,
  offset: number,
  format: EventFormat,
): ReadonlyArray<string> => {
  const active = new Map<string, boolean>();
  for (const event of events.slice(0, offset)) {
    if (event.type !== "TransactionCommitted") continue;
    for (const node of event.nodes) {
      if (node.kind === "create") {
        const { witnesses } = audience(format, node.templateId, stakeholdersOf(node));
        active.set(node.contractId, witnesses.length > 0);
      } else if (node.consuming) {
        active.delete(node.contractId);
      }
    }
  }
  return [...active].flatMap(([id, isShown]) => (isShown ? [id] : []));
};
