import type { DrawnContract, DrawnNode, DrawnTransaction } from "./drawn-transaction.js";
import { holdingInView } from "./holding-view.js";

/** A created event of the JSON Ledger API, as far as a picture needs it. */
export interface CreatedJson {
  readonly nodeId: number;
  readonly contractId: string;
  readonly templateId: string;
  readonly signatories: ReadonlyArray<string>;
  readonly observers?: ReadonlyArray<string>;
  readonly witnessParties: ReadonlyArray<string>;
  readonly interfaceViews?: ReadonlyArray<{ readonly viewValue?: unknown }>;
}

interface ExercisedJson {
  readonly nodeId: number;
  readonly lastDescendantNodeId: number;
  readonly contractId: string;
  readonly templateId: string;
  readonly interfaceId?: string | null;
  readonly choice: string;
  readonly consuming: boolean;
  readonly actingParties: ReadonlyArray<string>;
  readonly witnessParties: ReadonlyArray<string>;
}

/** An event of a transaction in the shape of ledger effects. */
export type EventJson =
  | { readonly CreatedEvent: CreatedJson }
  | { readonly ExercisedEvent: ExercisedJson }
  | { readonly ArchivedEvent: unknown };

/** A contract as its created event says, with the first view that is one of a holding. */
export const contractInJson = ({
  contractId,
  templateId,
  signatories,
  observers = [],
  interfaceViews = [],
}: CreatedJson): DrawnContract => ({
  contractId,
  templateId,
  signatories,
  observers,
  holding: interfaceViews
    .map(({ viewValue }) => holdingInView(viewValue))
    .find((each) => each !== undefined),
});

const nodeOf = (event: EventJson): ReadonlyArray<DrawnNode> => {
  if ("CreatedEvent" in event) {
    const { nodeId, witnessParties: witnesses } = event.CreatedEvent;
    return [{ kind: "create", nodeId, witnesses, contract: contractInJson(event.CreatedEvent) }];
  }
  if (!("ExercisedEvent" in event)) return [];
  const { interfaceId, witnessParties, ...exercise } = event.ExercisedEvent;
  return [
    {
      ...exercise,
      kind: "exercise",
      interfaceId: interfaceId ?? undefined,
      witnesses: witnessParties,
    },
  ];
};

/**
 * A transaction of the JSON Ledger API as a picture needs it.
 *
 * @param events of the shape of ledger effects, with the views of holdings
 * @param contracts those that were there before, as far as they are known
 */
export const drawnInJson = (
  events: ReadonlyArray<EventJson>,
  contracts: ReadonlyArray<DrawnContract>,
): DrawnTransaction => ({
  nodes: events.flatMap(nodeOf),
  contracts: new Map(contracts.map((contract) => [contract.contractId, contract])),
});

/** Contracts that events use and did not create, in the order of their use. */
export const usedBefore = (events: ReadonlyArray<EventJson>): ReadonlyArray<string> => {
  const made = new Set<string>();
  const used = new Set<string>();
  for (const event of events) {
    if ("CreatedEvent" in event) made.add(event.CreatedEvent.contractId);
    if ("ExercisedEvent" in event && !made.has(event.ExercisedEvent.contractId))
      used.add(event.ExercisedEvent.contractId);
  }
  return [...used];
};

/** A dry run of the JSON Ledger API, as far as a picture needs it. */
export interface DryRunJson {
  readonly transaction?: { readonly events: ReadonlyArray<EventJson> } | null;
  /** In the order of the events. */
  readonly nodes: ReadonlyArray<{ readonly witnesses: ReadonlyArray<string> }>;
  readonly contracts: ReadonlyArray<{
    readonly contractId: string;
    readonly templateId: string;
    readonly foundBy: "party" | "disclosure";
    readonly signatories: ReadonlyArray<string>;
    readonly observers: ReadonlyArray<string>;
  }>;
  /** The holdings among the contracts that it used and made. */
  readonly amounts: ReadonlyArray<{
    readonly contractId: string;
    readonly owner?: string | null;
    readonly instrumentId: { readonly admin: string; readonly id: string };
    readonly amount: string;
    readonly isLocked: boolean;
  }>;
}

/** What a dry run would do, as a picture needs it; undefined of a rejected command. */
export const drawnInDryRun = ({
  transaction,
  nodes,
  contracts,
  amounts,
}: DryRunJson): DrawnTransaction | undefined => {
  if (transaction === undefined || transaction === null) return undefined;
  const holdings = new Map(
    amounts.flatMap(({ contractId, owner, instrumentId, amount, isLocked }) => {
      const view = { owner, instrumentId, amount, lock: isLocked ? {} : null };
      const holding = holdingInView(view);
      return holding === undefined ? [] : [[contractId, holding] as const];
    }),
  );
  const drawn = drawnInJson(
    transaction.events,
    contracts.map(({ foundBy, ...contract }) => ({
      ...contract,
      isDisclosed: foundBy === "disclosure",
      holding: holdings.get(contract.contractId),
    })),
  );
  return {
    ...drawn,
    nodes: drawn.nodes.map((node, at) => {
      const { witnesses } = nodes[at] ?? node;
      if (node.kind === "exercise") return { ...node, witnesses };
      const holding = holdings.get(node.contract.contractId);
      return { ...node, witnesses, contract: { ...node.contract, holding } };
    }),
  };
};
