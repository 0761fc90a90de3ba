import {
  type Acceptance,
  changeIdOf,
  type Contract,
  evolve,
  type LedgerState,
  newEdit,
  type TransactionCommitted,
} from "@tallystick/core";

/** What a state must say, in plain maps, and every key there ever was. */
export interface StateModel {
  readonly offset: number;
  readonly contracts: ReadonlyMap<string, Contract>;
  readonly keys: ReadonlyMap<string, string>;
  readonly changes: ReadonlyMap<string, Acceptance>;
  readonly allContracts: ReadonlyArray<string>;
  readonly allKeys: ReadonlyArray<string>;
  readonly allChanges: ReadonlyArray<string>;
}

/** One transaction: how many contracts it creates, which it archives, of those there are. */
export interface Change {
  readonly creates: number;
  readonly archives: ReadonlyArray<number>;
  readonly key: number | undefined;
  readonly changeId: number;
  readonly gap: number;
}

export const modelOf = (): StateModel => ({
  offset: 0,
  contracts: new Map(),
  keys: new Map(),
  changes: new Map(),
  allContracts: [],
  allKeys: Array.from({ length: 9 }, (_, at) => keyText(at)),
  allChanges: Array.from({ length: 41 }, (_, at) => changeIdOf(command(at))),
});

const keyText = (key: number): string => `pack:Mod:Templ\n${JSON.stringify({ number: `${key}` })}`;

const command = (at: number) => ({ userId: "user", commandId: `c${at}`, actAs: ["alice"] });

/** The state and the model after some transactions. */
export const changed = (
  start: LedgerState,
  model: StateModel,
  list: ReadonlyArray<Change>,
): { readonly state: LedgerState; readonly model: StateModel } => {
  const edit = newEdit();
  let state = start;
  const [contracts, keys] = [new Map(model.contracts), new Map(model.keys)];
  const changes = new Map(model.changes);
  const allContracts = [...model.allContracts];
  for (const change of list) {
    const offset = state.offset + 1;
    const recordTime = state.recordTime + change.gap * 86_400_000_000;
    const archived = archivedOf(change, [...contracts.keys()]);
    const created = createdBy(change, offset, recordTime, keys);
    const nodes = [
      ...archived.map((id) => exercise(contracts.get(id))),
      ...created.map((contract, at) => ({ kind: "create" as const, nodeId: at, ...contract })),
    ];
    const acceptance = { offset, recordTime, submissionId: `s${offset}` };
    // border: `evolve` reads no more of an event than this
    const event = {
      type: "TransactionCommitted",
      recordTime,
      effectiveAt: recordTime,
      submissionId: acceptance.submissionId,
      ...command(change.changeId),
      nodes,
    } as unknown as TransactionCommitted;
    state = evolve(state, event, edit);
    changes.set(changeIdOf(event), acceptance);
    for (const id of archived) {
      contracts.delete(id);
      for (const [key, holder] of keys) if (holder === id) keys.delete(key);
    }
    for (const contract of created) {
      contracts.set(contract.contractId, contract);
      allContracts.push(contract.contractId);
      if (contract.key !== undefined && change.key !== undefined)
        keys.set(keyText(change.key), contract.contractId);
    }
  }
  const { allKeys, allChanges } = model;
  const all = { allContracts, allKeys, allChanges };
  return { state, model: { offset: state.offset, contracts, keys, changes, ...all } };
};

const archivedOf = ({ archives }: Change, ids: ReadonlyArray<string>): ReadonlyArray<string> => [
  ...new Set(archives.flatMap((at) => (ids.length === 0 ? [] : [ids[at % ids.length] ?? ""]))),
];

const createdBy = (
  { creates, key }: Change,
  offset: number,
  createdAt: number,
  keys: ReadonlyMap<string, string>,
): ReadonlyArray<Contract> =>
  Array.from({ length: creates }, (_, at) => {
    const contract = {
      contractId: `00${offset.toString(16).padStart(8, "0")}${at}f`,
      templateId: `${"ab".repeat(32)}:Mod:Templ`,
      packageName: "pack",
      payload: { owner: "alice", text: `text ${offset}`, list: [{ none: null, yes: true }] },
      signatories: ["alice"],
      observers: at === 0 ? [] : ["bob"],
      createdAt,
    };
    return at > 0 || key === undefined || keys.has(keyText(key))
      ? contract
      : { ...contract, key: { value: { number: `${key}` }, maintainers: ["alice"] } };
  });

const exercise = (contract: Contract | undefined) => ({
  kind: "exercise" as const,
  consuming: true,
  contractId: contract?.contractId,
  templateId: contract?.templateId,
  packageName: contract?.packageName,
});
