import { randomBytes, randomUUID } from "node:crypto";
import {
  type Contract,
  decodeLedgerEvent,
  encodeLedgerEvent,
  type LedgerEvent,
  stakeholdersOf,
  updateIdOf,
} from "@tallystick/core";
import type { EventStore, NewEvent, StoreError } from "@tallystick/event-store";
import { storeMessage } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { CommandError, orThrow } from "../command-error.js";
import { storeErrorCode } from "../open-address.js";
import type { ForkNote } from "./fork-note.js";
import { contractsOf, type SourceLedger } from "./source-ledger.js";

const MICROS_PER_MS = 1_000;

/** Bytes of the seed of a transaction. */
const SEED_BYTES = 28;

/** Contracts of one transaction, and events of one append. */
const MAX_NODES = 100;
const MAX_EVENTS = 100;

/** Reasons that are kept. */
const MAX_UNREAD = 20;

/** What became of the contracts of a ledger. */
export interface ImportedContracts {
  /** All that the fork has now, also those of earlier runs. */
  readonly contracts: number;
  readonly unread: number;
  /** Why, of the first of them. */
  readonly reasons: ReadonlyArray<string>;
}

const storeErrorOf = (error: StoreError): CommandError =>
  new CommandError(`--to: ${storeMessage(error)}`, storeErrorCode(error));

/** Appends to the journal of a fork what its source has. */
export class ForkedJournal {
  readonly #parties = new Set<string>();
  readonly #packages = new Set<string>();
  readonly #contracts = new Set<string>();
  readonly #reasons: Array<string> = [];
  readonly #named: ReadonlySet<string>;
  #unread = 0;
  #offset = 0;
  #recordTime = 0;
  #pending: Array<NewEvent> = [];

  private constructor(
    private readonly store: EventStore,
    private readonly stream: string,
    private readonly note: ForkNote,
  ) {
    this.#named = new Set(note.parties);
  }

  /**
   * Reads what the journal has.
   *
   * @throws {CommandError} it cannot be read
   */
  static async open(store: EventStore, stream: string, note: ForkNote): Promise<ForkedJournal> {
    const journal = new ForkedJournal(store, stream, note);
    for await (const page of store.readStream(stream)) {
      for (const { type, data, revision } of orThrow(page, storeErrorOf)) {
        const event = decodeLedgerEvent(type, data, revision + 1);
        if (isLeft(event)) throw new CommandError(`--to: event ${revision + 1} cannot be read`);
        journal.#offset = revision + 1;
        journal.#recordTime = event.right.recordTime;
        if (event.right.type === "PartyAllocated") journal.#parties.add(event.right.party);
        if (event.right.type === "PackageRegistered") journal.#packages.add(event.right.packageId);
        if (event.right.type === "TransactionCommitted")
          for (const { contractId } of event.right.nodes) journal.#contracts.add(contractId);
      }
    }
    return journal;
  }

  /**
   * Imports the active contracts of a ledger, but for those that are there already.
   *
   * @throws {CommandError} the ledger or the journal fails; what was appended stays
   */
  async import(
    source: SourceLedger,
    progress: (contracts: number) => void,
  ): Promise<ImportedContracts> {
    for (const party of this.note.parties) await this.#host(party);
    for await (const page of contractsOf(source)) {
      const wanted: Array<Contract> = [];
      for (const read of page) {
        const reason = isLeft(read) ? read.left.reason : this.#reasonAgainst(read.right);
        if (reason !== undefined) this.#leaveOut(reason);
        else if (!isLeft(read) && !this.#contracts.has(read.right.contractId))
          wanted.push(read.right);
      }
      for (const some of atOneTime(wanted)) await this.#create(some);
      await this.#flush();
      progress(this.#contracts.size);
    }
    await this.#flush();
    return { contracts: this.#contracts.size, unread: this.#unread, reasons: this.#reasons };
  }

  #leaveOut(reason: string): void {
    this.#unread += 1;
    if (this.#reasons.length < MAX_UNREAD) this.#reasons.push(reason);
  }

  #reasonAgainst({ contractId, templateId, packageName }: Contract): string | undefined {
    const packageId = templateId.slice(0, templateId.indexOf(":"));
    return this.#packages.has(packageId)
      ? undefined
      : `contract ${contractId}: its package ${packageName} (${packageId}) is not here`;
  }

  /** Hosts a party; one that was not named acts only when the fork signs for others. */
  async #host(party: string): Promise<void> {
    if (this.#parties.has(party)) return;
    this.#parties.add(party);
    const acts = this.note.signsForOthers || this.#named.has(party);
    await this.#append({
      type: "PartyAllocated",
      party,
      annotations: {},
      identityProviderId: "",
      imported: acts ? "acting" : "idle",
      recordTime: this.#time(),
    });
  }

  async #create(contracts: ReadonlyArray<Contract>): Promise<void> {
    for (const contract of contracts)
      for (const party of stakeholdersOf(contract)) await this.#host(party);
    const seed = randomBytes(SEED_BYTES).toString("hex");
    const { from: url, offset } = this.note;
    const id = `import-${this.#offset + this.#pending.length + 1}`;
    await this.#append({
      type: "TransactionCommitted",
      userId: "",
      commandId: id,
      submissionId: id,
      workflowId: "",
      actAs: [],
      recordTime: this.#time(),
      deduplicationPeriod: { kind: "empty" },
      updateId: updateIdOf(seed, this.#offset + this.#pending.length + 1),
      effectiveAt: contracts[0]?.createdAt ?? 0,
      seed,
      nodes: contracts.map(createOf),
      imported: { url, offset },
    });
    for (const { contractId } of contracts) this.#contracts.add(contractId);
  }

  #time(): number {
    this.#recordTime = Math.max(this.#recordTime, Date.now() * MICROS_PER_MS);
    return this.#recordTime;
  }

  async #append(event: LedgerEvent): Promise<void> {
    const { type, data } = encodeLedgerEvent(event, this.#offset + this.#pending.length + 1);
    this.#pending.push({ id: randomUUID(), type, data, metadata: "" });
    if (this.#pending.length >= MAX_EVENTS) await this.#flush();
  }

  async #flush(): Promise<void> {
    if (this.#pending.length === 0) return;
    const appended = await this.store.append(this.stream, this.#offset - 1, this.#pending);
    this.#offset = orThrow(appended, storeErrorOf).revision + 1;
    this.#pending = [];
  }
}

const createOf = ({ createdAt: _createdAt, ...contract }: Contract, nodeId: number) => ({
  kind: "create" as const,
  nodeId,
  ...contract,
});

/** Contracts next to each other that have the same ledger time, a bounded number at once. */
const atOneTime = (contracts: ReadonlyArray<Contract>): ReadonlyArray<ReadonlyArray<Contract>> => {
  const groups: Array<Array<Contract>> = [];
  for (const contract of contracts) {
    const last = groups.at(-1);
    if (last?.[0]?.createdAt === contract.createdAt && last.length < MAX_NODES) last.push(contract);
    else groups.push([contract]);
  }
  return groups;
};
