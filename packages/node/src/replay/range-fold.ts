import {
  type Acceptance,
  type Contract,
  contractIdParts,
  gone,
  type PastEvent,
  type TableChanges,
  tellChanges,
  type ContractId,
} from "@tallystick/core";
import { ByteWriter, type TableContext, writeEntry } from "@tallystick/tables";
import { tableForms } from "../snapshot/state-tables.js";

/** The tables of which a range tells only entries; keys have an order. */
export type EntryTable = "contracts" | "changes";

/** An event that is folded in its order. */
interface OrderedEvent {
  readonly offset: number;
  readonly event: PastEvent;
}

/** What may change who holds a key. */
export interface KeyChange {
  readonly contractId: ContractId;
  /** Package name and `Module:Entity`. */
  readonly template: string;
  /** The key that the contract holds from now on; absent when it was archived. */
  readonly keyId?: string;
}

/** What a range of a journal changes in addition to the entries of its tables. */
export interface RangeSummary {
  /** Contracts created less contracts archived, as if none of these had been pruned before. */
  readonly contracts: number;
  /** Offsets of events that were pruned. */
  readonly pruned: ReadonlyArray<number>;
  /** Templates whose contracts hold keys. */
  readonly keyedTemplates: ReadonlyArray<string>;
  /** All archives, and the keys of what was created. */
  readonly keyChanges: ReadonlyArray<KeyChange>;
  /** Offset and record time of each acceptance, one after the other. */
  readonly acceptances: Float64Array<ArrayBuffer>;
  readonly ordered: ReadonlyArray<OrderedEvent>;
  /** Of the last event. */
  readonly recordTime: number;
}

/** Bytes of entries from which on they become a run: bounds what a range takes in memory. */
const maxEntryBytes = 24 * 1024 * 1024;

const capacity = 1024 * 1024;

/** Offset of the event that created a contract; 0 where its id does not say. */
export const createdAt = (contractId: ContractId): number =>
  contractIdParts(contractId)?.offset ?? 0;

/** Folds the events of a range of a journal into entries, without the state before it. */
export class RangeFold implements TableChanges {
  readonly #context: TableContext;
  readonly #full: (table: EntryTable, entries: Buffer) => void;
  readonly #tables = { contracts: new ByteWriter(capacity), changes: new ByteWriter(capacity) };
  readonly #prunedAt = new Set<number>();
  readonly #keyedTemplates = new Set<string>();
  readonly #keyChanges: Array<KeyChange> = [];
  readonly #acceptances: Array<number> = [];
  readonly #ordered: Array<OrderedEvent> = [];
  #contracts = 0;
  #recordTime = 0;

  /**
   * @param full is called with entries when there are many, and at the end; their memory is used
   * again
   */
  constructor(context: TableContext, full: (table: EntryTable, entries: Buffer) => void) {
    this.#context = context;
    this.#full = full;
  }

  /** Takes the next event. */
  add(event: PastEvent, offset: number): void {
    this.#recordTime = event.recordTime;
    if (event.type === "SubmissionPruned") this.#prunedAt.add(offset);
    if (tellChanges(event, offset, this)) this.#ordered.push({ offset, event });
    for (const table of ["contracts", "changes"] as const)
      if (this.#tables[table].length >= maxEntryBytes) this.#flush(table);
  }

  created(contract: Contract): void {
    const { contracts } = this.#tables;
    this.#contracts++;
    writeEntry(contracts, tableForms.contracts, this.#context, contract.contractId, contract);
  }

  held(keyId: string, template: string, contractId: ContractId): void {
    this.#keyedTemplates.add(template);
    this.#keyChanges.push({ contractId, template, keyId });
  }

  archived(contractId: ContractId, template: string): void {
    const { contracts } = this.#tables;
    writeEntry(contracts, tableForms.contracts, this.#context, contractId, gone);
    const isKnown = this.#prunedAt.size === 0 || !this.#prunedAt.has(createdAt(contractId));
    if (isKnown) this.#contracts--;
    this.#keyChanges.push({ contractId, template });
  }

  accepted(changeId: string, acceptance: Acceptance): void {
    const { changes } = this.#tables;
    writeEntry(changes, tableForms.changes, this.#context, changeId, acceptance);
    this.#acceptances.push(acceptance.offset, acceptance.recordTime);
  }

  #flush(table: EntryTable): void {
    const entries = this.#tables[table];
    if (entries.length > 0) this.#full(table, entries.written());
    entries.clear();
  }

  /** What there is besides the entries, once all of these were flushed. */
  end(): RangeSummary {
    this.#flush("contracts");
    this.#flush("changes");
    return {
      contracts: this.#contracts,
      pruned: [...this.#prunedAt],
      keyedTemplates: [...this.#keyedTemplates],
      keyChanges: this.#keyChanges,
      acceptances: Float64Array.from(this.#acceptances),
      ordered: this.#ordered,
      recordTime: this.#recordTime,
    };
  }
}
