import { entriesOf, type LedgerState, type TransactionCommitted } from "@tallystick/core";
import { ExternalPartyConfigState, OpenMiningRound } from "../../src/index.js";
import * as holdingV1 from "../../src/token-standard/holding-v1.js";
import {
  alice,
  bob,
  carol,
  CoinLedger,
  dso,
  provider,
  Refused,
  validator,
} from "../coin-fixture.js";
import { expectLawful } from "./lawful.js";
import { type Coin, coinOf } from "./coin-reading.js";
import { NaiveModel } from "./naive-model.js";

/** The parties that have coins. */
export const users: ReadonlyArray<string> = [alice, bob, carol, provider, validator];

/** What is done about the totals: nothing, coins are made, or coins are destroyed. */
export type Flow = "keeps" | "mints" | "burns";

/** One command: whether the naive rules allow it, and what it then does. */
export interface Attempt {
  readonly allowed: boolean;
  /** Submits it. Throws {@link Refused}. @returns the transaction, and what to tell the model */
  readonly run: () => { readonly event: TransactionCommitted; readonly settle: () => void };
}

/** An attempt from its parts. */
export const attempt = <R>(
  allowed: boolean,
  submit: () => { readonly result: R; readonly event: TransactionCommitted },
  settle: (result: R) => void = () => {},
): Attempt => ({
  allowed,
  run: () => {
    const { result, event } = submit();
    return { event, settle: () => settle(result) };
  },
});

/** A round that was opened. */
interface KnownRound {
  readonly contractId: string;
  readonly number: bigint;
  readonly opensAt: number;
  readonly closesAt: number;
  /** Units of USD per CC. */
  readonly price: bigint;
}

/** A configuration state that was opened. */
export interface KnownState {
  readonly contractId: string;
  /** From which round holding fees are counted. */
  readonly round: bigint;
}

/** How often each operation came to what end. */
export type Tally = Map<string, Record<"accepted" | "refused" | "idle", number>>;

/** Counts one end of an operation, or several. */
export const counted = (
  tally: Tally,
  name: string,
  end: "accepted" | "refused" | "idle",
  times = 1,
): void => {
  const before = tally.get(name) ?? { accepted: 0, refused: 0, idle: 0 };
  tally.set(name, { ...before, [end]: before[end] + times });
};

/**
 * A ledger, its model, and the independent account of what its transactions made and
 * destroyed.
 */
export class LawWorld {
  readonly ledger = new CoinLedger({
    price: "0.1",
    config: (config) => ({ ...config, optDevelopmentFundManager: provider }),
  });
  /** Units that coupons of each kind were minted for. */
  readonly issued = new Map<string, bigint>();
  readonly model = new NaiveModel();
  readonly rounds: Array<KnownRound> = [];
  readonly states: Array<KnownState> = [];
  /**
   * Whatever an operation wants to find again: contract ids with what was agreed, by a name of its
   * own.
   */
  private readonly notes = new Map<string, Map<string, unknown>>();
  private readonly read = new Map<string, Coin | undefined>();
  private readonly consumed = new Set<string>();
  private views: ReadonlyMap<string, holdingV1.HoldingView> = new Map();
  private mintedUnits = 0n;
  private burnedUnits = 0n;
  private known: { readonly state: LedgerState; readonly coins: ReadonlyMap<string, Coin> };
  /** How often each operation was accepted, refused, and had nothing to work on. */
  readonly tally: Tally = new Map();

  constructor() {
    this.known = { state: this.ledger.state, coins: new Map() };
    const [first] = this.ledger.active(OpenMiningRound);
    if (first === undefined) throw new Error("no open round");
    const { round, opensAt, targetClosesAt: closesAt, amuletPrice } = first.payload;
    this.rounds.push({
      contractId: first.contractId,
      number: round.number,
      opensAt: Number(opensAt),
      closesAt: Number(closesAt),
      price: amuletPrice,
    });
    this.noteState();
  }

  /** Opens a configuration state from the newest round. */
  openState(): void {
    this.ledger.openConfigState();
    this.noteState();
  }

  private noteState(): void {
    const { contractId, payload } =
      this.ledger
        .active(ExternalPartyConfigState)
        .find(({ contractId }) => contractId === this.ledger.configState) ?? {};
    const round = payload?.holdingFeesOpenRoundNumber?.number;
    if (contractId === undefined || round === undefined) throw new Error("no configuration state");
    this.states.push({ contractId, round });
  }

  /** The round that transfers name. */
  get round(): KnownRound {
    const round = this.rounds.at(-1);
    if (round === undefined) throw new Error("no open round");
    return round;
  }

  /** True when the round that transfers name has opened. */
  get roundIsOpen(): boolean {
    return this.round.opensAt <= this.ledger.now;
  }

  /** What an operation has noted under a name. */
  notesOf<N>(name: string): Map<string, N> {
    let found = this.notes.get(name);
    if (found === undefined) {
      found = new Map();
      this.notes.set(name, found);
    }
    // border: each name is used with one type of note
    return found as Map<string, N>;
  }

  /** All coins, locked or not, read from the contracts by hand. */
  get coins(): ReadonlyMap<string, Coin> {
    const { state } = this.ledger;
    if (this.known.state === state) return this.known.coins;
    const coins = new Map<string, Coin>();
    for (const [contractId, contract] of entriesOf(state.contracts)) {
      if (!this.read.has(contractId)) this.read.set(contractId, coinOf(contract));
      const coin = this.read.get(contractId);
      if (coin !== undefined) coins.set(contractId, coin);
    }
    this.known = { state, coins };
    return coins;
  }

  /** Those of an owner. */
  coinsOf(owner: string): ReadonlyArray<Coin> {
    return [...this.coins.values()].filter((coin) => coin.owner === owner);
  }

  /** Carries an attempt out, and throws where it does not go as it must. */
  perform(name: string, flow: Flow, { allowed, run }: Attempt): void {
    const before = this.ledger.state;
    const coinsBefore = this.coins;
    try {
      const { event, settle } = run();
      if (!allowed) throw new Error("this must be refused and was accepted");
      counted(this.tally, name, "accepted");
      settle();
      this.account(flow, event, coinsBefore);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      if (allowed) throw new Error(`this must be accepted and was refused: ${thrown.message}`);
      counted(this.tally, name, "refused");
      if (this.ledger.state !== before) throw new Error("what was refused has changed the state");
    }
  }

  /** Notes what a transaction made and destroyed by its nodes alone: creates less archives. */
  private account(
    flow: Flow,
    { nodes }: TransactionCommitted,
    before: ReadonlyMap<string, Coin>,
  ): void {
    let difference = 0n;
    const here = new Map<string, Coin>();
    for (const node of nodes) {
      if (node.kind === "create") {
        if (this.consumed.has(node.contractId)) throw new Error("a contract came back");
        const coin = coinOf(node);
        if (coin === undefined) continue;
        here.set(node.contractId, coin);
        difference += coin.units;
      } else if (node.consuming) {
        if (this.consumed.has(node.contractId)) throw new Error("a contract was consumed twice");
        this.consumed.add(node.contractId);
        difference -= (here.get(node.contractId) ?? before.get(node.contractId))?.units ?? 0n;
      }
    }
    this.add(flow, difference);
  }

  private add(flow: Flow, difference: bigint): void {
    if (flow === "keeps" && difference !== 0n)
      throw new Error(`${difference} units came from nowhere or went nowhere`);
    if (flow === "mints") this.mintedUnits += difference;
    if (flow === "burns") this.burnedUnits -= difference;
  }

  /**
   * Throws unless the ledger, the model and the account agree in everything. A contract never
   * changes, so its view is computed once.
   */
  check(): void {
    this.views = this.ledger.views(holdingV1.Holding, this.views);
    const { coins, model, views } = this;
    const account = { minted: this.mintedUnits, burned: this.burnedUnits };
    expectLawful({ coins, model, account, users, dso, views });
  }
}
