import {
  Amulet,
  amuletPackage,
  AppRewardCoupon,
  DevelopmentFundCoupon,
  LockedAmulet,
  TransferCommand,
  TransferPreapproval,
  TransferPreapproval_Cancel,
  TransferPreapprovalProposal,
  ValidatorLicense,
  walletPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  int64From,
  type Numeric,
  numericFromText,
} from "@tallystick/core";
import { preapprovalFeeInCc } from "@tallystick/wallet";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { jsCommand } from "../../fixtures/js-command.js";
import {
  minute,
  registered,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const amulet = commandsOf(amuletPackage);
const wallets = commandsOf(walletPackage);
const day = 24 * 60 * minute;
const topUpInterval = 6 * 60 * minute;
const users = ["alice", "bob"] as const;

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};
const cc = (text: string): Numeric => right(numericFromText(text));

/** What a user does, and how often or how long. */
const steps = fc.record({
  user: fc.constantFrom(...users),
  what: fc.constantFrom(
    "renounce",
    "renounce",
    "renounce",
    "flood",
    "forge",
    "burden",
    "pay",
    "wait",
  ),
  times: fc.integer({ min: 1, max: 6 }),
});
type Step = typeof steps extends fc.Arbitrary<infer A> ? A : never;

const histories = fc.record({
  steps: fc.array(steps, { minLength: 25, maxLength: 35 }),
  /** A lifetime that is renewed on the same day, and the usual one. */
  lifetime: fc.constantFrom(30 * day + 360 * minute, 90 * day),
});
type History = typeof histories extends fc.Arbitrary<infer A> ? A : never;

/** A day on a network without taps: users who ask for what the operator pays, in every way. */
class Day {
  #named = 0;
  #passed = 0;
  readonly #parties = new Map<string, string>();

  constructor(readonly server: WalletServer) {}

  get #settings() {
    return this.server.validator.wallet.settings;
  }

  async begin(): Promise<void> {
    await this.#mint(this.#settings.operator, "100000");
    for (const user of users) {
      const party = await registered(this.server, user);
      this.#parties.set(user, party);
      await this.#mint(party, "1000");
      // over the wallet's own row once, which waits for the operator
      const { status, text } = await this.server.as(
        user,
        "POST",
        "/v0/wallet/transfer-preapproval",
      );
      expect(status, text).to.equal(200);
    }
  }

  async #mint(owner: string, amount: string): Promise<void> {
    const { dso } = this.#settings;
    const createdAt = { number: right(int64From(0)) };
    const ratePerRound = { rate: cc("0.0001") };
    const coin = { initialAmount: cc(amount), createdAt, ratePerRound };
    const command = amulet.create(Amulet, { dso, owner, amount: coin });
    const commandId = `mint-${++this.#named}`;
    right(
      await this.server.validator.wallet.submit({
        commandId,
        actAs: [dso, owner],
        readAs: [],
        commands: [command],
      }),
    );
  }

  /** As the user over the ledger's API. */
  async #submit(user: string, ...commands: ReadonlyArray<Command>): Promise<void> {
    const { status, text } = await this.server.as(user, "POST", "/v2/commands/submit-and-wait", {
      commands: commands.map(jsCommand),
      commandId: `as-${user}-${++this.#named}`,
      actAs: [this.#parties.get(user)],
    });
    expect(status, text).to.equal(200);
  }

  async #propose(user: string, expectedDso: string | undefined): Promise<void> {
    const receiver = this.#parties.get(user) ?? "";
    const proposal = { receiver, provider: this.#settings.operator, expectedDso };
    const command = wallets.create(TransferPreapprovalProposal, proposal);
    await this.#submit(user, command);
  }

  /** Ends what it has, and asks again. */
  async #renounce(user: string): Promise<void> {
    const party = this.#parties.get(user) ?? "";
    const held = this.server.validator.wallet.views.of(TransferPreapproval, party);
    for (const { contractId } of held) {
      const cancel = amulet.exercise(TransferPreapproval_Cancel, contractId, { p: party });
      await this.#submit(user, cancel);
    }
    await this.#propose(user, this.#settings.dso);
  }

  /** Coupons, a licence and an order of a network of its own, made out to the operator. */
  async #forge(user: string): Promise<void> {
    const { operator } = this.#settings;
    const dso = this.#parties.get(user) ?? "";
    const round = { number: right(int64From(1)) };
    const amount = cc("1000");
    const expiresAt = this.server.validator.wallet.now() + day;
    await this.#submit(
      user,
      amulet.create(AppRewardCoupon, {
        dso,
        provider: operator,
        featured: true,
        amount,
        round,
        beneficiary: undefined,
      }),
      amulet.create(DevelopmentFundCoupon, {
        dso,
        beneficiary: operator,
        fundManager: operator,
        amount,
        expiresAt: BigInt(expiresAt),
        reason: "",
      }),
      amulet.create(ValidatorLicense, {
        dso,
        validator: operator,
        sponsor: dso,
        faucetState: undefined,
        metadata: undefined,
        lastActiveAt: undefined,
      }),
      amulet.create(TransferCommand, {
        dso,
        sender: dso,
        receiver: operator,
        delegate: operator,
        amount,
        expiresAt: BigInt(expiresAt),
        nonce: right(int64From(0)),
        description: undefined,
      }),
    );
  }

  /** An order to the operator, as long as traffic is dear. */
  async #burden(user: string): Promise<void> {
    const { operator } = this.#settings;
    const sender = this.#parties.get(user) ?? "";
    await this.#submit(
      user,
      amulet.create(TransferCommand, {
        dso: sender,
        sender,
        receiver: operator,
        delegate: operator,
        amount: cc("1"),
        expiresAt: BigInt(this.server.validator.wallet.now() + day),
        nonce: right(int64From(0)),
        description: "x".repeat(400_000),
      }),
    );
  }

  /** Buys traffic and sends to the operator over the wallet's rows. */
  async #pay(user: string): Promise<void> {
    const { synchronizerId, operator } = this.#settings;
    const expires_at = this.server.validator.wallet.now() + day;
    const tracking_id = `pay-${++this.#named}`;
    await this.server.as(user, "POST", "/v0/wallet/buy-traffic-requests", {
      receiving_validator_party_id: operator,
      domain_id: synchronizerId,
      traffic_amount: 200_000,
      tracking_id,
      expires_at,
    });
    await this.server.as(user, "POST", "/v0/wallet/token-standard/transfers", {
      receiver_party_id: operator,
      amount: "1",
      description: "",
      expires_at,
      tracking_id,
    });
  }

  async #act({ user, what, times }: Step): Promise<void> {
    switch (what) {
      case "renounce":
        return this.#renounce(user);
      case "flood":
        for (const expectedDso of [undefined, this.#parties.get(user), this.#settings.dso])
          await this.#propose(user, expectedDso);
        return;
      case "forge":
        return this.#forge(user);
      case "burden":
        return this.#burden(user);
      case "wait":
        return this.#wait(times * 40 * minute);
      default:
        return this.#pay(user);
    }
  }

  async #wait(micros: number): Promise<void> {
    const passes = Math.min(micros, day - 1 - this.#passed);
    if (passes <= 0) return;
    this.#passed += passes;
    await this.server.pass(passes);
  }

  async run(history: History): Promise<void> {
    for (const step of history.steps) {
      const times = step.what === "wait" ? 1 : step.times;
      for (let n = 0; n < times; n++) {
        await this.#act(step);
        await this.server.validator.wallet.scheduler.settle();
      }
    }
    await this.#wait(day);
  }

  /** All the operator has, locked or not. */
  get wealth(): bigint {
    const { operator } = this.#settings;
    const { views } = this.server.validator.wallet;
    const coins = views.of(Amulet, operator).map(({ payload }) => payload);
    const locked = views.of(LockedAmulet, operator).map(({ payload }) => payload.amulet);
    return [...coins, ...locked]
      .filter(({ owner }) => owner === operator)
      .reduce((sum, { amount }) => sum + amount.initialAmount, 0n);
  }
}

/** What the operator pays on one day at most, as docs/wallet.md says. */
const boundOf = ({ server }: Day, { lifetime }: History, throughput: string): bigint => {
  const network = server.validator.wallet.network();
  if (network === undefined) throw new Error("no network");
  const price = network.round.payload.amuletPrice;
  const fee = preapprovalFeeInCc(lifetime, network.config, price) ?? cc("0");
  const lifetimes = lifetime > 31 * day ? 5n : 10n;
  // 10 bytes a second for 6 hours at 16.67 USD a MB and 0.1 USD per CC
  const purchases = throughput === "0" ? 0n : BigInt(day / topUpInterval) + 1n;
  return BigInt(users.length) * lifetimes * fee + purchases * cc("36.0072");
};

describe("what the operator pays for its users on a day", () => {
  // bytes a second; with 0 the operator buys no traffic
  for (const throughput of ["0", "10"]) {
    it(`is within its bounds at ${throughput} bytes a second, whatever they submit`, async () => {
      await fc.assert(
        fc.asyncProperty(histories, async (history) => {
          const server = await walletServer({
            network: "main",
            latestPackagesFrom: "never",
            config: {
              validatorWalletUsers: ["administrator"],
              administrators: ["administrator"],
              // what it earns would hide what it pays
              collectRewards: false,
              preapprovalLifetimeMicros: history.lifetime,
              traffic: {
                targetThroughput: cc(throughput),
                minTopupIntervalMicros: topUpInterval,
              },
            },
          });
          try {
            const itsDay = new Day(server);
            await itsDay.begin();
            await itsDay.run(history);
            const paid = cc("100000") - itsDay.wealth;
            expect(paid <= boundOf(itsDay, history, throughput), `${paid} units`).to.equal(true);
            expect(paid > 0n).to.equal(true);
          } finally {
            await server.close();
          }
        }),
        { numRuns: 2, endOnFailure: true },
      );
    });
  }
});
