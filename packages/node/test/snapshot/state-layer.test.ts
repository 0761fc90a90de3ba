import {
  type BaseMap,
  changedEntries,
  emptyLedger,
  entriesOf,
  getIn,
  type LedgerState,
} from "@tallystick/core";
import { type LeveledRun, Run, RunTable, writeRun } from "@tallystick/tables";
import { expect } from "chai";
import fc from "fast-check";
import { StateLayer } from "../../src/snapshot/state-layer.js";
import { newRunPlace, tablesOver } from "../../src/snapshot/snapshot-file.js";
import type { TableName } from "../../src/snapshot/state-tables.js";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { afterwards, tempFolder } from "../test-ledger.js";
import { context } from "./run-of.js";
import { contentOf } from "./snapshot-state.js";
import { type Change, changed, modelOf, type StateModel } from "./state-model.js";

const change: fc.Arbitrary<Change> = fc.record({
  creates: fc.integer({ min: 0, max: 3 }),
  archives: fc.array(fc.nat(), { maxLength: 2 }),
  key: fc.option(fc.nat(8), { nil: undefined }),
  changeId: fc.nat(40),
  gap: fc.constant(0),
});

const changes = fc.array(change, { minLength: 1, maxLength: 12 });

const stateOf = (list: ReadonlyArray<Change>): LedgerState =>
  changed(emptyLedger({ hashSeed: 1 }), modelOf(), list).state;

/** The runs that have all of a layer. */
const runsOf = (layer: StateLayer, upTo: number): Record<TableName, Array<LeveledRun>> => {
  const folder = tempFolder();
  mkdirSync(join(folder, "snapshot"));
  const runs: Record<TableName, Array<LeveledRun>> = { contracts: [], keys: [], changes: [] };
  for (const [table, { buffer, byteOffset, byteLength }] of layer.entries) {
    const { path, id } = newRunPlace(folder);
    const entries = Buffer.from(buffer, byteOffset, byteLength);
    const run = new Run(path, id, writeRun(path, id, entries));
    afterwards(() => run.close());
    runs[table].push({ run, level: 0, upTo, recent: new Map() });
  }
  return runs;
};

describe("A layer of a state", () => {
  it("takes the changes, and the state says the same, as do the states before", () => {
    fc.assert(
      fc.property(fc.array(changes, { maxLength: 6 }), (lists) => {
        const layer = new StateLayer(context);
        let { state, model } = { state: emptyLedger({ hashSeed: 1 }), model: modelOf() };
        const versions: Array<readonly [LedgerState, StateModel]> = [];
        for (const list of lists) {
          const next = changed(state, model, list);
          model = next.model;
          state = layer.taken(next.state);
          expect(lookedUp(state, model)).to.deep.equal(lookedUp(next.state, model));
          expect(contentOf(state)).to.deep.equal(contentOf(next.state));
          expect([...changedEntries(state.contracts)]).to.deep.equal([]);
          expect(state.deduplication.recent.size).to.equal(0);
          versions.push([state, model]);
        }
        for (const [version, itsModel] of versions)
          expect(lookedUp(version, itsModel)).to.deep.equal(saidBy(itsModel));
      }),
      { numRuns: 40 },
    );
  });

  it("has nothing to write of what did not change", () => {
    const layer = new StateLayer(context);
    layer.taken(stateOf([]));
    expect(layer.entries.size).to.equal(0);
    layer.taken(stateOf([{ creates: 3, archives: [], key: undefined, changeId: 1, gap: 0 }]));
    expect([...layer.entries.keys()]).to.deep.equal(["contracts", "changes"]);
  });
});

/** What a state has of every key there ever was. */
const lookedUp = (state: LedgerState, model: StateModel): ReadonlyArray<unknown> => [
  state.contracts.size,
  state.keys.size,
  ...model.allContracts.map((id) => getIn(state.contracts, id)),
  ...model.allKeys.map((key) => getIn(state.keys, key)),
  ...model.allChanges.map((id) => getIn(state.deduplication.accepted, id)),
];

/** The same by its model. */
const saidBy = (model: StateModel): ReadonlyArray<unknown> => [
  model.contracts.size,
  model.keys.size,
  ...model.allContracts.map((id) => model.contracts.get(id)),
  ...model.allKeys.map((key) => model.keys.get(key)),
  ...model.allChanges.map((id) => model.changes.get(id)),
];

describe("A state over tables", () => {
  it("says what it said, once the tables have what is beneath its layers", () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 4 }), (lists) => {
        let { state, model } = { state: emptyLedger({ hashSeed: 1 }), model: modelOf() };
        let runs: Record<TableName, ReadonlyArray<LeveledRun>> = {
          contracts: [],
          keys: [],
          changes: [],
        };
        let layer = new StateLayer(context);
        for (const list of lists) {
          // a layer of two batches, then one over it, under which it becomes runs
          for (const part of [list.slice(0, 1), list.slice(1)]) {
            const next = changed(state, model, part);
            model = next.model;
            state = layer.taken(next.state);
          }
          const fresh = runsOf(layer, state.offset);
          const { contracts, keys, changes: all } = runs;
          runs = {
            contracts: [...fresh.contracts, ...contracts],
            keys: [...fresh.keys, ...keys],
            changes: [...fresh.changes, ...all],
          };
          const sizes = { contracts: state.contracts.size, keys: state.keys.size };
          layer = new StateLayer(context, layer);
          const next = changed(state, model, list.slice(0, 1));
          model = next.model;
          state = layer.over(layer.taken(next.state), tablesOver(runs, sizes, context));
          expect(lookedUp(state, model)).to.deep.equal(saidBy(model));
          expect(contentOf(state)).to.deep.equal(contentOf(next.state));
        }
      }),
      { numRuns: 20 },
    );
  });

  it("reads the tables for what it does not have itself", () => {
    const asked: Array<string> = [];
    const base: BaseMap<string> = {
      size: 1,
      get: (key) => {
        asked.push(key);
        return "from the table";
      },
      entries: () => [],
    };
    const state = stateOf([]);
    const keys = { ...state.keys, base };
    expect(getIn(keys, "key")).to.equal("from the table");
    expect(asked).to.deep.equal(["key"]);
    expect([...entriesOf(state.keys)]).to.deep.equal([]);
    expect(new RunTable([], 0, { ...noForm }, context).get("key")).to.equal(undefined);
  });
});

const noForm = {
  writeKey: () => undefined,
  keyText: () => "",
  write: () => undefined,
  read: () => "",
};
