import { coinPackages, defaultAmuletConfig } from "@tallystick/coin";
import {
  changesOf,
  type Contract,
  contractOfNode,
  type Json,
  stakeholdersOf,
  type SubmissionPruned,
  templateNameOf,
  type TransactionCommitted,
  type ContractId,
  type PartyId,
} from "@tallystick/core";
import {
  afterMessage,
  commandChanges,
  fundCouponEnds,
  type BaseRate,
  dueOf,
  freshMeter,
  heldIn,
  historyOf,
  issuedIn,
  namedOf,
  openedRound,
  ownAmountOf,
  type PayloadOf,
  termsOf,
  trackedChanges,
  type TrackedKind,
  type TrafficMeter,
  walletParties,
} from "@tallystick/wallet";
import { eventOf } from "../fold/event-of.js";
import { type Checkpoint, noEvents } from "../fold/fold.js";
import type { JournalEntry } from "../interface/views.js";
import { ContractCache } from "./contract-cache.js";
import { placesPerOffset } from "./wallet-history.js";
import type { WalletTables } from "./wallet-tables.js";

/**
 * How long outcomes are kept, microseconds: clients may repeat a request within it (wallet 13.4).
 */
const outcomeLifeMicros = 2 * 86_400_000_000;

/** The user id of the wallet's submissions, whose outcomes are kept. */
export const walletUserId = "tallystick-wallet";

/**
 * The name under which the outcome of a command is kept that an external party signed, whichever
 * user submitted it: no one else can make it.
 */
export const signedCommandName = (party: PartyId, commandId: string): string =>
  `${party} ${commandId}`;

const ourPackages = new Set(coinPackages.map(({ name }) => name));

/** The free traffic of the public network (wallet 13.1). */
const baseRate: BaseRate = (() => {
  const { burstAmount, burstWindow } =
    defaultAmuletConfig("").decentralizedSynchronizer.fees.baseRateTrafficLimits;
  return { burstBytes: Number(burstAmount), windowMicros: Number(burstWindow.microseconds) };
})();

export interface WalletCheckpoint extends Checkpoint {
  readonly meter: TrafficMeter;
}

/** The progress before any event. */
export const walletStart: WalletCheckpoint = { ...noEvents, meter: freshMeter(baseRate) };

/**
 * The kind of tracking ids for parties that did not choose them: a receiver may use the same id for
 * its own offers.
 */
export const receivedKind = (kind: TrackedKind): string => `${kind}-received`;

/** The kind of transfer commands, by sender. */
export const commandKind = "transfer-command";

/** The kind of ended coupons of the development fund, the newest first. */
export const fundCouponKind = "fund-coupon";

/** The kind of rounds that were opened, the newest first. */
export const roundKind = "round";

/** A place in descending order, so that the newest comes first. */
export const placeFromEnd = (seq: number): number => Number.MAX_SAFE_INTEGER - seq;

/** A place as text, in the order of places. */
export const placeText = (place: number): string => String(place).padStart(16, "0");

const isOurs = ({ packageName }: { readonly packageName: string }): boolean =>
  ourPackages.has(packageName);

type ContractOf = (contractId: ContractId) => Contract | undefined;

/** The contracts created by a transaction, and those active before it. */
const contractsFrom = (created: ReadonlyArray<Contract>, looked: ContractCache): ContractOf => {
  const byId = new Map(created.map((contract) => [contract.contractId, contract]));
  return (contractId) => byId.get(contractId) ?? looked.get(contractId);
};

/** Folds transactions into the tables of the wallet; the caller writes them. */
export class WalletFold {
  readonly #tables: WalletTables;
  #changed = new Set<string>();
  #templates = new Set<string>();
  #archived: Array<string> = [];
  /** The change of supply of a fold, units by issuer. */
  readonly #issued = new Map<string, bigint>();
  readonly #looked: ContractCache;

  constructor(tables: WalletTables) {
    this.#tables = tables;
    this.#looked = new ContractCache(tables.contracts);
  }

  /** The parties whose contracts have changed since the last call. */
  takeChanged(): ReadonlySet<string> {
    const changed = this.#changed;
    this.#changed = new Set();
    return changed;
  }

  /** The templates of which contracts were created or archived since the last call. */
  takeTemplates(): ReadonlySet<string> {
    const templates = this.#templates;
    this.#templates = new Set();
    return templates;
  }

  /** The contracts archived since the last call. */
  takeArchived(): ReadonlyArray<string> {
    const archived = this.#archived;
    this.#archived = [];
    return archived;
  }

  /** Drops changes of an undone fold. */
  forget(): void {
    this.#changed = new Set();
    this.#templates = new Set();
    this.#archived = [];
    this.#tables.balances.forget();
    this.#looked.clear();
  }

  /**
   * Folds entries that continue the checkpoint. Throws `UnreadableEvent` at an entry that cannot be
   * read.
   */
  fold(entries: ReadonlyArray<JournalEntry>, from: WalletCheckpoint): WalletCheckpoint {
    let { meter, offset, hash } = from;
    this.#issued.clear();
    for (const entry of entries) {
      offset = entry.offset;
      hash = entry.hash ?? "";
      const event = eventIn(entry);
      if (event === undefined) continue;
      const { length } = event.type === "SubmissionPruned" ? event : entry.data;
      meter = afterMessage(meter, length, event.recordTime, baseRate);
      this.#add(event, entry.offset);
      this.#tables.balances.add(meter.at, entry.offset);
    }
    this.#tables.forgetOutcomes(meter.at - outcomeLifeMicros);
    this.#addSupply();
    return { offset, hash, recordTime: meter.at, meter };
  }

  #issue({ contractId, payload }: Contract, template: string, times: 1n | -1n): void {
    const held = heldIn(template, payload);
    if (held !== undefined) this.#tables.balances.count(contractId, held, times);
    const coin = issuedIn(template, payload);
    if (coin === undefined) return;
    this.#issued.set(coin.dso, (this.#issued.get(coin.dso) ?? 0n) + times * coin.amount);
  }

  #addSupply(): void {
    for (const [dso, units] of this.#issued) this.#tables.addSupply(dso, units);
  }

  #add(event: TransactionCommitted | SubmissionPruned, offset: number): void {
    const isTransaction = event.type === "TransactionCommitted";
    if (isTransaction) this.#addOutcome(event, offset);
    if (isTransaction && !event.nodes.some(isOurs)) return;
    const changes = changesOf(event);
    const created = changes.created.map((node) => contractOfNode(node, changes.createdAt));
    if (isTransaction) this.#addTransaction(event, offset, contractsFrom(created, this.#looked));
    for (const contract of created) if (isOurs(contract)) this.#addContract(contract);
    for (const archived of changes.archived)
      if (isOurs(archived)) this.#archive(archived.contractId);
  }

  #addTransaction(event: TransactionCommitted, offset: number, contractOf: ContractOf): void {
    const payloadOf = (contractId: ContractId): Json | undefined => contractOf(contractId)?.payload;
    historyOf(event, payloadOf).forEach(({ item, parties }, index) => {
      const seq = offset * placesPerOffset + index;
      const added = { seq, at: event.effectiveAt, eventId: item.event_id };
      this.#tables.history.addItem(added, JSON.stringify(item));
      for (const party of parties) {
        const units = ownAmountOf(item, party);
        const amount = units === undefined ? null : Number(units);
        this.#tables.history.add(added, { party, amount, terms: termsOf(item, party) });
      }
    });
    this.#track(event, offset, contractOf, payloadOf);
  }

  /** The outcomes that repeats of a request are answered with. */
  #addOutcome(event: TransactionCommitted, offset: number): void {
    const { userId, commandId, recordTime, actAs, external } = event;
    if (userId === walletUserId) this.#tables.addOutcome(commandId, recordTime, offset);
    const [party = ""] = actAs;
    if (external !== undefined && actAs.length === 1)
      this.#tables.addOutcome(signedCommandName(party, commandId), recordTime, offset);
  }

  #track(
    event: TransactionCommitted,
    offset: number,
    contractOf: ContractOf,
    payloadOf: PayloadOf,
  ): void {
    for (const { kind, trackingId, parties, status } of trackedChanges(event, payloadOf)) {
      parties.forEach((party, index) => {
        const role = index === 0 ? kind : receivedKind(kind);
        this.#tables.setTracking(party, role, trackingId, JSON.stringify(status));
      });
    }
    for (const { sender, trackingId, command } of commandChanges(event, contractOf))
      this.#tables.setTracking(sender, commandKind, trackingId, JSON.stringify(command));
    for (const { operator, userId, party } of walletParties(event))
      this.#tables.setWalletParty(operator, userId, party);
    for (const { nodeId, parties, coupon } of fundCouponEnds(event, contractOf)) {
      const place = placeFromEnd(offset * placesPerOffset + nodeId);
      for (const party of parties) {
        const content = JSON.stringify({ place, coupon });
        this.#tables.setTracking(party, fundCouponKind, placeText(place), content);
      }
    }
  }

  #addContract(contract: Contract): void {
    const { payload } = contract;
    const template = templateNameOf(contract.templateId);
    const stakeholders = stakeholdersOf(contract);
    const due = dueOf(template, payload);
    const named = namedOf(template, payload);
    const chars = this.#tables.contracts.add(contract, { template, stakeholders, due, named });
    this.#looked.add(contract, chars);
    this.#note(template, stakeholders);
    this.#issue(contract, template, 1n);
    const round = openedRound(template, payload);
    if (round === undefined) return;
    const { dso, opened } = round;
    const place = placeText(placeFromEnd(opened.round));
    this.#tables.setTracking(dso, roundKind, place, JSON.stringify(opened));
  }

  #note(template: string, stakeholders: Iterable<PartyId>): void {
    this.#templates.add(template);
    for (const party of stakeholders) this.#changed.add(party);
  }

  #archive(contractId: ContractId): void {
    const contract = this.#looked.get(contractId);
    if (contract === undefined) return;
    this.#looked.delete(contractId);
    const stakeholders = stakeholdersOf(contract);
    const template = templateNameOf(contract.templateId);
    const named = namedOf(template, contract.payload);
    this.#tables.contracts.remove(contractId, { template, stakeholders, named });
    this.#note(template, stakeholders);
    this.#archived.push(contractId);
    this.#issue(contract, template, -1n);
  }
}

const eventIn = (entry: JournalEntry): TransactionCommitted | SubmissionPruned | undefined => {
  const { type } = entry;
  const isRead = type.startsWith("TransactionCommitted") || type.startsWith("SubmissionPruned");
  if (!isRead) return undefined;
  const event = eventOf(entry);
  return event.type === "TransactionCommitted" || event.type === "SubmissionPruned"
    ? event
    : undefined;
};
