import { type Contract, isJsonObject, type Json, type Template } from "@tallystick/core";
import {
  type ActiveContract,
  commandRange,
  type HistoryItem,
  type TrackedCommand,
  type TrackedKind,
  type TrackedStatus,
} from "@tallystick/wallet";
import type Database from "better-sqlite3";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { checkpointWatch, type CheckpointWatch } from "../query/checkpoint-watch.js";
import { textOfThrown } from "../sqlite/schema.js";
import type { HistoryRow, HistorySearch } from "./history-statements.js";
import {
  commandKind,
  fundCouponKind,
  placeText,
  receivedKind,
  type WalletCheckpoint,
  WalletFold,
} from "./wallet-fold.js";
import { openWalletTables, recreateWalletTables } from "./wallet-schema.js";
import { type ContractRow, WalletStatements } from "./wallet-statements.js";
import type {
  ItemReader,
  PlacedFundCoupon,
  PlacedItem,
  WalletOutcome,
  WalletViews,
} from "./wallet-views.js";

/** Contracts read of one party at most where no limit is given. */
const maxContracts = 1_000_000;

/**
 * Decoded payloads that are kept: a contract never changes, and automations look at the same ones
 * again and again.
 */
const maxDecoded = 100_000;

/** Transfer commands of one nonce that are shown. */
const maxCommands = 100;

/** After every place of a coupon. */
const pastPlaces = ":";

const placedItem = ({ seq, at, content }: HistoryRow): PlacedItem => {
  // border: our own fold has written it
  const json = JSON.parse(content) as Json;
  // border: our own fold has written it
  return { seq, at, json, item: json as unknown as HistoryItem };
};

class OpenedWalletViews implements WalletViews {
  readonly #db: Database.Database;
  readonly #fold: WalletFold;
  readonly #sql: WalletStatements;
  readonly #watch: CheckpointWatch;
  readonly #decoded = new Map<string, unknown>();
  #checkpoint: WalletCheckpoint;
  onWait: () => void = () => undefined;
  onChanged: (parties: ReadonlySet<string>) => void = () => undefined;

  constructor(db: Database.Database) {
    this.#db = db;
    this.#sql = new WalletStatements(db);
    this.#fold = new WalletFold(this.#sql);
    this.#fold.onArchived = (contractId) => void this.#decoded.delete(contractId);
    this.#checkpoint = this.#fold.checkpoint();
    this.#watch = checkpointWatch({ offset: this.#checkpoint.offset, recordTime: 0, hash: "" });
    this.#watch.onWait(() => this.onWait());
  }

  begin(journal: string, ledgerEnd: number, prunedUpTo = 0): void {
    const { journal: known, offset } = this.#sql.checkpoint();
    if (known === journal && offset <= ledgerEnd && offset >= prunedUpTo) return;
    recreateWalletTables(this.#db);
    this.#sql.forgetNames();
    this.#decoded.clear();
    this.#sql.nameJournal(journal);
    this.#checkpoint = this.#fold.checkpoint();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
  }

  checkpoint(): number {
    return this.#checkpoint.offset;
  }

  fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    const [first] = entries;
    if (first === undefined) return Promise.resolve(right(this.checkpoint()));
    const expectedOffset = this.checkpoint() + 1;
    if (first.offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${first.offset}`;
      const actualOffset = first.offset;
      return Promise.resolve(left({ kind: "gap", expectedOffset, actualOffset, message }));
    }
    try {
      const reached = this.#db.transaction(() => this.#fold.fold(entries, this.#checkpoint))();
      this.#checkpoint = reached;
      this.#watch.advance({ offset: reached.offset, recordTime: 0, hash: "" });
      const changed = this.#fold.takeChanged();
      if (changed.size > 0) this.onChanged(changed);
      return Promise.resolve(right(reached.offset));
    } catch (thrown) {
      this.#sql.forgetNames();
      const message = `the wallet cannot fold on from offset ${first.offset}: ${textOfThrown(thrown)}`;
      const error: ViewsError = { kind: "journal", offset: first.offset, message };
      this.#watch.fail(error);
      return Promise.resolve(left(error));
    }
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  #active<P>(
    template: Template<P>,
    { contractId, createdAt }: ContractRow,
  ): ReadonlyArray<ActiveContract<P>> {
    const known = this.#decoded.get(contractId);
    // border: contracts are kept under their id, whose template never changes
    if (known !== undefined) return [{ contractId, createdAt, payload: known as P }];
    const contract = this.#sql.contract(contractId);
    if (contract === undefined) return [];
    const payload = template.payload.decode(contract.payload);
    if (isLeft(payload)) return [];
    if (this.#decoded.size >= maxDecoded) this.#decoded.clear();
    this.#decoded.set(contractId, payload.right);
    return [{ contractId, createdAt, payload: payload.right }];
  }

  of<P>(template: Template<P>, party: string, limit: number = maxContracts) {
    const found = this.#sql.contractsOf(template.name, party, limit);
    return found.flatMap((contract) => this.#active(template, contract));
  }

  due<P>(template: Template<P>, party: string, upTo: number, limit: number) {
    const most = Math.min(limit, maxContracts);
    const found = this.#sql.dueContracts(template.name, party, upTo, most);
    return found.flatMap((contract) => this.#active(template, contract));
  }

  byId<P>(template: Template<P>, contractId: string): ActiveContract<P> | undefined {
    const contract = this.#sql.contract(contractId);
    return contract?.templateId.endsWith(`:${template.name}`) === true
      ? this.#active(template, contract)[0]
      : undefined;
  }

  contract(contractId: string): Contract | undefined {
    return this.#sql.contract(contractId);
  }

  contractsOf(
    { name }: { readonly name: string },
    party: string,
    limit: number = maxContracts,
  ): ReadonlyArray<Contract> {
    return this.#sql
      .contractsOf(name, party, limit)
      .flatMap(({ contractId }) => this.#sql.contract(contractId) ?? []);
  }

  historyBefore(party: string, beforeSeq: number | undefined, limit: number) {
    return this.searchHistory(party, { terms: [] })(beforeSeq, limit).items;
  }

  searchHistory(party: string, search: HistorySearch): ItemReader {
    const read = this.#sql.history.search(party, search);
    return (from, limit) => {
      const { rows, before } = read(from, limit);
      return { items: rows.map(placedItem), before };
    };
  }

  historyPlace(party: string, eventId: string): number | undefined {
    return this.#sql.history.placeOf(party, eventId);
  }

  tracked(party: string, kind: TrackedKind, trackingId: string): TrackedStatus | undefined {
    return this.#tracking(party, kind, trackingId);
  }

  trackedByOther(party: string, kind: TrackedKind, trackingId: string): TrackedStatus | undefined {
    return this.#tracking(party, receivedKind(kind), trackingId);
  }

  #tracking(party: string, kind: string, trackingId: string): TrackedStatus | undefined {
    const content = this.#sql.tracking(party, kind, trackingId);
    // border: our own fold has written it
    return content === undefined ? undefined : (JSON.parse(content) as TrackedStatus);
  }

  transferCommands(sender: string, nonce: bigint): ReadonlyArray<TrackedCommand> {
    const [from, until] = commandRange(nonce);
    return this.#sql
      .trackingRange(sender, commandKind, from, until, maxCommands)
      .map((content) => JSON.parse(content) as TrackedCommand); // border: our own fold wrote it
  }

  endedFundCoupons(party: string, after: number | undefined, limit: number) {
    return this.#sql
      .trackingRange(party, fundCouponKind, placeText((after ?? -1) + 1), pastPlaces, limit)
      .map((content) => JSON.parse(content) as PlacedFundCoupon); // border: our own fold wrote it
  }

  outcome(commandId: string): WalletOutcome | undefined {
    const content = this.#sql.outcome(commandId);
    if (content === undefined) return undefined;
    const read: unknown = JSON.parse(content);
    // border: our own fold has written it
    return isJsonObject(read) ? (read as unknown as WalletOutcome) : undefined;
  }

  extraTrafficUsed(): number {
    return this.#checkpoint.meter.extraUsed;
  }

  lastRecordTime(): number {
    return this.#checkpoint.meter.at;
  }

  close(): void {
    this.#watch.fail({ kind: "closed", message: "the wallet's views are closed" });
    this.#db.close();
  }
}

/**
 * Opens the wallet's views; they fold in the thread that opens them, so that what follows a fold
 * sees it at once.
 *
 * @param file path of the database file, or ":memory:"
 */
export const openWalletViews = (file: string): Either<ViewsError, WalletViews> => {
  const db = openWalletTables(file);
  return isLeft(db) ? db : right(new OpenedWalletViews(db.right));
};
