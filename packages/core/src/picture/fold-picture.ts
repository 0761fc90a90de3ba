import type {
  Picture,
  PictureAction,
  PictureAmount,
  PictureContract,
  PictureEdge,
} from "./picture.js";

/** Actions and contracts that are drawn one by one at most. */
const mostDrawn = 60;

/** Ids that a folded contract names. */
const mostNamed = 5;

/** Which actions and contracts are drawn as one: those with the same text. */
interface Groups {
  readonly action: (action: PictureAction, groupOfParent: string) => string;
  readonly contract: (contract: PictureContract) => ReadonlyArray<unknown>;
  /** Whether contracts are apart by which actions they belong to. */
  readonly byEdges: boolean;
}

const whatItIs = ({ kind, choice, templateId }: PictureAction): string =>
  JSON.stringify([kind, choice, templateId]);

const kindOfContract = ({ place, templateId, isKnown, holding }: PictureContract) => [
  place,
  templateId,
  isKnown,
  holding?.admin,
  holding?.id,
  holding?.isLocked,
];

/** The ways to fold, each with fewer groups than the one before; the last has at most four. */
const ways: ReadonlyArray<Groups> = [
  {
    action: (action, around) => `${around} ${whatItIs(action)}`,
    contract: kindOfContract,
    byEdges: true,
  },
  {
    action: (action, around) => (around === "" ? whatItIs(action) : around),
    contract: kindOfContract,
    byEdges: true,
  },
  { action: () => "all", contract: ({ place }) => [place], byEdges: false },
];

/**
 * A picture of which hundreds of nodes remain few: actions of one kind and contracts of one
 * instrument become one of each, with their sums. What has few is left as it is.
 *
 * @param most actions and contracts together; it is not exceeded unless it is less than four
 */
export const foldPicture = (picture: Picture, most = mostDrawn): Picture => {
  const sizeOf = ({ actions, contracts }: Picture): number => actions.length + contracts.length;
  if (sizeOf(picture) <= most) return picture;
  let folded = picture;
  for (const way of ways) {
    folded = foldedBy(picture, way);
    if (sizeOf(folded) <= most) break;
  }
  return folded;
};

const foldedBy = (picture: Picture, way: Groups): Picture => {
  const groupOf = actionGroups(picture, way);
  const contractGroup = contractGroups(picture, way, groupOf);
  const actions = new Map<string, PictureAction>();
  for (const action of picture.actions) {
    const key = groupOf.get(action.key) ?? "";
    const parent = groupOf.get(action.parent ?? "");
    const inner = { ...action, key, parent: parent === key ? undefined : parent };
    const found = actions.get(key);
    actions.set(key, found === undefined ? inner : joinedActions(found, inner));
  }
  const contracts = new Map<string, PictureContract>();
  for (const contract of picture.contracts) {
    const key = contractGroup.get(contract.key) ?? "";
    const found = contracts.get(key);
    contracts.set(
      key,
      found === undefined ? { ...contract, key } : joinedContracts(found, contract),
    );
  }
  return {
    ...picture,
    actions: withDepths([...actions.values()]),
    contracts: [...contracts.values()],
    edges: foldedEdges(picture.edges, groupOf, contractGroup),
    isFolded: true,
  };
};

const actionGroups = (
  { actions }: Picture,
  { action: groupOf }: Groups,
): ReadonlyMap<string, string> => {
  const groups = new Map<string, string>();
  for (const action of actions)
    groups.set(action.key, groupOf(action, groups.get(action.parent ?? "") ?? ""));
  return groups;
};

const contractGroups = (
  { contracts, edges }: Picture,
  { contract: groupOf, byEdges }: Groups,
  groups: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> => {
  const linked = new Map<string, Set<string>>();
  for (const { kind, action, contract } of byEdges ? edges : []) {
    const links = linked.get(contract) ?? new Set<string>();
    linked.set(contract, links.add(`${kind} ${groups.get(action) ?? ""}`));
  }
  return new Map(
    contracts.map((contract) => {
      const links = [...(linked.get(contract.key) ?? [])].toSorted();
      return [contract.key, JSON.stringify([groupOf(contract), links])];
    }),
  );
};

const union = (a: ReadonlyArray<string>, b: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...new Set([...a, ...b])].toSorted();

/** What both say; empty when they differ. */
const common = (a: string, b: string): string => (a === b ? a : "");

const joinedActions = (a: PictureAction, b: PictureAction): PictureAction => ({
  ...a,
  count: a.count + b.count,
  choice: common(a.choice, b.choice),
  templateId: common(a.templateId, b.templateId),
  by: union(a.by, b.by),
  seenBy: union(a.seenBy, b.seenBy),
});

const joinedContracts = (a: PictureContract, b: PictureContract): PictureContract => ({
  ...a,
  contractIds: [...a.contractIds, ...b.contractIds].slice(0, mostNamed),
  count: a.count + b.count,
  templateId: common(a.templateId, b.templateId),
  isKnown: a.isKnown && b.isKnown,
  signatories: union(a.signatories, b.signatories),
  observers: union(a.observers, b.observers),
  seenBy: union(a.seenBy, b.seenBy),
  divulgedTo: union(a.divulgedTo, b.divulgedTo),
  isDisclosed: a.isDisclosed || b.isDisclosed,
  holding: joinedHoldings(a.holding, b.holding),
});

const joinedHoldings = (
  a: PictureContract["holding"],
  b: PictureContract["holding"],
): PictureContract["holding"] =>
  a === undefined || b === undefined || a.admin !== b.admin || a.id !== b.id
    ? undefined
    : {
        ...a,
        owner: a.owner === b.owner ? a.owner : undefined,
        units: a.units + b.units,
        isLocked: a.isLocked && b.isLocked,
      };

/** Depths again, as actions around others may have become one with them. */
const withDepths = (actions: ReadonlyArray<PictureAction>): ReadonlyArray<PictureAction> => {
  const depths = new Map<string, number>();
  return actions.map((action) => {
    const depth = (depths.get(action.parent ?? "") ?? -1) + 1;
    depths.set(action.key, depth);
    return { ...action, depth };
  });
};

const foldedEdges = (
  edges: ReadonlyArray<PictureEdge>,
  actions: ReadonlyMap<string, string>,
  contracts: ReadonlyMap<string, string>,
): ReadonlyArray<PictureEdge> => {
  const folded = new Map<string, PictureEdge>();
  for (const edge of edges) {
    const action = actions.get(edge.action) ?? "";
    const contract = contracts.get(edge.contract) ?? "";
    const key = JSON.stringify([edge.kind, action, contract]);
    const amounts = joinedAmounts([...(folded.get(key)?.amounts ?? []), ...edge.amounts]);
    folded.set(key, { kind: edge.kind, action, contract, amounts });
  }
  return [...folded.values()];
};

const joinedAmounts = (amounts: ReadonlyArray<PictureAmount>): ReadonlyArray<PictureAmount> => {
  const sums = new Map<string, PictureAmount>();
  for (const amount of amounts) {
    const key = JSON.stringify([amount.admin, amount.id]);
    sums.set(key, { ...amount, units: (sums.get(key)?.units ?? 0n) + amount.units });
  }
  return [...sums.values()];
};
