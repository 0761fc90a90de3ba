import {
  type AdministrationEvent,
  type ArchivedContract,
  changesOf,
  contractIdParts,
  contractOfNode,
  type ContractId,
  type CreateNode,
  gone,
  type Gone,
  keyIdOfContract,
  type PastEvent,
  templateNameOf,
} from "@tallystick/core";
import { ByteWriter, type TableContext, writeEntry } from "@tallystick/tables";
import { tableForms, type TableValues } from "../snapshot/state-tables.js";

/** The tables filled range by range; keys depend on earlier ranges. */
export type EntryTable = "contracts" | "changes";

/** An event to be folded in order. */
interface OrderedEvent {
  readonly offset: number;
  readonly event: AdministrationEvent;
}

export interface KeyChange {
  readonly contractId: ContractId;
  /** Package name and `Module:Entity`. */
  readonly template: string;
  /** The key that the contract holds from now on; absent when it was archived. */
  readonly keyId?: string;
}

/** The changes of a range in addition to the entries of its tables. */
export interface RangeSummary {
  /** Contracts created minus contracts archived, as if no archived one had been pruned before. */
  readonly contracts: number;
  /** Offsets of events that were pruned. */
  readonly pruned: ReadonlyArray<number>;
  /** Templates whose contracts hold keys. */
  readonly keyedTemplates: ReadonlyArray<string>;
  /** All archives, and the keys of created contracts. */
  readonly keyChanges: ReadonlyArray<KeyChange>;
  /** Offset and record time of each acceptance, alternating. */
  readonly acceptances: Float64Array<ArrayBuffer>;
  readonly ordered: ReadonlyArray<OrderedEvent>;
  readonly recordTime: number;
}

/** Bytes of entries after which they become a run: bounds the memory of a range. */
const maxEntryBytes = 24 * 1024 * 1024;

const capacity = 1024 * 1024;

/** Offset of the event that created a contract; 0 where its id does not say. */
export const createdAt = (contractId: ContractId): number =>
  contractIdParts(contractId)?.offset ?? 0;

/** A template in any version: its contracts may hold the same key one after the other. */
const keyedTemplate = ({ packageName, templateId }: ArchivedContract): string =>
  `${packageName}:${templateNameOf(templateId)}`;

/** Folds the events of a range of a journal into entries, without the state before it. */
export class RangeFold {
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
   * @param full is called with entries when there are many, and at the end; their memory is reused
   */
  constructor(context: TableContext, full: (table: EntryTable, entries: Buffer) => void) {
    this.#context = context;
    this.#full = full;
  }

  add(event: PastEvent, offset: number): void {
    const { recordTime } = event;
    const { created, createdAt, archived, changeIds, submissionId, administration } =
      changesOf(event);
    this.#recordTime = recordTime;
    if (event.type === "SubmissionPruned") this.#prunedAt.add(offset);
    for (const node of created) this.#create(node, createdAt);
    for (const contract of archived) this.#archive(contract);
    for (const changeId of changeIds) {
      this.#write("changes", changeId, { offset, recordTime, submissionId });
      this.#acceptances.push(offset, recordTime);
    }
    if (administration !== undefined) this.#ordered.push({ offset, event: administration });
    for (const table of ["contracts", "changes"] as const)
      if (this.#tables[table].length >= maxEntryBytes) this.#flush(table);
  }

  #create(node: CreateNode, createdAt: number): void {
    const { contractId } = node;
    this.#contracts++;
    this.#write("contracts", contractId, contractOfNode(node, createdAt));
    const keyId = keyIdOfContract(node);
    if (keyId === undefined) return;
    const template = keyedTemplate(node);
    this.#keyedTemplates.add(template);
    this.#keyChanges.push({ contractId, template, keyId });
  }

  #archive(contract: ArchivedContract): void {
    const { contractId } = contract;
    this.#write("contracts", contractId, gone);
    const isKnown = this.#prunedAt.size === 0 || !this.#prunedAt.has(createdAt(contractId));
    if (isKnown) this.#contracts--;
    this.#keyChanges.push({ contractId, template: keyedTemplate(contract) });
  }

  #write<T extends EntryTable>(table: T, key: string, value: TableValues[T] | Gone): void {
    writeEntry<TableValues[T]>(this.#tables[table], tableForms[table], this.#context, key, value);
  }

  #flush(table: EntryTable): void {
    const entries = this.#tables[table];
    if (entries.length > 0) this.#full(table, entries.written());
    entries.clear();
  }

  /** The result apart from the entries, which are all flushed. */
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
