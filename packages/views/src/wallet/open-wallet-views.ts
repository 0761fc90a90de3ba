import { Listeners, systemTimers, type Timers } from "@tallystick/background";
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
import { type Either, map } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { openFoldedFile } from "../fold/folded-file.js";
import { FoldedViews, type FoldedViewsParts } from "../fold/folded-views.js";
import type { ViewsError } from "../interface/views.js";
import { ContractLists, type FindRows, maxContracts } from "./contract-lists.js";
import { type BalancesView, balancesView } from "./balances-view.js";
import { placedItem } from "./placed-item.js";
import { type WalletChanges, walletFold } from "./wallet-database.js";
import * as kept from "./wallet-fold.js";
import type { HistorySearch } from "./wallet-history.js";
import type { WalletCheckpointRow } from "./wallet-kind.js";
import type { WalletTables } from "./wallet-tables.js";
import type { ItemReader, PlacedFundCoupon, WalletViews } from "./wallet-views.js";

/** The most transfer commands shown of one nonce; and after every place of a coupon. */
const [maxCommands, pastPlaces] = [100, ":"];

type Parts = FoldedViewsParts<WalletCheckpointRow, WalletTables, WalletChanges>;

class OpenedWalletViews
  extends FoldedViews<WalletCheckpointRow, WalletTables, WalletChanges>
  implements WalletViews
{
  readonly #lists = new ContractLists((read) => this.read(read));
  readonly #changes = new Listeners<
    [parties: ReadonlySet<PartyId>, templates: ReadonlySet<string>]
  >();
  readonly onChange = this.#changes.add;
  readonly balances: BalancesView = balancesView((read) => this.read(read));

  protected override changed({ parties, templates, archived }: WalletChanges): void {
    this.#lists.archived(archived);
    if (parties.size > 0) this.#changes.tell(parties, templates);
  }

  protected override caughtUp(tables: WalletTables): void {
    this.#tellAll(tables.names());
  }

  protected override emptied(): void {
    this.#lists.clear();
  }

  override mark(): (() => void) | undefined {
    const rewind = super.mark();
    if (rewind === undefined) return undefined;
    return () => {
      // of those that will not be there any more, too
      const before = this.read((tables) => tables.names());
      rewind();
      this.#tellAll(new Set([...before, ...this.read((tables) => tables.names())]));
    };
  }

  /** @param names of parties and templates */
  #tellAll(names: ReadonlySet<string>): void {
    this.#changes.tell(names, names);
  }

  of<P>(template: Template<P>, party: PartyId, limit = maxContracts, keep?: Keep<P>) {
    const read = keep === undefined ? limit : maxContracts;
    return this.#lists.active(template, limit, (all) => all.of(template.name, party, read), keep);
  }

  hasMoreThan(count: number, { name }: { readonly name: string }, party: PartyId): boolean {
    return this.read(({ contracts }) => contracts.hasMoreThan(count, name, party));
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
    return this.read((tables) => tables.contracts.byId(contractId));
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
    const read = this.read(({ history }) => history.search(party, search));
    return (from, limit) => {
      const { rows, before } = this.read(() => read(from, limit));
      return { items: rows.map(placedItem), before };
    };
  }

  historyPlace(party: PartyId, eventId: string): number | undefined {
    return this.read(({ history }) => history.placeOf(party, eventId));
  }

  tracked(party: PartyId, kind: TrackedKind, trackingId: string) {
    return this.#tracking(party, kind, trackingId);
  }

  trackedByOther(party: PartyId, kind: TrackedKind, trackingId: string) {
    return this.#tracking(party, kept.receivedKind(kind), trackingId);
  }

  walletParty(operator: string, userId: UserId): string | undefined {
    return this.read((tables) => tables.walletParty(operator, userId));
  }

  supply(dso: string): bigint {
    return this.read((tables) => tables.supply(dso));
  }

  #tracking(party: PartyId, kind: string, trackingId: string): TrackedStatus | undefined {
    const content = this.read((tables) => tables.tracking(party, kind, trackingId));
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
    const found = this.read((tables) => tables.trackingRange(party, kind, from, until, limit));
    // border: our own fold wrote it
    return found.map((content) => JSON.parse(content) as A);
  }

  outcome(commandId: string): number | undefined {
    return this.read((tables) => tables.outcome(commandId));
  }

  extraTrafficUsed(): number {
    return this.read((tables) => tables.extraTrafficUsed);
  }

  lastRecordTime(): number {
    return this.watch.current().recordTime;
  }
}

/**
 * Opens the wallet's views, see `begin`; they fold in the calling thread, so that the code after a
 * fold sees it immediately.
 *
 * @param path of the database file, or ":memory:"
 * @param thread "worker": views far behind the journal are folded in a background thread until they
 * are near its end
 * @param timers for delays and timeouts
 */
export const openWalletViews = (
  path: string,
  thread: "worker" | "main" = "main",
  timers: Timers = systemTimers,
): Either<ViewsError, WalletViews> => {
  const script = new URL("./wallet-worker.js", import.meta.url);
  const parts: Parts = {
    name: "wallet-views",
    title: "the wallet's views",
    fold: walletFold(),
    path,
    thread: thread === "main" || path === ":memory:" ? undefined : { script },
    copiesLogInThread: path !== ":memory:",
    timers,
  };
  return pipe(
    openFoldedFile(parts.fold, parts),
    map((file) => new OpenedWalletViews(parts, file)),
  );
};
