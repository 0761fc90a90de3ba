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
import {
  entriesIn,
  entriesPerLook,
  entryCount,
  over,
  sealed,
} from "../../src/snapshot/seal-state.js";
import { newRunPlace, tablesOver } from "../../src/snapshot/snapshot-file.js";
import { type TableName, tableNames } from "../../src/snapshot/state-tables.js";
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

const noPause = (): undefined => undefined;

/** The runs that have all of a state's uppermost layer. */
const runsOf = async (state: LedgerState): Promise<Record<TableName, Array<LeveledRun>>> => {
  const folder = tempFolder();
  mkdirSync(join(folder, "snapshot"));
  const runs: Record<TableName, Array<LeveledRun>> = { contracts: [], keys: [], changes: [] };
  for (const table of tableNames) {
    const { path, id } = newRunPlace(folder);
    const entries = await entriesIn(state, table, context, noPause);
    const run = new Run(path, id, writeRun(path, id, entries));
    afterwards(() => run.close());
    runs[table].push({ run, level: 0, upTo: state.offset, recent: new Map() });
  }
  return runs;
};

describe("A sealed state", () => {
  it("says the same, and has an empty layer above", () => {
    fc.assert(
      fc.property(changes, (list) => {
        const state = stateOf(list);
        expect(entryCount(sealed(state))).to.equal(0);
        expect(contentOf(sealed(state))).to.deep.equal(contentOf(state));
      }),
    );
  });

  it("counts what is in its uppermost layer", () => {
    const state = stateOf([{ creates: 3, archives: [], key: 2, changeId: 1, gap: 0 }]);
    expect(entryCount(state)).to.equal(3 + 1 + 1);
    const { contracts, keys, deduplication } = state;
    const all = [contracts, keys, deduplication.accepted].map((map) => [
      ...changedEntries<unknown>(map),
    ]);
    expect(all.map(({ length }) => length)).to.deep.equal([3, 1, 1]);
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

describe("A state over tables", () => {
  it("says what it said, once the tables have what is beneath its uppermost layer", async () => {
    await fc.assert(
      fc.asyncProperty(changes, changes, async (list, later) => {
        const first = changed(emptyLedger({ hashSeed: 1 }), modelOf(), list);
        const runs = await runsOf(first.state);
        const { contracts, keys } = first.state;
        const { recent: beneath } = first.state.deduplication;
        const sizes = { contracts: contracts.size, keys: keys.size };
        const next = changed(sealed(first.state), first.model, later);
        const above = over(next.state, tablesOver(runs, sizes, context), first.state.offset);
        expect(lookedUp(above, next.model)).to.deep.equal(lookedUp(next.state, next.model));
        const { recent } = above.deduplication;
        expect(recent.size).to.equal(next.state.deduplication.recent.size - beneath.size);
      }),
      { numRuns: 10 },
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

describe("The entries of a state", () => {
  it("are written with a pause after every few", async () => {
    const creates = Array.from({ length: 40 }, (_, at) => at);
    const list = creates.map((at) => ({
      creates: 3,
      archives: [],
      key: undefined,
      changeId: at,
      gap: 0,
    }));
    let looks = 0;
    const pace = async (): Promise<void> => void looks++;
    const state = stateOf(list);
    const paced = await entriesIn(state, "contracts", context, pace);
    expect(looks).to.equal(Math.floor(120 / entriesPerLook));
    expect(paced).to.deep.equal(await entriesIn(state, "contracts", context, noPause));
  });
});
