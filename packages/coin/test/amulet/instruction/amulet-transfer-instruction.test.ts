import { expect } from "chai";
import type { Choice } from "@tallystick/core";
import {
  AmuletTransferInstruction,
  contextKeys,
  LockedAmulet,
  metadataKeys,
  metadataV1,
  transferInstructionV1,
  OpenMiningRound,
} from "../../../src/index.js";
import {
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_UnlockV2,
} from "../../../src/amulet/holding/amulet.js";
import {
  alice,
  bob,
  carol,
  CoinLedger,
  cc,
  dso,
  exercisedIn,
  minute,
  provider,
  archiveOf,
} from "../../coin-fixture.js";

const {
  TransferFactory,
  TransferFactory_PublicFetch,
  TransferFactory_Transfer,
  TransferInstruction,
  TransferInstruction_Accept,
  TransferInstruction_Reject,
  TransferInstruction_Update,
  TransferInstruction_Withdraw,
} = transferInstructionV1;
type Result = transferInstructionV1.TransferInstructionResult;

const reasonGiven = { values: new Map([[metadataKeys.reason, "lunch"]]) };

const begin = (
  ledger: CoinLedger,
  changes: Partial<transferInstructionV1.Transfer> = {},
  more: { readonly by?: string; readonly expectedAdmin?: string } = {},
): Result =>
  ledger.exercise([more.by ?? alice], TransferFactory_Transfer, ledger.externalRules, {
    expectedAdmin: more.expectedAdmin ?? dso,
    transfer: ledger.transferOf(alice, bob, "30", { meta: reasonGiven, ...changes }),
    extraArgs: ledger.extraArgs(),
  });

/** Alice has offered 30 of her 100 CC to bob, for an hour. */
const pending = () => {
  const ledger = new CoinLedger();
  ledger.tap(alice, "100");
  const { output } = begin(ledger);
  if (output.tag !== "TransferInstructionResult_Pending") throw new Error(output.tag);
  return { ledger, instruction: output.value.transferInstructionCid };
};

const balances = (ledger: CoinLedger): ReadonlyArray<string> => [
  ledger.balanceOf(alice),
  ledger.lockedBalanceOf(alice),
  ledger.balanceOf(bob),
];
const waiting = ["70.0000000000", "30.0000000000", "0.0000000000"];
const delivered = ["70.0000000000", "0.0000000000", "30.0000000000"];
const returned = ["100.0000000000", "0.0000000000", "0.0000000000"];

describe("beginning a two-step transfer", () => {
  it("locks the amount for the DSO until the deadline and gives the change back", () => {
    const { ledger, instruction } = pending();
    expect(balances(ledger)).to.deep.equal(waiting);
    const [locked] = ledger.active(LockedAmulet);
    expect(locked?.payload.lock).to.deep.equal({
      holders: [dso],
      expiresAt: BigInt(ledger.now + 60 * minute),
      optContext: `transfer to '${bob}'`,
    });
    const view = ledger.views(TransferInstruction).get(instruction);
    expect(view?.status.tag).to.equal("TransferPendingReceiverAcceptance");
    expect(view?.originalInstructionCid).to.equal(undefined);
    expect(view?.transfer).to.deep.equal({
      ...ledger.transferOf(alice, bob, "30", { meta: reasonGiven }),
      inputHoldingCids: [locked?.contractId],
    });
  });

  it("answers with the change", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "100");
    const { senderChangeCids, meta } = begin(ledger);
    expect(senderChangeCids).to.deep.equal(ledger.coinsOf(alice));
    expect(Object.fromEntries(meta.values)).to.deep.equal({
      [metadataKeys.txKind]: "transfer",
      [metadataKeys.sender]: alice,
    });
  });

  it("leaves no change when all of it is sent", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "30");
    expect(begin(ledger).senderChangeCids).to.deep.equal([]);
  });

  const table: Readonly<
    Record<
      string,
      {
        readonly change: (ledger: CoinLedger) => Partial<transferInstructionV1.Transfer>;
        readonly by?: string;
        readonly expectedAdmin?: string;
        readonly reason: string;
      }
    >
  > = {
    "by the receiver": { change: () => ({}), by: bob, reason: "DAML_AUTHORIZATION_ERROR" },
    "of another administrator's rules": {
      change: () => ({}),
      expectedAdmin: carol,
      reason: "Expected admin 'carol' matches actual admin 'DSO'",
    },
    "of another instrument": {
      change: () => ({ instrumentId: { admin: dso, id: "Gold" } }),
      reason:
        "Expected instrumentId InstrumentId {admin = 'DSO', id = \"Amulet\"} matches actual instrumentId InstrumentId {admin = 'DSO', id = \"Gold\"}",
    },
    "of another administrator's coin": {
      change: () => ({ instrumentId: { admin: carol, id: "Amulet" } }),
      reason:
        "Expected instrumentId InstrumentId {admin = 'DSO', id = \"Amulet\"} matches actual instrumentId InstrumentId {admin = 'carol', id = \"Amulet\"}",
    },
    "of nothing": { change: () => ({ amount: cc("0") }), reason: "Amount must be positive" },
    "of less than nothing": {
      change: () => ({ amount: cc("-1") }),
      reason: "Amount must be positive",
    },
    "without holdings": {
      change: () => ({ inputHoldingCids: [] }),
      reason: "At least one holding must be provided",
    },
    "asked for in the future": {
      change: ({ now }) => ({ requestedAt: BigInt(now + 1) }),
      reason: "deadline-not-exceeded",
    },
    "whose deadline has come": {
      change: ({ now }) => ({ executeBefore: BigInt(now) }),
      reason: "deadline-exceeded",
    },
    "of more than there is": {
      change: () => ({ amount: cc("100.1") }),
      reason: "insufficient-funds",
    },
    "of somebody else's holding": {
      change: (ledger) => ({ inputHoldingCids: [ledger.tap(carol, "50")] }),
      reason: "Contract group identifier mismatch",
    },
    "of one holding twice": {
      change: (ledger) => ({
        inputHoldingCids: [...ledger.coinsOf(alice), ...ledger.coinsOf(alice)],
      }),
      reason: "CONTRACT_NOT_ACTIVE",
    },
  };
  for (const [name, { change, by, expectedAdmin, reason }] of Object.entries(table)) {
    it(`${name} is refused: ${reason}`, () => {
      const ledger = new CoinLedger();
      ledger.tap(alice, "100");
      const changes = change(ledger);
      const more = {
        ...(by === undefined ? {} : { by }),
        ...(expectedAdmin === undefined ? {} : { expectedAdmin }),
      };
      expect(ledger.reasonOf(() => begin(ledger, changes, more))).to.equal(reason);
      expect(ledger.active(AmuletTransferInstruction)).to.deep.equal([]);
    });
  }

  it("takes what is requested at this very moment", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "100");
    const at = { requestedAt: BigInt(ledger.now), executeBefore: BigInt(ledger.now + 1) };
    expect(begin(ledger, at).output.tag).to.equal("TransferInstructionResult_Pending");
  });

  it("needs what outlives rounds in the context, as a contract id", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "100");
    const transfer = ledger.transferOf(alice, bob, "30");
    const withContext = (values: ReadonlyMap<string, metadataV1.AnyValue>) =>
      ledger.reasonOf(() =>
        ledger.exercise([alice], TransferFactory_Transfer, ledger.externalRules, {
          expectedAdmin: dso,
          transfer,
          extraArgs: { context: { values }, meta: metadataV1.emptyMetadata },
        }),
      );
    expect(withContext(new Map())).to.equal("Missing context entry for");
    expect(
      withContext(new Map([["external-party-config-state", { tag: "AV_Text", value: "00" }]])),
    ).to.equal("Failed to decode context value for 'external-party-config-state'");
    expect(
      withContext(
        new Map([
          ["external-party-config-state", { tag: "AV_ContractId", value: ledger.configState }],
        ]),
      ),
    ).to.equal("accepted");
  });
});

describe("a pending two-step transfer", () => {
  const inTime = 60 * minute - 1;
  const late = 60 * minute;
  type Row = readonly [
    choice: Choice<{ extraArgs: metadataV1.ExtraArgs }, Result>,
    by: ReadonlyArray<string>,
    after: number,
    outcome: string,
  ];
  const table: ReadonlyArray<Row> = [
    [TransferInstruction_Accept, [bob], 0, "completed"],
    [TransferInstruction_Accept, [bob], inTime, "completed"],
    [TransferInstruction_Accept, [bob], late, "deadline-exceeded"],
    [TransferInstruction_Accept, [alice], 0, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Accept, [carol], 0, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Accept, [dso], 0, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Reject, [bob], 0, "rejected"],
    [TransferInstruction_Reject, [bob], late, "rejected"],
    [TransferInstruction_Reject, [alice], 0, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Reject, [carol], late, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Withdraw, [alice], 0, "withdrawn"],
    [TransferInstruction_Withdraw, [alice], late, "withdrawn"],
    [TransferInstruction_Withdraw, [bob], 0, "DAML_AUTHORIZATION_ERROR"],
    [TransferInstruction_Withdraw, [dso], late, "DAML_AUTHORIZATION_ERROR"],
  ];
  for (const [choice, by, after, outcome] of table) {
    it(`answers ${choice.name} by ${by.map((party) => party.split("::")[0]).join()} after ${after} us with ${outcome}`, () => {
      const { ledger, instruction } = pending();
      ledger.pass(after);
      const reason = ledger.reasonOf(() =>
        ledger.exercise(by, choice, instruction, { extraArgs: ledger.extraArgs() }),
      );
      const over = ["completed", "rejected", "withdrawn"].includes(outcome);
      expect(reason).to.equal(over ? "accepted" : outcome);
      expect(balances(ledger)).to.deep.equal(
        !over ? waiting : outcome === "completed" ? delivered : returned,
      );
      expect(ledger.active(AmuletTransferInstruction)).to.have.lengthOf(over ? 0 : 1);
    });
  }

  const updates: ReadonlyArray<
    readonly [ReadonlyArray<string>, ReadonlyArray<string>, number, string]
  > = [
    [[dso], [], late, "accepted"],
    [[dso], [], inTime, "deadline-not-exceeded"],
    [[alice], [], late, "DAML_AUTHORIZATION_ERROR"],
    [[bob], [], late, "DAML_AUTHORIZATION_ERROR"],
    [[dso], [alice], late, "DAML_AUTHORIZATION_ERROR"],
    [[dso, alice], [alice], late, "Amulet transfer expiry does not support extra actors"],
  ];
  for (const [by, extraActors, after, outcome] of updates) {
    it(`answers expiry by ${by.map((party) => party.split("::")[0]).join()} with ${extraActors.length} extra actors after ${after} us with ${outcome}`, () => {
      const { ledger, instruction } = pending();
      ledger.pass(after);
      const extraArgs = ledger.extraArgs();
      const reason = ledger.reasonOf(() =>
        ledger.exercise(by, TransferInstruction_Update, instruction, { extraActors, extraArgs }),
      );
      expect(reason).to.equal(outcome);
      expect(balances(ledger)).to.deep.equal(outcome === "accepted" ? returned : waiting);
    });
  }

  const endings: ReadonlyArray<readonly [string, (ledger: CoinLedger, cid: string) => Result]> = [
    ["accepted", (ledger, cid) => endBy(ledger, TransferInstruction_Accept, bob, cid)],
    ["rejected", (ledger, cid) => endBy(ledger, TransferInstruction_Reject, bob, cid)],
    ["withdrawn", (ledger, cid) => endBy(ledger, TransferInstruction_Withdraw, alice, cid)],
    ["expired", (ledger, cid) => expireNow(ledger, cid)],
  ];
  const endBy = (ledger: CoinLedger, choice: Row[0], party: string, instruction: string) =>
    ledger.exercise([party], choice, instruction, { extraArgs: ledger.extraArgs() });
  const expireNow = (ledger: CoinLedger, instruction: string) => {
    ledger.now = Math.max(ledger.now, ledger.state.recordTime) + late;
    const argument = { extraActors: [], extraArgs: ledger.extraArgs() };
    return ledger.exercise([dso], TransferInstruction_Update, instruction, argument);
  };
  for (const [first, end] of endings) {
    for (const [second, again] of endings) {
      it(`that was ${first} cannot be ${second} any more`, () => {
        const { ledger, instruction } = pending();
        end(ledger, instruction);
        const before = balances(ledger);
        expect(ledger.reasonOf(() => again(ledger, instruction))).to.equal("CONTRACT_NOT_FOUND");
        expect(balances(ledger)).to.deep.equal(before);
      });
    }
  }

  it("is delivered also when its round is over, and reported as a transfer", () => {
    const { ledger, instruction } = pending();
    ledger.submit([dso], [archiveOf(OpenMiningRound, ledger.round)]);
    const { output, senderChangeCids, meta } = endBy(
      ledger,
      TransferInstruction_Accept,
      bob,
      instruction,
    );
    expect(output).to.deep.equal({
      tag: "TransferInstructionResult_Completed",
      value: { receiverHoldingCids: ledger.coinsOf(bob) },
    });
    expect(senderChangeCids).to.deep.equal([]);
    expect(Object.fromEntries(meta.values)).to.deep.equal({
      [metadataKeys.txKind]: "transfer",
      [metadataKeys.sender]: alice,
    });
  });

  for (const [name, end] of endings.slice(1)) {
    it(`that is ${name} answers Failed with the coin that came back`, () => {
      const { ledger, instruction } = pending();
      const before = ledger.coinsOf(alice);
      const { output, senderChangeCids } = end(ledger, instruction);
      expect(output).to.deep.equal({ tag: "TransferInstructionResult_Failed", value: {} });
      const back = ledger.coinsOf(alice).filter((coin) => !before.includes(coin));
      expect(senderChangeCids).to.deep.equal(back);
    });
  }

  it("keeps the coin from its owner as long as it lasts", () => {
    const { ledger } = pending();
    const locked = ledger.active(LockedAmulet)[0]?.contractId ?? "";
    const attempts = [
      () => ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, locked, {}),
      () => ledger.exercise([alice], LockedAmulet_UnlockV2, locked, {}),
      () => ledger.transfer(alice, [[alice, "30"]], { inputs: [locked] }),
      () => ledger.transfer(bob, [[bob, "30"]], { inputs: [locked] }),
    ];
    expect(attempts.map((attempt) => ledger.reasonOf(attempt))).to.deep.equal([
      "deadline-not-exceeded",
      "DAML_AUTHORIZATION_ERROR",
      "WRONGLY_TYPED_CONTRACT",
      "WRONGLY_TYPED_CONTRACT",
    ]);
  });

  const flags: ReadonlyArray<readonly [string, boolean, number, boolean, string]> = [
    ["when it is there, before its time", false, inTime, false, "deadline-not-exceeded"],
    ["after its time, when the owner has taken it back", true, late, false, "accepted"],
    ["after its time, but the context says it is there", true, late, true, "CONTRACT_NOT_FOUND"],
  ];
  for (const [name, takenBack, after, expireLock, outcome] of flags) {
    it(`${expireLock ? "opens" : "leaves"} the lock ${name}: ${outcome}`, () => {
      const { ledger, instruction } = pending();
      ledger.pass(after);
      const locked = ledger.active(LockedAmulet)[0]?.contractId ?? "";
      if (takenBack) ledger.exercise([alice], LockedAmulet_OwnerExpireLockV2, locked, {});
      const extraArgs = ledger.extraArgs({ [contextKeys.expireLock]: expireLock });
      const end = () =>
        ledger.exercise([alice], TransferInstruction_Withdraw, instruction, { extraArgs });
      expect(ledger.reasonOf(end)).to.equal(outcome);
      expect(balances(ledger)).to.deep.equal(takenBack ? returned : waiting);
    });
  }

  it("can be used through what the registry discloses, without reading as the DSO", () => {
    const { ledger, instruction } = pending();
    const accept = (disclose: boolean) =>
      ledger.reasonOf(() =>
        ledger.exercise(
          [bob],
          TransferInstruction_Accept,
          instruction,
          { extraArgs: ledger.extraArgs() },
          {
            readAs: [],
            disclosed: disclose
              ? [ledger.configState, ledger.active(LockedAmulet)[0]?.contractId ?? ""]
              : [],
          },
        ),
      );
    expect(accept(false)).to.equal("CONTRACT_NOT_FOUND");
    expect(accept(true)).to.equal("accepted");
    expect(balances(ledger)).to.deep.equal(delivered);
  });
});

describe("a transfer to oneself", () => {
  it("merges at once, with no one's help", () => {
    const ledger = new CoinLedger();
    for (const amount of ["1", "2", "3"]) ledger.tap(alice, amount);
    const { output, senderChangeCids, meta } = begin(ledger, { receiver: alice, amount: cc("6") });
    expect(output).to.deep.equal({
      tag: "TransferInstructionResult_Completed",
      value: { receiverHoldingCids: ledger.coinsOf(alice) },
    });
    expect(senderChangeCids).to.deep.equal([]);
    expect(meta.values.get(metadataKeys.txKind)).to.equal("merge-split");
    expect(ledger.coinsOf(alice)).to.have.lengthOf(1);
  });

  it("splits at once", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "6");
    const { senderChangeCids } = begin(ledger, { receiver: alice, amount: cc("2") });
    expect(senderChangeCids).to.have.lengthOf(1);
    expect(ledger.coinsOf(alice)).to.have.lengthOf(2);
    expect(ledger.balanceOf(alice)).to.equal("6.0000000000");
  });
});

describe("the transfer factory", () => {
  it("is read by anyone who expects its administrator", () => {
    const ledger = new CoinLedger();
    const read = (expectedAdmin: string) =>
      ledger.exercise([provider], TransferFactory_PublicFetch, ledger.externalRules, {
        expectedAdmin,
        actor: provider,
      });
    expect(read(dso)).to.deep.equal({ admin: dso, meta: { values: new Map() } });
    expect(ledger.reasonOf(() => read(carol))).to.equal(
      "Expected admin 'carol' matches actual admin 'DSO'",
    );
    expect(ledger.views(TransferFactory).get(ledger.externalRules)?.admin).to.equal(dso);
  });

  it("serves many transfers: it is not used up", () => {
    const ledger = new CoinLedger();
    ledger.tap(alice, "100");
    const { event } = ledger.run([alice], TransferFactory_Transfer, ledger.externalRules, {
      expectedAdmin: dso,
      transfer: ledger.transferOf(alice, bob, "30"),
      extraArgs: ledger.extraArgs(),
    });
    expect(exercisedIn(event)[0]?.consuming).to.equal(false);
    expect(begin(ledger).output.tag).to.equal("TransferInstructionResult_Pending");
  });
});
