import {
  acceptedIn,
  changedEntries,
  emptyLedger,
  evolve,
  getIn,
  keyIdOfContract,
  type LedgerSettings,
  type LedgerState,
  mapOver,
  newEdit,
  type PersistentMap,
  keysWithout,
  setIn,
  withHolder,
  type ContractId,
} from "@tallystick/core";
import { GENESIS_HASH } from "@tallystick/event-store";
import {
  ByteWriter,
  Run,
  type RunTable,
  type TableContext,
  writeEntry,
  writeRun,
} from "@tallystick/tables";
import { OffsetSet } from "../pruning/offset-set.js";
import { newRunPlace, tablesOver, type TableRuns } from "../snapshot/snapshot-file.js";
import type { FoldedRuns } from "../snapshot/keeper-parts.js";
import { tableForms, type TableName, type TableValues } from "../snapshot/state-tables.js";
import { createdAt, type KeyChange, type RangeSummary } from "./range-fold.js";
import type { JournalRange } from "./journal-range.js";
import type { FoldedRange } from "./range-job.js";

/** Combines folded ranges: applies the changes that depend on earlier ranges. */
export class RangesFold {
  readonly #folder: string;
  readonly #context: TableContext;
  readonly #keyedTemplates = new Set<string>();
  readonly #pruned: OffsetSet;
  readonly #edit = newEdit();
  #runs: TableRuns = { contracts: [], keys: [], changes: [] };
  #sizes = { contracts: 0, keys: 0 };
  /** Without its tables, which are the runs. */
  #state: LedgerState;
  #hash = GENESIS_HASH;
  #isPruned = false;

  /**
   * @param folder the data folder
   * @param end offset of the last event
   */
  constructor(folder: string, context: TableContext, settings: LedgerSettings, end: number) {
    this.#pruned = new OffsetSet(end);
    this.#folder = folder;
    this.#context = context;
    this.#state = emptyLedger(settings);
  }

  get runs(): TableRuns {
    return this.#runs;
  }

  /**
   * Adds the next range. Throws `TableDamage` when a run is damaged.
   *
   * @returns false when it does not begin where the previous one ended
   */
  async take({ after, upTo }: JournalRange, range: FoldedRange): Promise<boolean> {
    if (range.hashBefore !== this.#hash) return false;
    const before = tablesOver(this.#runs, this.#sizes, this.#context);
    for (const { table, id, path, index } of range.runs)
      this.#addRun(table, new Run(path, id, index), upTo);
    this.#sizes.contracts += range.summary.contracts + this.#unknownIn(range.summary, after);
    await this.#takeKeys(range.summary, before, upTo);
    this.#takeOrdered(range.summary);
    this.#state = { ...this.#state, offset: upTo, recordTime: range.summary.recordTime };
    this.#hash = range.hash;
    return true;
  }

  #addRun(table: TableName, run: Run, upTo: number): void {
    const leveled = { run, level: 0, upTo, recent: new Map<string, unknown>() };
    this.#runs = { ...this.#runs, [table]: [leveled, ...this.#runs[table]] };
  }

  /** Archives of contracts whose creates were pruned before the range: they were not counted. */
  #unknownIn({ pruned, keyChanges }: RangeSummary, after: number): number {
    let count = 0;
    if (this.#isPruned) {
      for (const { contractId, keyId } of keyChanges) {
        const offset = keyId === undefined ? createdAt(contractId) : 0;
        if (offset <= after && this.#pruned.has(offset)) count++;
      }
    }
    for (const offset of pruned) this.#pruned.add(offset);
    this.#isPruned ||= pruned.length > 0;
    return count;
  }

  #takeOrdered({ ordered, acceptances }: RangeSummary): void {
    let at = 0;
    for (const { offset, event } of ordered) {
      const from = at;
      while ((acceptances[at] ?? Number.POSITIVE_INFINITY) < offset) at += 2;
      this.#accept(acceptances.subarray(from, at));
      this.#state = evolve({ ...this.#state, offset: offset - 1 }, event, this.#edit);
    }
    this.#accept(acceptances.subarray(at));
  }

  #accept(acceptances: Float64Array): void {
    const { deduplication, configuration } = this.#state;
    const window = configuration.deduplicationWindowMicros;
    this.#state = {
      ...this.#state,
      deduplication: acceptedIn(deduplication, acceptances, window),
    };
  }

  /** Keys are set and freed in order, as an archive does not name its contract's key. */
  async #takeKeys(summary: RangeSummary, before: Tables, upTo: number): Promise<void> {
    for (const template of summary.keyedTemplates) this.#keyedTemplates.add(template);
    if (this.#keyedTemplates.size === 0) return;
    const edit = newEdit();
    const held = new Map<string, KeyChange>();
    let keys = mapOver(before.keys, this.#state.settings.hashSeed);
    for (const change of summary.keyChanges) {
      const { contractId, template } = change;
      if (change.keyId !== undefined) {
        held.set(contractId, change);
        keys = setIn(keys, change.keyId, withHolder(getIn(keys, change.keyId), contractId), edit);
      } else if (this.#keyedTemplates.has(template)) {
        const keyId = keyHeldBy(contractId, held.get(contractId), before);
        if (keyId !== undefined) keys = keysWithout(keys, keyId, contractId, edit);
      }
    }
    this.#sizes.keys = keys.size;
    const entries = entriesOfKeys(keys, this.#context);
    if (entries.length === 0) return;
    const { path, id } = newRunPlace(this.#folder);
    this.#addRun("keys", new Run(path, id, writeRun(path, id, entries)), upTo);
  }

  /** The state after all ranges, over the runs. */
  folded(context: TableContext): FoldedRuns {
    const { hashSeed } = this.#state.settings;
    const { contracts, keys, changes } = tablesOver(this.#runs, this.#sizes, context);
    const { deduplication } = this.#state;
    return {
      state: {
        ...this.#state,
        contracts: mapOver(contracts, hashSeed),
        keys: mapOver(keys, hashSeed),
        deduplication: { ...deduplication, accepted: mapOver(changes, hashSeed) },
      },
      hash: this.#hash,
      runs: this.#runs,
      context,
    };
  }
}

type Tables = { readonly [T in TableName]: RunTable<TableValues[T]> };

const entriesOfKeys = (keys: PersistentMap<string>, context: TableContext): Buffer => {
  const out = new ByteWriter();
  for (const [key, value] of changedEntries(keys))
    writeEntry<string>(out, tableForms.keys, context, key, value);
  return out.written();
};

/** @param created its create, if it is in the range */
const keyHeldBy = (
  contractId: ContractId,
  created: KeyChange | undefined,
  { contracts }: Tables,
): string | undefined => {
  if (created !== undefined) return created.keyId;
  const contract = contracts.get(contractId);
  return contract === undefined ? undefined : keyIdOfContract(contract);
};
