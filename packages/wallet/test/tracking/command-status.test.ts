import {
  ExternalPartyAmuletRules_CreateTransferCommand,
  TransferCommand,
  TransferCommand_Expire,
} from "@tallystick/coin";
import { changesOf, type Contract, contractOfNode, int64From } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { commandChanges, commandRange, type TrackedCommand } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { amulet, by, onboard, proposePreapproval, tap } from "../wallet-actions.js";
import { alice, bob, cc, day, dso, operator, rightOf, WalletLedger } from "../wallet-ledger.js";

const order = (ledger: WalletLedger, nonce: number, amount: string): string => {
  const { externalPartyRules } = ledger.networkState;
  const argument = {
    sender: alice,
    receiver: bob,
    delegate: operator,
    amount: cc(amount),
    expiresAt: BigInt(ledger.now + day),
    nonce: rightOf(int64From(nonce)),
    description: undefined,
    expectedDso: dso,
  };
  ledger.run(
    by(
      [alice],
      amulet.exercise(ExternalPartyAmuletRules_CreateTransferCommand, externalPartyRules, argument),
    ),
  );
  return ledger.view.of(TransferCommand, alice).at(-1)?.contractId ?? "";
};

/** The commands of a ledger as a projector that folds its transactions knows them. */
const tracked = (ledger: WalletLedger): ReadonlyMap<string, TrackedCommand> => {
  const known = new Map<string, TrackedCommand>();
  const contracts = new Map<string, Contract>();
  for (const transaction of ledger.transactions) {
    for (const node of changesOf(transaction).created)
      contracts.set(node.contractId, contractOfNode(node, transaction.effectiveAt));
    for (const change of commandChanges(transaction, (id) => contracts.get(id))) {
      expect(change.sender).to.equal(alice);
      known.set(change.trackingId, change.command);
    }
  }
  return known;
};

const statuses = (ledger: WalletLedger) =>
  [...tracked(ledger).values()].map(({ status }) => status);

describe("The status of transfer commands", () => {
  const begun = (preapproved: boolean): WalletLedger => {
    const ledger = new WalletLedger().bootstrap().withWallets(operator, bob);
    onboard(ledger, "alice", alice);
    tap(ledger, alice, "100");
    tap(ledger, operator, "10");
    if (preapproved) {
      proposePreapproval(ledger, bob);
      ledger.automate(automationOf("accept-transfer-preapprovals"), operator);
    }
    return ledger;
  };

  it("is created, then sent", () => {
    const ledger = begun(true);
    const id = order(ledger, 0, "10");
    expect(statuses(ledger)).to.deep.equal([{ status: "created" }]);
    ledger.automate(automationOf("send-transfer-commands"), operator);
    expect(statuses(ledger)).to.deep.equal([{ status: "sent" }]);
    expect([...tracked(ledger).values()][0]?.contract.contractId).to.equal(id);
  });

  it("is failed with the reason when it cannot be carried out", () => {
    const ledger = begun(false);
    order(ledger, 0, "10");
    ledger.automate(automationOf("send-transfer-commands"), operator);
    expect(statuses(ledger)).to.deep.equal([
      {
        status: "failed",
        failure_kind: "failed",
        reason: `ITR_Other: No TransferPreapproval for receiver '${bob}'`,
      },
    ]);
  });

  it("is failed when the sender takes it back, or its time is over", () => {
    const ledger = begun(true);
    const first = order(ledger, 0, "10");
    const withdraw = {
      kind: "ExerciseCommand" as const,
      templateId: `#splice-amulet:${TransferCommand.name}`,
      contractId: first,
      choice: "TransferCommand_Withdraw",
      choiceArgument: {},
    };
    ledger.run(by([alice], withdraw));
    const second = order(ledger, 0, "10");
    ledger.now += 2 * day;
    ledger.run(by([operator], amulet.exercise(TransferCommand_Expire, second, { p: operator })));
    expect(statuses(ledger)).to.deep.equal([
      {
        status: "failed",
        failure_kind: "withdrawn",
        reason: "The sender has withdrawn the command.",
      },
      { status: "failed", failure_kind: "expired", reason: "The command has expired." },
    ]);
  });

  it("is found by its nonce, and by no other", () => {
    const nonce = fc.bigInt({ min: 0n, max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(nonce, nonce, (a, b) => {
        const [from, until] = commandRange(a);
        const id = `${commandRange(b)[0]}00ab`;
        expect(id >= from && id < until).to.equal(a === b);
      }),
    );
    const ledger = begun(true);
    order(ledger, 3, "1");
    const [from, until] = commandRange(3n);
    for (const id of tracked(ledger).keys()) expect(id >= from && id < until).to.equal(true);
  });
});
