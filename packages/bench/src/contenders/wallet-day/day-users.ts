import {
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  TransferOffer,
  TransferOffer_Accept,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { WalletConfig } from "@tallystick/wallet";
import { type Command, commandsOf } from "@tallystick/core";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { amulet, decimal } from "../coin-ledger.js";
import type { Random } from "../../random.js";

const wallets = commandsOf(walletPackage);

const offerLifeMicros = 1_800_000_000;

/** One party in so many has a preapproval, sweeps its balance, or accepts by itself. */
const everyPreapproved = 10;
const everySweeping = 20;
const everyAccepting = 2;

/**
 * What the wallets of these parties do by themselves: every twentieth sweeps to its neighbour, half
 * of those over the neighbour's preapproval; every second accepts offers of the next ten.
 */
export const dayConfig = (
  parties: ReadonlyArray<string>,
): Pick<WalletConfig, "sweeps" | "autoAcceptTransfers"> => {
  const at = (index: number): string => parties[index % parties.length] ?? "";
  const sweeps = parties.flatMap((party, index) => {
    if (index % everySweeping !== 1) return [];
    const useTransferPreapproval = index % (2 * everySweeping) === 1;
    // the parties with a preapproval are those whose number is a multiple of ten
    const receiver = at(index + everyPreapproved - 1);
    const sweep = {
      receiver,
      maxBalanceUsd: decimal("3"),
      minBalanceUsd: decimal("1"),
      useTransferPreapproval,
    };
    return [[party, sweep] as const];
  });
  const accepting = parties.flatMap((party, index) =>
    index % everyAccepting === 0
      ? [[party, new Set(Array.from({ length: 10 }, (_, next) => at(index + 1 + next)))] as const]
      : [],
  );
  return { sweeps: new Map(sweeps), autoAcceptTransfers: new Map(accepting) };
};

export interface DayUsers {
  /** Features the operator and proposes preapprovals. */
  begin(): Promise<void>;
  /** One thing that a user does, chosen at random: a tap or an offer, accepted at times. */
  act(): Promise<void>;
  /** What has been done by now. */
  readonly counts: { taps: number; offers: number; accepted: number };
}

/** What users do with their wallet, one operation after the other as over HTTP. */
class Users implements DayUsers {
  readonly counts = { taps: 0, offers: 0, accepted: 0 };
  readonly #wallet: Wallet;
  readonly #parties: ReadonlyArray<string>;
  readonly #random: Random;
  #submitted = 0;

  constructor(wallet: Wallet, parties: ReadonlyArray<string>, random: Random) {
    this.#wallet = wallet;
    this.#parties = parties;
    this.#random = random;
  }

  async begin(): Promise<void> {
    const { operator, dso } = this.#wallet.settings;
    await this.#perform(operator, () =>
      amulet.exercise(AmuletRules_DevNet_FeatureApp, this.#network().amuletRules, {
        provider: operator,
      }),
    );
    for (let fee = 0; fee < 10; fee++) await this.#tap(operator);
    for (const [index, receiver] of this.#parties.entries()) {
      if (index % everyPreapproved !== 0) continue;
      const proposal = { receiver, provider: operator, expectedDso: dso };
      await this.#perform(receiver, () => wallets.create(TransferPreapprovalProposal, proposal));
    }
  }

  async act(): Promise<void> {
    const [party, other] = [this.#one(), this.#one()];
    if (this.#random(3) === 0 || party === other) await this.#tap(party);
    else await this.#offer(party, other);
  }

  #one(): string {
    return this.#parties[this.#random(this.#parties.length)] ?? "";
  }

  #network() {
    const state = this.#wallet.network();
    if (state === undefined) throw new Error("there is no network");
    return state;
  }

  async #perform(party: string, plan: () => Command) {
    const done = await this.#wallet.submitInTurn(party, () =>
      right({
        commandId: `day-${++this.#submitted}`,
        actAs: [party],
        readAs: [this.#wallet.settings.dso],
        commands: [plan()],
      }),
    );
    return done === "queue-full" || isLeft(done) ? undefined : done.right;
  }

  async #tap(party: string): Promise<void> {
    const amount = decimal(String(1 + this.#random(20)));
    const done = await this.#perform(party, () => {
      const { amuletRules, round } = this.#network();
      const argument = { receiver: party, amount, openRound: round.contractId };
      return amulet.exercise(AmuletRules_DevNet_Tap, amuletRules, argument);
    });
    if (done !== undefined) this.counts.taps++;
  }

  async #offer(sender: string, receiver: string): Promise<void> {
    const amount = { amount: decimal(String(1 + this.#random(10))), unit: "AmuletUnit" } as const;
    const accepts = this.#random(4) > 0;
    const terms = {
      sender,
      receiver,
      dso: this.#wallet.settings.dso,
      amount,
      description: "",
      expiresAt: BigInt(this.#wallet.now() + offerLifeMicros),
      trackingId: `day-${this.#submitted}`,
    };
    const done = await this.#perform(sender, () => wallets.create(TransferOffer, terms));
    if (done === undefined || typeof done.result !== "string") return;
    this.counts.offers++;
    if (!accepts) return;
    const offered = done.result;
    const accepted = await this.#perform(receiver, () =>
      wallets.exercise(TransferOffer_Accept, offered, {}),
    );
    if (accepted !== undefined) this.counts.accepted++;
  }
}

/** The users of a wallet, whose choices come from a generator. */
export const dayUsers = (
  wallet: Wallet,
  parties: ReadonlyArray<string>,
  random: Random,
): DayUsers => new Users(wallet, parties, random);
