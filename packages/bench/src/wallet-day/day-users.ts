import {
  AmuletRules_DevNet_FeatureApp,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  TransferOffer,
  TransferOffer_Accept,
  TransferPreapprovalProposal,
  walletPackage,
} from "@tallystick/coin";
import { type Numeric, numericFromText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import type { Submission, WalletConfig } from "@tallystick/wallet";
import { commandsOf, type JsCommand } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { expectRight } from "../expect-right.js";
import type { Random } from "./random.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);

const decimal = (text: string): Numeric => expectRight(numericFromText(text), text);

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

/** Does what users do. */
export interface DayUsers {
  /** Features the operator and proposes preapprovals. */
  begin(): Promise<void>;
  /** One thing that a user does, chosen at random: a tap or an offer, accepted at times. */
  act(): Promise<void>;
  /** What has been done by now. */
  readonly counts: { taps: number; offers: number; accepted: number };
}

/** The users of a wallet, whose choices come from a generator. */
export const dayUsers = (
  wallet: Wallet,
  parties: ReadonlyArray<string>,
  random: Random,
): DayUsers => {
  const { dso, operator } = wallet.settings;
  const counts = { taps: 0, offers: 0, accepted: 0 };
  let submitted = 0;
  const by = (party: string, command: JsCommand): Submission => ({
    commandId: `day-${++submitted}`,
    actAs: [party],
    readAs: [dso],
    commands: [command],
  });
  const perform = async (party: string, plan: () => JsCommand) => {
    const done = await wallet.perform(party, () => right(by(party, plan())));
    return done === "queue-full" || isLeft(done) ? undefined : done.right;
  };
  const network = () => {
    const state = wallet.network();
    if (state === undefined) throw new Error("there is no network");
    return state;
  };
  const one = (): string => parties[random(parties.length)] ?? "";
  const tap = async (party: string): Promise<void> => {
    const amount = decimal(String(1 + random(20)));
    const done = await perform(party, () => {
      const { amuletRules, round } = network();
      const argument = { receiver: party, amount, openRound: round.contractId };
      return amulet.exercise(AmuletRules_DevNet_Tap, amuletRules, argument);
    });
    if (done !== undefined) counts.taps++;
  };
  const offer = async (sender: string, receiver: string): Promise<void> => {
    const amount = { amount: decimal(String(1 + random(10))), unit: "AmuletUnit" } as const;
    const trackingId = `day-${submitted}`;
    const accepts = random(4) > 0;
    const done = await perform(sender, () =>
      wallets.create(TransferOffer, {
        sender,
        receiver,
        dso,
        amount,
        description: "",
        expiresAt: wallet.now() + offerLifeMicros,
        trackingId,
      }),
    );
    if (done === undefined || typeof done.result !== "string") return;
    counts.offers++;
    const offered = done.result;
    if (!accepts) return;
    const accepted = await perform(receiver, () =>
      wallets.exercise(TransferOffer_Accept, offered, {}),
    );
    if (accepted !== undefined) counts.accepted++;
  };
  return {
    counts,
    begin: async () => {
      await perform(operator, () =>
        amulet.exercise(AmuletRules_DevNet_FeatureApp, network().amuletRules, {
          provider: operator,
        }),
      );
      for (let fee = 0; fee < 10; fee++) await tap(operator);
      for (const [index, receiver] of parties.entries()) {
        if (index % everyPreapproved !== 0) continue;
        const proposal = { receiver, provider: operator, expectedDso: dso };
        await perform(receiver, () => wallets.create(TransferPreapprovalProposal, proposal));
      }
    },
    act: async () => {
      const party = one();
      const other = one();
      if (random(3) === 0 || party === other) await tap(party);
      else await offer(party, other);
    },
  };
};
