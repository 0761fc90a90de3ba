import { basename } from "node:path";
import { systemTimers, type Timers } from "@tallystick/background";
import type { Contract, Template, ContractId, PartyId, UserId } from "@tallystick/core";
import {
  type ActiveContract,
  commandRange,
  type DueOptions,
  type Keep,
  type OpenedRound,
  type TrackedCommand,
  type TrackedKind,
  type TrackedStatus,
} from "@tallystick/wallet";
import { openTableFile } from "@tallystick/tables";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { JournalEntry, ViewsError } from "../interface/views.js";
import { checkpointWatch, type CheckpointWatch } from "../query/checkpoint-watch.js";
import { ContractLists, type FindRows, maxContracts } from "./contract-lists.js";
import { type BalancesView, balancesView } from "./balances-view.js";
import { placedItem } from "./placed-item.js";
import { RecoveringWallet } from "./recovering-wallet.js";
import type { Progress } from "./wallet-progress.js";
import { type FoldingThread, WalletCatchUp } from "./wallet-catch-up.js";
import * as kept from "./wallet-fold.js";
import type { HistorySearch } from "./wallet-history.js";
import { type WalletFile, walletKind } from "./wallet-kind.js";
import type { ItemReader, PlacedFundCoupon, WalletViews } from "./wallet-views.js";

/** The most transfer commands shown of one nonce; and after every place of a coupon. */
const [maxCommands, pastPlaces] = [100, ":"];

class OpenedWalletViews implements WalletViews {
  readonly #file: RecoveringWallet;
  readonly #watch: CheckpointWatch;
  readonly #catchUp: WalletCatchUp;
  /** Undefined when no thread is used. */
  #latest: (() => number) | undefined;
  readonly #mayUseThread: boolean;
  readonly name = "wallet-views";
  readonly file: string;
  readonly #lists: ContractLists;
  readonly balances: BalancesView;
  onWait: () => void = () => undefined;
  onRewind: () => void = () => undefined;
  onDamage: (reason: string) => void = () => undefined;
  onProgress: (message: string) => void = () => undefined;
  onUnreadable: (reason: string | undefined) => void = () => undefined;
  onChanged: (parties: ReadonlySet<PartyId>) => void = () => undefined;

  constructor(path: string, opened: WalletFile, thread: FoldingThread, timers: Timers) {
    this.file = basename(path);
    this.#mayUseThread = thread === "worker" && path !== ":memory:";
    const unreadable = (reason: string | undefined): void => this.onUnreadable(reason);
    const emptied = (damage: string | undefined): void => this.#emptied(damage);
    this.#file = new RecoveringWallet(path, opened, { emptied, unreadable }, { timers });
    this.#lists = new ContractLists((read) => this.#file.read(read));
    this.balances = balancesView((read) => this.#file.read(read));
    this.#watch = checkpointWatch({ ...this.#file.checkpoint, recordTime: 0 }, timers);
    this.#watch.onWait(() => this.onWait());
    this.#catchUp = new WalletCatchUp({
      timers,
      path,
      file: this.#file,
      journalId: () => this.#file.journal,
      end: () => this.#latest?.() ?? 0,
      moved: () => this.#moved(),
      emptied,
      caughtUp: () => this.onChanged(this.#file.names()),
      say: (message) => this.onProgress(message),
    });
  }

  begin(journal: string, ledgerEnd: number, latest?: () => number): void {
    this.#latest = latest;
    this.#file.begin(journal, ledgerEnd, latest?.());
  }

  behind(): Progress | undefined {
    return this.#file.behind();
  }

  checkpoint(): number {
    return this.#file.checkpoint.offset;
  }

  checkpointHash(): string {
    return this.#file.checkpoint.hash;
  }

  fold(entries: ReadonlyArray<JournalEntry>): Promise<Either<ViewsError, number>> {
    return entries.length > 0 && this.foldsInThread()
      ? this.#catchUp.fold(entries)
      : Promise.resolve(this.#fold(entries));
  }

  foldsInThread(): boolean {
    return this.#mayUseThread && this.#catchUp.isDue();
  }

  #moved(): void {
    const checkpoint = { ...this.#file.checkpoint, recordTime: 0 };
    if (checkpoint.offset < this.#watch.current().offset) this.#watch.rewind(checkpoint);
    else this.#watch.advance(checkpoint);
  }

  #fold(entries: ReadonlyArray<JournalEntry>): Either<ViewsError, number> {
    const [first] = entries;
    if (first === undefined) return right(this.checkpoint());
    const expectedOffset = this.checkpoint() + 1;
    if (first.offset !== expectedOffset) {
      const message = `event ${expectedOffset} should come next, not ${first.offset}`;
      return left({ kind: "gap", expectedOffset, actualOffset: first.offset, message });
    }
    const folded = this.#file.fold(entries);
    if (isLeft(folded)) {
      if (folded.left.kind === "journal") this.#watch.fail(folded.left);
      return folded;
    }
    const { parties, archived } = folded.right;
    this.#lists.archived(archived);
    this.#watch.advance({ ...this.#file.checkpoint, recordTime: 0 });
    if (parties.size > 0) this.onChanged(parties);
    return right(this.checkpoint());
  }

  #emptied(damage: string | undefined): void {
    this.#lists.clear();
    this.#watch.rewind({ offset: 0, recordTime: 0, hash: "" });
    if (damage !== undefined) this.onDamage(damage);
    this.onRewind();
  }

  check(): Either<ViewsError, void> {
    return this.#file.isLent ? right(undefined) : this.#file.check();
  }

  checkParts(): Iterable<Either<ViewsError, void>> {
    return this.#file.isLent ? [] : this.#file.checkParts();
  }

  waitFor(offset: number, timeoutMs?: number): Promise<Either<ViewsError, number>> {
    return this.#watch.waitFor(offset, { timeoutMs });
  }

  of<P>(template: Template<P>, party: PartyId, limit = maxContracts, keep?: Keep<P>) {
    const read = keep === undefined ? limit : maxContracts;
    return this.#lists.active(template, limit, (all) => all.of(template.name, party, read), keep);
  }

  hasMoreThan(count: number, { name }: { readonly name: string }, party: PartyId): boolean {
    return this.#file.read(({ contracts }) => {
      let more = count + 1;
      for (const _row of contracts.of(name, party, more)) more -= 1;
      return more <= 0;
    });
  }

  due<P>(
    template: Template<P>,
    party: PartyId,
    upTo: number,
    limit: number,
    { after, keep }: DueOptions<P> = {},
  ) {
    const range = { upTo, after, limit: keep === undefined ? limit : maxContracts };
    return this.#lists.active(template, limit, (all) => all.due(template.name, party, range), keep);
  }

  named<P>(template: Template<P>, party: PartyId, text: string, limit: number = maxContracts) {
    return this.#lists.active(template, limit, (all) =>
      all.named(template.name, party, text, limit),
    );
  }

  namedWithin<P>(
    template: Template<P>,
    party: PartyId,
    prefix: string,
    limit: number,
    keep?: Keep<P>,
  ) {
    const read = keep === undefined ? limit : maxContracts;
    const find: FindRows = (all) => all.namedWithin(template.name, party, prefix, read);
    return this.#lists.active(template, limit, find, keep);
  }

  byId<P>(template: Template<P>, contractId: ContractId): ActiveContract<P> | undefined {
    return this.#lists.active(template, 1, (all) => {
      const row = all.rowOf(contractId, template.name);
      return row === undefined ? [] : [row];
    })[0];
  }

  contract(contractId: ContractId): Contract | undefined {
    return this.#file.read((tables) => tables.contracts.byId(contractId));
  }

  contractsOf({ name }: { readonly name: string }, party: PartyId, limit = maxContracts) {
    return this.#lists.whole((all) => all.of(name, party, limit));
  }

  contractsOfIds(contractIds: ReadonlyArray<ContractId>): ReadonlyArray<Contract> {
    return this.#lists.whole((all) => all.rowsOf(contractIds));
  }

  historyBefore(party: PartyId, beforeSeq: number | undefined, limit: number) {
    return this.searchHistory(party, { terms: [] })(beforeSeq, limit).items;
  }

  searchHistory(party: PartyId, search: HistorySearch): ItemReader {
    const read = this.#file.read(({ history }) => history.search(party, search));
    return (from, limit) => {
      const { rows, before } = this.#file.read(() => read(from, limit));
      return { items: rows.map(placedItem), before };
    };
  }

  historyPlace(party: PartyId, eventId: string): number | undefined {
    return this.#file.read(({ history }) => history.placeOf(party, eventId));
  }

  tracked(party: PartyId, kind: TrackedKind, trackingId: string) {
    return this.#tracking(party, kind, trackingId);
  }

  trackedByOther(party: PartyId, kind: TrackedKind, trackingId: string) {
    return this.#tracking(party, kept.receivedKind(kind), trackingId);
  }

  walletParty(operator: string, userId: UserId): string | undefined {
    return this.#file.read((tables) => tables.walletParty(operator, userId));
  }

  supply(dso: string): bigint {
    return this.#file.read((tables) => tables.supply(dso));
  }

  #tracking(party: PartyId, kind: string, trackingId: string): TrackedStatus | undefined {
    const content = this.#file.read((tables) => tables.tracking(party, kind, trackingId));
    // border: our own fold has written it
    return content === undefined ? undefined : (JSON.parse(content) as TrackedStatus);
  }

  transferCommands(sender: string, nonce: bigint) {
    const [from, until] = commandRange(nonce);
    return this.#range<TrackedCommand>(sender, kept.commandKind, [from, until], maxCommands);
  }

  endedFundCoupons(party: PartyId, after: number | undefined, limit: number) {
    const from = kept.placeText((after ?? -1) + 1);
    return this.#range<PlacedFundCoupon>(party, kept.fundCouponKind, [from, pastPlaces], limit);
  }

  openedRounds(dso: string, before: number | undefined, limit: number) {
    const from = before === undefined ? "" : kept.placeText(kept.placeFromEnd(before) + 1);
    return this.#range<OpenedRound>(dso, kept.roundKind, [from, pastPlaces], limit);
  }

  #range<A>(party: PartyId, kind: string, [from, until]: readonly [string, string], limit: number) {
    return this.#file
      .read((tables) => tables.trackingRange(party, kind, from, until, limit))
      .map((content) => JSON.parse(content) as A); // border: our own fold wrote it
  }

  outcome(commandId: string): number | undefined {
    return this.#file.read((tables) => tables.outcome(commandId));
  }

  extraTrafficUsed(): number {
    return this.#file.read(() => this.#file.checkpoint.meter.extraUsed);
  }

  lastRecordTime = (): number => this.#file.checkpoint.meter.at;

  stop = (): Promise<void> => this.#catchUp.stop();

  close(): void {
    this.#watch.fail({ kind: "closed", message: "the wallet's views are closed" });
    this.#file.close();
  }
}

/**
 * Opens the wallet's views; they fold in the calling thread, so that the code after a fold sees it
 * immediately.
 *
 * @param file path of the database file, or ":memory:"
 * @param thread "worker": views far behind the journal are folded in a background thread until they
 * are near its end
 * @param timers for delays and timeouts
 */
export const openWalletViews = (
  file: string,
  thread: FoldingThread = "main",
  timers: Timers = systemTimers,
): Either<ViewsError, WalletViews> => {
  const opened = openTableFile(file, walletKind);
  return isLeft(opened) ? opened : right(new OpenedWalletViews(file, opened.right, thread, timers));
};
