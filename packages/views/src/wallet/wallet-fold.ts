import { coinPackages, defaultAmuletConfig } from "@tallystick/coin";
import {
  type Contract,
  contractOfNode,
  type CreateNode,
  decodeLedgerEvent,
  type Json,
  type SubmissionPruned,
  type TransactionCommitted,
} from "@tallystick/core";
import {
  afterMessage,
  commandChanges,
  fundCouponEnds,
  type BaseRate,
  dueOf,
  freshMeter,
  historyOf,
  ownAmountOf,
  termsOf,
  trackedChanges,
  type TrackedKind,
  type TrafficMeter,
} from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import type { JournalEntry } from "../interface/views.js";
import type { WalletStatements } from "./wallet-statements.js";

/**
 * How long outcomes are kept, microseconds: as long as clients may repeat a request (wallet 13.4).
 */
const outcomeLifeMicros = 2 * 86_400_000_000;

/** Places of one transaction in the order of the history; more than a transaction has nodes. */
const placesPerOffset = 32_768;

/** The id under which the wallet submits, whose outcomes are kept. */
export const walletUserId = "tallystick-wallet";

const ourPackages = new Set(coinPackages.map(({ name }) => name));

/** The free traffic of the public network (wallet 13.1). */
const baseRate: BaseRate = (() => {
  const { burstAmount, burstWindow } =
    defaultAmuletConfig("").decentralizedSynchronizer.fees.baseRateTrafficLimits;
  return { burstBytes: Number(burstAmount), windowMicros: Number(burstWindow.microseconds) };
})();

/** Where a fold has come to. */
export interface WalletCheckpoint {
  readonly offset: number;
  readonly nextSeq: number;
  readonly meter: TrafficMeter;
}

/**
 * Under what a tracking id is kept for those who did not choose it: a receiver may use the same id
 * for its own offers.
 */
export const receivedKind = (kind: TrackedKind): string => `${kind}-received`;

/** Under what transfer commands are kept, by sender. */
export const commandKind = "transfer-command";

/** Under what ended coupons of the development fund are kept, the newest first. */
export const fundCouponKind = "fund-coupon";

/** A place counted from the end of all, so that the newest comes first. */
const placeFromEnd = (seq: number): number => Number.MAX_SAFE_INTEGER - seq;

/** A place as a text that is in the order of places. */
export const placeText = (place: number): string => String(place).padStart(16, "0");

const templateNameOf = (templateId: string): string =>
  templateId.slice(templateId.indexOf(":") + 1);

/**
 * Folds transactions into the tables of the wallet; the caller holds the transaction of the
 * database.
 */
export class WalletFold {
  readonly #sql: WalletStatements;
  #nextSeq = 1;
  #changed = new Set<string>();
  /** Called with each contract that is archived. */
  onArchived: (contractId: string) => void = () => undefined;

  constructor(sql: WalletStatements) {
    this.#sql = sql;
  }

  /** Where the tables are. */
  checkpoint(): WalletCheckpoint {
    const row = this.#sql.checkpoint();
    this.#nextSeq = row.nextSeq;
    const meter =
      row.baseLeft < 0
        ? freshMeter(baseRate)
        : { baseLeft: row.baseLeft, at: row.baseAt, extraUsed: row.extraUsed };
    return { offset: row.offset, nextSeq: row.nextSeq, meter };
  }

  /** The parties whose contracts have changed since this was last called. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /**
   * Folds entries that continue the checkpoint, and moves it. Throws on an entry that cannot be
   * read.
   */
  fold(entries: ReadonlyArray<JournalEntry>, from: WalletCheckpoint): WalletCheckpoint {
    this.#nextSeq = from.nextSeq;
    let { meter, offset } = from;
    for (const entry of entries) {
      ({ offset } = entry);
      const event = transactionIn(entry);
      if (event === undefined) continue;
      if (event.type === "SubmissionPruned") {
        meter = afterMessage(meter, event.length, event.recordTime, baseRate);
        for (const { contractId } of event.archived ?? []) this.#archive(contractId);
        continue;
      }
      meter = afterMessage(meter, entry.data.length, event.recordTime, baseRate);
      if (event.nodes.some(({ packageName }) => ourPackages.has(packageName)))
        this.#addTransaction(event, entry.offset);
    }
    const reached = { offset, nextSeq: this.#nextSeq, meter };
    this.#sql.moveCheckpoint(reached);
    return reached;
  }

  #addTransaction(event: TransactionCommitted, offset: number): void {
    const payloadOf = (contractId: string): Json | undefined =>
      this.#sql.contract(contractId)?.payload;
    historyOf(event, payloadOf).forEach(({ item, parties }, index) => {
      const content = JSON.stringify(item);
      const seq = offset * placesPerOffset + index;
      for (const party of parties) {
        const amount = ownAmountOf(item, party);
        this.#sql.history.add({
          party,
          seq,
          eventId: item.event_id,
          at: event.effectiveAt,
          content,
          amount: amount === undefined ? null : Number(amount),
          terms: termsOf(item, party),
        });
      }
    });
    this.#track(event, offset);
    for (const node of event.nodes) {
      if (!ourPackages.has(node.packageName)) continue;
      if (node.kind === "create") this.#addContract(node, event.effectiveAt);
      else if (node.consuming) this.#archive(node.contractId);
    }
    if (event.userId === walletUserId) this.#keepOutcome(event, offset);
  }

  #track(event: TransactionCommitted, offset: number): void {
    const contractOf = (contractId: string): Contract | undefined => this.#sql.contract(contractId);
    const payloadOf = (contractId: string): Json | undefined => contractOf(contractId)?.payload;
    for (const { kind, trackingId, parties, status } of trackedChanges(event, payloadOf)) {
      parties.forEach((party, index) => {
        const role = index === 0 ? kind : receivedKind(kind);
        this.#sql.setTracking(party, role, trackingId, JSON.stringify(status));
      });
    }
    for (const { sender, trackingId, command } of commandChanges(event, contractOf))
      this.#sql.setTracking(sender, commandKind, trackingId, JSON.stringify(command));
    for (const { nodeId, parties, coupon } of fundCouponEnds(event, contractOf)) {
      const place = placeFromEnd(offset * placesPerOffset + nodeId);
      for (const party of parties) {
        const content = JSON.stringify({ place, coupon });
        this.#sql.setTracking(party, fundCouponKind, placeText(place), content);
      }
    }
  }

  #addContract(node: CreateNode, createdAt: number): void {
    const contract: Contract = contractOfNode(node, createdAt);
    const seq = this.#nextSeq++;
    const template = templateNameOf(node.templateId);
    this.#sql.addContract(seq, contract);
    const due = dueOf(template, node.payload) ?? null;
    for (const party of new Set([...node.signatories, ...node.observers])) {
      this.#sql.addPartyContract(party, template, seq, due);
      this.#changed.add(party);
    }
  }

  #archive(contractId: string): void {
    const found = this.#sql.numbered(contractId);
    if (found === undefined) return;
    const { seq, contract } = found;
    const template = templateNameOf(contract.templateId);
    this.#sql.removeContract(seq);
    for (const party of new Set([...contract.signatories, ...contract.observers])) {
      this.#sql.removePartyContract(party, template, seq);
      this.#changed.add(party);
    }
    this.onArchived(contractId);
  }

  #keepOutcome({ commandId, updateId, nodes, recordTime }: TransactionCommitted, offset: number) {
    const [root] = nodes;
    const result = root?.kind === "exercise" ? root.result : (root?.contractId ?? null);
    this.#sql.forgetOutcomes(recordTime - outcomeLifeMicros);
    this.#sql.addOutcome(commandId, recordTime, JSON.stringify({ updateId, offset, result }));
  }
}

const transactionIn = ({
  offset,
  type,
  data,
}: JournalEntry): TransactionCommitted | SubmissionPruned | undefined => {
  if (!type.startsWith("TransactionCommitted")) return undefined;
  const read = decodeLedgerEvent(type, data, offset);
  if (isLeft(read)) throw new Error(read.left);
  const { right: event } = read;
  return event.type === "TransactionCommitted" || event.type === "SubmissionPruned"
    ? event
    : undefined;
};
