import {
  Amulet,
  AmuletRules_DevNet_Tap,
  AmuletRules_Transfer,
  type AmuletPayload,
  coinInputs,
  plainContext,
} from "@tallystick/coin";
import { checkArgument, type Decimal, numeric, type PartyId } from "@tallystick/core";
import {
  type ContractOf,
  openValidator,
  orThrow,
  type ValidatorOptions,
  type Wallet,
} from "@tallystick/node";
import type { NetworkState } from "@tallystick/wallet";
import {
  openingOf,
  type TestLedger,
  testLedgerOver,
  type TestLedgerOptions,
} from "../ledger/test-ledger.js";

/** What a ledger with the coin is opened with for tests. */
export interface TestCoinOptions extends Omit<TestLedgerOptions, "projections"> {
  /** The network: its price of the coin, its ticks, the settings of wallets. */
  readonly wallet?: ValidatorOptions["wallet"];
}

/** An amount of CC: text such as `12.5`, or a `Decimal`. */
type Amount = Decimal | string;

/**
 * A ledger for tests that runs the coin. It plays the whole network, of which `dso` is the operator
 * party; commands that use the coin's rules have it in `readAs`.
 */
export interface TestCoin extends TestLedger {
  readonly dso: PartyId;
  /** The wallets of its users. Its automations run in {@link settle} only. */
  readonly wallet: Wallet;
  /**
   * Users with wallets, each holding so much CC: `users({ alice: "100", bob: "0" })`.
   *
   * @param balances CC by name
   * @returns the party of each name
   */
  users<const N extends string>(
    balances: Readonly<Record<N, Amount>>,
  ): Promise<{ readonly [name in N]: PartyId }>;
  /**
   * Gives a party CC from nothing, as development networks do. The amount is in CC, not in USD.
   *
   * @param receiver who gets it
   * @param amount CC as text, or a `Decimal`
   */
  tap(receiver: PartyId, amount: Amount): Promise<void>;
  /**
   * CC that a party can spend: what is locked does not count.
   *
   * @param party whose
   */
  balance(party: PartyId): Promise<Decimal>;
  /**
   * Transfers CC at once, with the authority of both. It takes all coins of the sender, who gets
   * one coin back for the rest.
   *
   * @param sender who pays
   * @param receiver who gets it
   * @param amount CC as text, or a `Decimal`
   * @throws {LedgerFailure} DAML_FAILURE when the sender does not have as much
   */
  transfer(sender: PartyId, receiver: PartyId, amount: Amount): Promise<void>;
  /**
   * What the transfers of commands refer to: `amuletRules` and the open `round`, by their contract
   * ids.
   */
  network(): Promise<NetworkState>;
  /** Runs what the network and wallets have to do by now: rounds, rewards, offers, expiries. */
  settle(): Promise<void>;
}

/**
 * Opens a ledger for tests that runs the coin, with a wallet for each of its users.
 *
 * @param options those of `testLedger`, and the wallet's
 * @throws {LedgerFailure} why it cannot be opened
 * @example
 * const t = await testCoin();
 * const { alice, bob } = await t.users({ alice: "100", bob: "0" });
 * await t.transfer(alice, bob, "12.5");
 * console.log(String(await t.balance(bob))); // 12.5000000000
 * await t.close();
 */
export const testCoin = async (options: TestCoinOptions = {}): Promise<TestCoin> => {
  checkArgument("options", options, "object");
  const { wallet: walletOptions = {}, ...others } = options;
  const { start, ids, rest } = openingOf(others);
  const opened = orThrow(
    await openValidator({
      ...rest,
      config: { projectorThread: "main", ...rest.config },
      clock: () => start,
      manualClock: true,
      ids,
      wallet: walletOptions,
    }),
  );
  const { ledger, wallet, close } = opened;
  wallet.scheduler.pause();
  if (wallet.manualClock === undefined) throw new Error("the clock is not moved by hand");
  return coinOver(testLedgerOver(ledger, wallet.manualClock, close), wallet);
};

const coinOver = (t: TestLedger, wallet: Wallet): TestCoin => {
  const { dso } = wallet.settings;
  const network = async (): Promise<NetworkState> => {
    await wallet.upToDate();
    const state = wallet.network();
    if (state === undefined) throw new Error("the network has no open round; call settle()");
    return state;
  };
  const tap = async (receiver: PartyId, amount: Amount): Promise<void> => {
    const { amuletRules, round } = await network();
    const argument = { receiver, amount, openRound: round.contractId };
    const as = { actAs: receiver, readAs: [dso] };
    await t.exercise(AmuletRules_DevNet_Tap, amuletRules, argument, as);
  };
  return {
    ...t,
    dso,
    wallet,
    network,
    tap,
    users: async <const N extends string>(balances: Readonly<Record<N, Amount>>) => {
      checkArgument("balances", balances, "object");
      const parties = await t.parties(...namesOf(balances));
      for (const name of namesOf(balances)) {
        orThrow(await wallet.users.onboard(name, parties[name]));
        if (!numeric("0").equals(balances[name])) await tap(parties[name], balances[name]);
      }
      return parties;
    },
    balance: async (party) =>
      (await coinsOf(t, party)).reduce(
        (sum, { payload }) => sum.plus(payload.amount.initialAmount),
        numeric("0"),
      ),
    transfer: async (sender, receiver, amount) => {
      const { amuletRules, ...state } = await network();
      const argument = transferOf(await coinsOf(t, sender), state, { sender, receiver, amount });
      const as = { actAs: [sender, receiver], readAs: [dso] };
      await t.exercise(AmuletRules_Transfer, amuletRules, argument, as);
    },
    settle: async () => {
      wallet.scheduler.resume();
      await wallet.scheduler.settle();
      wallet.scheduler.pause();
    },
  };
};

type Coin = ContractOf<AmuletPayload>;

/** The coins that a party can spend, the largest first. */
const coinsOf = async (t: TestLedger, party: PartyId): Promise<ReadonlyArray<Coin>> =>
  (await t.active(Amulet, { party }))
    .filter(({ payload }) => payload.owner === party)
    .sort((a, b) => b.payload.amount.initialAmount.compare(a.payload.amount.initialAmount));

const transferOf = (
  coins: ReadonlyArray<Coin>,
  { dso, round, config }: Omit<NetworkState, "amuletRules">,
  { sender, receiver, amount }: { sender: PartyId; receiver: PartyId; amount: Amount },
) => {
  const inputs = coins.slice(0, Number(config.transferConfig.maxNumInputs));
  return {
    transfer: {
      sender,
      provider: sender,
      inputs: coinInputs(inputs.map(({ contractId }) => contractId)),
      outputs: [{ receiver, receiverFeeRatio: "0", amount }],
    },
    context: plainContext(round.contractId),
    expectedDso: dso,
  };
};

const namesOf = <N extends string>(balances: Readonly<Record<N, Amount>>): ReadonlyArray<N> =>
  // border: the names of an object are the names of its type
  Object.keys(balances) as Array<string & N>;
