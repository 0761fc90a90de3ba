import {
  type CreateNode,
  decodeLedgerEvent,
  type ExerciseNode,
  type LedgerEvent,
  type PartyAllocated,
  stakeholdersOf,
  type TransactionCommitted,
  witnessesOf,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ContractRow, FoldStatements } from "../sqlite/fold-statements.js";
import { allocationUpdateId } from "../projection/project-topology.js";
import { transientContracts } from "../projection/project-transaction.js";
import { activeEra, eraOf, everyParty, hashText, role } from "../sqlite/schema.js";
import type { ViewsError } from "../interface/views.js";

const createIn = (event: LedgerEvent, nth: number): CreateNode | undefined =>
  event.type === "TransactionCommitted"
    ? event.nodes.filter((node) => node.kind === "create")[nth]
    : undefined;

/** Writes what one event means to the tables. The caller holds the transaction and the checkpoint. */
export class SubmissionFolder {
  readonly #sql: FoldStatements;
  readonly #intern: (text: string) => number;
  readonly #roles = new Map<number, number>();
  /** The number of the next contract. */
  nextSeq = 1;

  constructor(sql: FoldStatements, intern: (text: string) => number) {
    this.#sql = sql;
    this.#intern = intern;
  }

  /** Folds one event. Gives a `journal` error when it contradicts those before it; what it wrote must then be rolled back. */
  addSubmission(event: LedgerEvent, offset: number, data: string): ViewsError | undefined {
    switch (event.type) {
      case "TransactionCommitted":
        return this.#addTransaction(event, offset, data);
      case "CommandRejected":
        this.#roles.clear();
        this.#give(event.actAs, role.submitter);
        this.#sql.addSubmission.run(offset, 0, this.nextSeq, null, data);
        this.#writeRoles(offset);
        return undefined;
      case "PartyAllocated":
        this.#addAllocation(event, offset);
        return undefined;
      // events about the participant, not about its contracts
      default:
        return undefined;
    }
  }

  #addAllocation(event: PartyAllocated, offset: number): void {
    const updateHash = hashText(allocationUpdateId(event.party, offset, event.recordTime));
    const party = this.#intern(event.party);
    this.#sql.addAllocation.run(offset, party, event.recordTime, updateHash);
  }

  #addTransaction(
    event: TransactionCommitted,
    offset: number,
    data: string,
  ): ViewsError | undefined {
    this.#roles.clear();
    this.#give(event.actAs, role.submitter);
    this.#sql.addSubmission.run(offset, 1, this.nextSeq, hashText(event.updateId), data);
    const transient = transientContracts(event.nodes);
    for (const witnesses of witnessesOf(event.nodes)) {
      this.#give(witnesses, role.witness);
    }
    for (const node of event.nodes) {
      if (node.kind === "create") {
        this.#addContract(node, offset, transient.has(node.contractId));
        continue;
      }
      if (node.consuming && !transient.has(node.contractId)) {
        const error = this.#archiveContract(node, offset);
        if (error !== undefined) {
          return error;
        }
      }
    }
    this.#writeRoles(offset);
    return undefined;
  }

  #addContract(node: CreateNode, offset: number, isTransient: boolean): void {
    const seq = this.nextSeq++;
    const template = this.#intern(node.templateId);
    const archivedAt = isTransient ? offset : 0;
    this.#sql.addContract.run(hashText(node.contractId), seq, template, offset, archivedAt);
    if (isTransient) {
      return;
    }
    this.#sql.addPartyContract.run(everyParty, activeEra, template, seq, offset, 0);
    this.#addStakeholders(node.signatories, template, seq, offset);
    this.#addStakeholders(node.observers, template, seq, offset);
  }

  #addStakeholders(
    parties: ReadonlyArray<string>,
    template: number,
    seq: number,
    offset: number,
  ): void {
    for (const party of parties) {
      const id = this.#intern(party);
      this.#giveTo(id, role.stakeholder);
      this.#sql.addPartyContract.run(id, activeEra, template, seq, offset, 0);
    }
  }

  #archiveContract(node: ExerciseNode, offset: number): ViewsError | undefined {
    const idHash = hashText(node.contractId);
    const contract = this.#activeContract(idHash, node.contractId);
    if (contract === undefined) {
      return {
        kind: "journal",
        offset,
        message: `event ${offset} archives contract ${node.contractId}, which is not active there`,
      };
    }
    const { seq, template } = contract;
    const era = eraOf(offset);
    const stakeholders = stakeholdersOf(node);
    this.#give(stakeholders, role.stakeholder);
    this.#sql.archiveContract.run(offset, idHash, seq);
    this.#sql.archivePartyContract.run(era, offset, everyParty, template, seq);
    for (const party of stakeholders) {
      this.#sql.archivePartyContract.run(era, offset, this.#intern(party), template, seq);
    }
    return undefined;
  }

  #activeContract(idHash: number, contractId: string): ContractRow | undefined {
    const found = this.#sql.activeByHash.all(idHash);
    return found.length < 2 ? found[0] : found.find((row) => this.#isContract(row, contractId));
  }

  #isContract(row: ContractRow, contractId: string): boolean {
    const data = this.#sql.submissionData.get(row.created_at);
    const firstSeq = this.#sql.firstSeq.get(row.created_at);
    if (data === undefined || firstSeq === undefined) {
      return false;
    }
    const event = decodeLedgerEvent("TransactionCommitted", data, row.created_at);
    return !isLeft(event) && createIn(event.right, row.seq - firstSeq)?.contractId === contractId;
  }

  #give(parties: ReadonlyArray<string>, roles: number): void {
    for (const party of parties) {
      this.#giveTo(this.#intern(party), roles);
    }
  }

  #giveTo(party: number, roles: number): void {
    this.#roles.set(party, (this.#roles.get(party) ?? 0) | roles);
  }

  #writeRoles(offset: number): void {
    for (const [party, roles] of this.#roles) {
      this.#sql.addPartySubmission.run(party, offset, roles);
    }
  }
}
