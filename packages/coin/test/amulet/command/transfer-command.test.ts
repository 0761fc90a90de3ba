import { expect } from "chai";
import {
  Amulet,
  AppRewardCoupon,
  coinInputs,
  ExternalPartyAmuletRules_CreateTransferCommand,
  IssuingMiningRound,
  LockedAmulet,
  type PaymentTransferContext,
  TransferCommand,
  TransferCommand_Expire,
  TransferCommand_Send,
  TransferCommandCounter,
  type TransferInput,
  TransferPreapproval,
} from "../../../src/index.js";
import { TransferCommand_Withdraw } from "../../../src/amulet/command/transfer-command.js";
import { transferCommandStateOfChoice } from "../../../src/amulet/command/transfer-command-state.js";
import {
  alice,
  bob,
  carol,
  cc,
  CoinLedger,
  coinsAsInputs,
  day,
  dso,
  int,
  minute,
  provider,
  validator,
} from "../../coin-fixture.js";

const lifetime = 60 * minute;
const refusedTo = "DAML_AUTHORIZATION_ERROR";

const orderOf = (ledger: CoinLedger) => ({
  sender: alice,
  receiver: bob,
  delegate: validator,
  amount: cc("4"),
  expiresAt: BigInt(ledger.now + lifetime),
  nonce: int(0n),
  description: "rent",
  expectedDso: dso,
});

const order = (
  ledger: CoinLedger,
  changes: Partial<ReturnType<typeof orderOf>> = {},
  by: ReadonlyArray<string> = [alice],
): string =>
  ledger.exercise(by, ExternalPartyAmuletRules_CreateTransferCommand, ledger.externalRules, {
    ...orderOf(ledger),
    ...changes,
  }).transferCommandCid;

/**
 * Alice, an external party with 10 CC, has ordered the validator to send 4 CC to bob, who accepts
 * transfers.
 */
const ordered = (nextNonce = 0n) => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "10");
  const counter = ledger.create([dso], TransferCommandCounter, {
    dso,
    sender: alice,
    nextNonce: int(nextNonce),
  });
  const preapproval = ledger.create([dso, bob, provider], TransferPreapproval, {
    dso,
    receiver: bob,
    provider,
    validFrom: BigInt(ledger.now),
    lastRenewedAt: BigInt(ledger.now),
    expiresAt: BigInt(ledger.now + day),
  });
  return { ledger, counter, preapproval, command: order(ledger) };
};

type World = ReturnType<typeof ordered>;
interface Sending {
  readonly by?: string;
  readonly command?: string;
  readonly counter?: string;
  readonly preapproval?: string | undefined;
  readonly inputs?: ReadonlyArray<TransferInput>;
  readonly context?: PaymentTransferContext;
}

const send = (world: World, { by = validator, ...changes }: Sending = {}) => {
  const { ledger, command, counter, preapproval, inputs, context } = {
    context: world.ledger.paymentContext(),
    inputs: coinsAsInputs(world.ledger, alice),
    ...world,
    ...changes,
  };
  return ledger.exercise([by], TransferCommand_Send, command, {
    context,
    inputs,
    transferPreapprovalCidO: preapproval,
    transferCounterCid: counter,
  });
};

/** A coupon of alice that gives 5 CC. */
const mintable = (ledger: CoinLedger, round: { readonly number: ReturnType<typeof int> }) => ({
  issuing: ledger.create([dso], IssuingMiningRound, {
    dso,
    round,
    issuancePerValidatorRewardCoupon: cc("0"),
    issuancePerFeaturedAppRewardCoupon: cc("2.5"),
    issuancePerUnfeaturedAppRewardCoupon: cc("0"),
    issuancePerSvRewardCoupon: cc("0"),
    opensAt: BigInt(ledger.now),
    targetClosesAt: BigInt(ledger.now + day),
    optIssuancePerValidatorFaucetCoupon: undefined,
  }),
  coupon: ledger.create([dso], AppRewardCoupon, {
    dso,
    provider: alice,
    featured: true,
    amount: cc("2"),
    round,
    beneficiary: undefined,
  }),
});

const nextNonces = (ledger: CoinLedger): ReadonlyArray<bigint> =>
  ledger.active(TransferCommandCounter).map(({ payload }) => payload.nextNonce);

describe("ordering a transfer", () => {
  const table: Readonly<
    Record<string, readonly [(now: number) => Partial<ReturnType<typeof orderOf>>, string, string]>
  > = {
    "by the sender": [() => ({}), alice, "accepted"],
    "by the receiver": [() => ({}), bob, refusedTo],
    "by the delegate": [() => ({}), validator, refusedTo],
    "of another coin": [
      () => ({ expectedDso: carol }),
      alice,
      "DSO party expected by caller 'carol' does not match actual DSO party 'DSO'",
    ],
    "in its last moment": [(now) => ({ expiresAt: BigInt(now + 1) }), alice, "accepted"],
    "when it is over": [(now) => ({ expiresAt: BigInt(now) }), alice, "deadline-exceeded"],
    "over nothing, which no transfer will be": [() => ({ amount: cc("0") }), alice, "accepted"],
    "with a nonce that is never due": [() => ({ nonce: int(-1n) }), alice, "accepted"],
    "with a nonce of later": [() => ({ nonce: int(9n) }), alice, "accepted"],
  };
  for (const [name, [changes, by, outcome]] of Object.entries(table)) {
    it(`${name}: ${outcome}`, () => {
      const ledger = new CoinLedger();
      expect(ledger.reasonOf(() => order(ledger, changes(ledger.now), [by]))).to.equal(outcome);
      expect(ledger.active(TransferCommand)).to.have.lengthOf(outcome === "accepted" ? 1 : 0);
    });
  }

  it("moves nothing, and looks at nothing but the long-lived rules", () => {
    const { ledger } = ordered();
    expect(ledger.balanceOf(alice)).to.equal("10.0000000000");
    const blind = ledger.reasonOf(() =>
      ledger.exercise(
        [alice],
        ExternalPartyAmuletRules_CreateTransferCommand,
        ledger.externalRules,
        orderOf(ledger),
        { readAs: [], disclosed: [ledger.externalRules] },
      ),
    );
    expect(blind).to.equal("accepted");
  });
});

describe("a transfer command", () => {
  type Act = (world: World) => unknown;
  const sending =
    (by: string): Act =>
    (world) =>
      send(world, { by });
  const withdrawing =
    (by: string): Act =>
    ({ ledger, command }) =>
      ledger.exercise([by], TransferCommand_Withdraw, command, {});
  const expiring =
    (by: string, p = by): Act =>
    ({ ledger, command }) =>
      ledger.exercise([by], TransferCommand_Expire, command, { p });
  const last = lifetime - 1;
  const table: ReadonlyArray<readonly [string, Act, number, string]> = [
    ["sent by the delegate", sending(validator), 0, "accepted"],
    ["sent in its last moment", sending(validator), last, "accepted"],
    ["sent when it is over", sending(validator), lifetime, "deadline-exceeded"],
    ["sent by the sender", sending(alice), 0, refusedTo],
    ["sent by the receiver", sending(bob), 0, refusedTo],
    ["sent by the DSO", sending(dso), 0, refusedTo],
    ["withdrawn by the sender", withdrawing(alice), 0, "accepted"],
    ["withdrawn by the sender when it is over", withdrawing(alice), lifetime, "accepted"],
    ["withdrawn by the delegate", withdrawing(validator), 0, refusedTo],
    ["expired by the sender", expiring(alice), lifetime, "accepted"],
    ["expired by the delegate", expiring(validator), lifetime, "accepted"],
    ["expired by the DSO", expiring(dso), lifetime, "accepted"],
    ["expired before", expiring(dso), last, "deadline-not-exceeded"],
    ["expired by the receiver", expiring(bob), lifetime, "Controller is a stakeholder"],
    ["expired in another's name", expiring(bob, dso), lifetime, refusedTo],
  ];
  for (const [name, act, after, outcome] of table) {
    it(`that is ${name}: ${outcome}`, () => {
      const world = ordered();
      world.ledger.pass(after);
      expect(world.ledger.reasonOf(() => act(world))).to.equal(outcome);
      const isOver = outcome === "accepted";
      const isSent = isOver && name.startsWith("sent");
      expect(world.ledger.active(TransferCommand)).to.have.lengthOf(isOver ? 0 : 1);
      expect(world.ledger.balanceOf(bob)).to.equal(isSent ? "4.0000000000" : "0.0000000000");
      expect(nextNonces(world.ledger)).to.deep.equal([isSent ? 1n : 0n]);
    });
  }

  const ends = table.filter(([name]) =>
    /^(sent by the delegate|withdrawn by the sender)$/.test(name),
  );
  for (const [first, act] of ends) {
    for (const [second, again] of ends) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const world = ordered();
        act(world);
        expect(world.ledger.reasonOf(() => again(world))).to.equal("CONTRACT_NOT_FOUND");
      });
    }
  }

  it("names sender and nonce however it ends", () => {
    for (const [name, act, after] of table.filter(([, , , outcome]) => outcome === "accepted")) {
      const world = ordered();
      world.ledger.pass(after);
      expect(act(world), name).to.include({ sender: alice, nonce: 0n });
    }
  });
});

describe("sending a transfer command", () => {
  /** What a send that the ledger records as failed did. */
  const failing = (world: World, sent: Sending = {}) => {
    const { result } = send(world, sent);
    expect(world.ledger.active(TransferCommand)).to.deep.equal([]);
    expect(world.ledger.balanceOf(alice)).to.equal("10.0000000000");
    const state = transferCommandStateOfChoice("TransferCommand_Send", result);
    return state?.status === "failed" ? state.reason : state?.status;
  };

  it("with a used nonce fails the command for good and keeps the counter", () => {
    const world = ordered(1n);
    expect(failing(world)).to.match(
      /^ITR_Other: Expected nonce 0 is smaller than current counter 1$/,
    );
    expect(nextNonces(world.ledger)).to.deep.equal([1n]);
  });

  it("before its turn leaves the command for later", () => {
    const world = ordered();
    const command = order(world.ledger, { nonce: int(1n) });
    expect(world.ledger.reasonOf(() => send(world, { command }))).to.equal(
      "Expected nonce 1 is bigger than current counter 0",
    );
    send(world);
    const [counter] = world.ledger.active(TransferCommandCounter);
    send(world, { command, counter: counter?.contractId ?? "" });
    expect(world.ledger.balanceOf(bob)).to.equal("8.0000000000");
    expect(nextNonces(world.ledger)).to.deep.equal([2n]);
  });

  it("with a receiver who has no preapproval spends the nonce and moves nothing", () => {
    const world = ordered();
    expect(failing(world, { preapproval: undefined })).to.equal(
      `ITR_Other: No TransferPreapproval for receiver '${bob}'`,
    );
    expect(nextNonces(world.ledger)).to.deep.equal([1n]);
  });

  const lacking: ReadonlyArray<readonly [string, string]> = [
    ["10", "accepted"],
    ["10.0000000001", "insufficient-funds"],
    ["100", "insufficient-funds"],
    ["0", "Amount is positive"],
    ["-1", "Amount is positive"],
  ];
  for (const [amount, outcome] of lacking) {
    it(`over ${amount} CC of 10: ${outcome}; the nonce is spent with the transfer only`, () => {
      const world = ordered();
      const command = order(world.ledger, { amount: cc(amount) });
      expect(world.ledger.reasonOf(() => send(world, { command }))).to.equal(outcome);
      expect(nextNonces(world.ledger)).to.deep.equal([outcome === "accepted" ? 1n : 0n]);
    });
  }

  it("over a preapproval that is over leaves the command for later", () => {
    const world = ordered();
    const { now } = world.ledger;
    const preapproval = world.ledger.create([dso, bob, provider], TransferPreapproval, {
      dso,
      receiver: bob,
      provider,
      validFrom: BigInt(now - 2),
      lastRenewedAt: BigInt(now - 2),
      expiresAt: BigInt(now),
    });
    expect(world.ledger.reasonOf(() => send(world, { preapproval }))).to.equal("deadline-exceeded");
    expect(nextNonces(world.ledger)).to.deep.equal([0n]);
  });

  it("without preapproval is recorded even after its time", () => {
    const world = ordered();
    world.ledger.pass(lifetime);
    expect(failing(world, { preapproval: undefined })).to.match(/^ITR_Other: No Transfer/);
  });

  const wrong: Readonly<Record<string, (world: World) => Sending>> = {
    "the counter of another sender": ({ ledger }) => ({
      counter: ledger.create([dso], TransferCommandCounter, {
        dso,
        sender: bob,
        nextNonce: int(0n),
      }),
    }),
    "the counter of another DSO": ({ ledger }) => ({
      counter: ledger.create([validator], TransferCommandCounter, {
        dso: validator,
        sender: alice,
        nextNonce: int(0n),
      }),
    }),
    "another receiver's preapproval": ({ ledger }) => ({
      preapproval: ledger.create([dso, carol, provider], TransferPreapproval, {
        dso,
        receiver: carol,
        provider,
        validFrom: BigInt(ledger.now),
        lastRenewedAt: BigInt(ledger.now),
        expiresAt: BigInt(ledger.now + day),
      }),
    }),
    "somebody else's coins": ({ ledger }) => ({ inputs: coinInputs([ledger.tap(carol, "9")]) }),
  };
  for (const [name, sent] of Object.entries(wrong)) {
    it(`with ${name} is refused and changes nothing`, () => {
      const world = ordered();
      const changes = sent(world);
      const nonces = nextNonces(world.ledger);
      expect(world.ledger.reasonOf(() => send(world, changes))).to.equal(
        "Contract group identifier mismatch",
      );
      expect(nextNonces(world.ledger)).to.deep.equal(nonces);
      expect(world.ledger.active(TransferCommand)).to.have.lengthOf(1);
    });
  }

  it("does not come to an end of the nonces by wrapping", () => {
    const most = 9_223_372_036_854_775_807n;
    const world = ordered(most);
    const command = order(world.ledger, { nonce: int(most) });
    expect(world.ledger.reasonOf(() => send(world, { command }))).to.equal(
      "ArithmeticError while evaluating (ADD_INT64 9223372036854775807 1).",
    );
  });

  it("spends no locked coin, not even one whose lock has expired", () => {
    const world = ordered();
    const { ledger } = world;
    const [coin] = ledger.active(Amulet);
    if (coin === undefined) throw new Error("no coin");
    const lock = { holders: [carol], expiresAt: BigInt(ledger.now + 1), optContext: undefined };
    const locked = ledger.create([dso, alice, carol], LockedAmulet, { amulet: coin.payload, lock });
    ledger.pass(1);
    const attempt = () => send(world, { inputs: coinInputs([locked]) });
    expect(ledger.reasonOf(attempt)).to.equal("WRONGLY_TYPED_CONTRACT");
  });

  it("mints a coupon on the way, and is refused when that is not enough either", () => {
    const world = ordered();
    const { ledger } = world;
    const round = { number: int(7n) };
    const { issuing, coupon } = mintable(ledger, round);
    const inputs: ReadonlyArray<TransferInput> = [
      ...coinsAsInputs(ledger, alice),
      { tag: "InputAppRewardCoupon", value: coupon },
    ];
    const context = ledger.paymentContext({ issuingMiningRounds: [[round, issuing]] });
    const orderOver = (amount: string) => order(ledger, { amount: cc(amount) });
    const tooMuch = { command: orderOver("15.0000000001"), inputs, context };
    expect(ledger.reasonOf(() => send(world, tooMuch))).to.equal("insufficient-funds");
    expect(nextNonces(ledger)).to.deep.equal([0n]);
    const all = { command: orderOver("15"), inputs, context };
    expect(send(world, all).result.tag).to.equal("TransferCommandResultSuccess");
    expect(ledger.balanceOf(bob)).to.equal("15.0000000000");
  });

  it("gives the change back", () => {
    const world = ordered();
    const { result } = send(world);
    if (result.tag !== "TransferCommandResultSuccess") throw new Error(result.tag);
    expect(world.ledger.coinsOf(alice)).to.deep.equal([result.value.result.senderChangeAmulet]);
    expect(world.ledger.balanceOf(alice)).to.equal("6.0000000000");
  });
});
