import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  Amulet,
  AmuletRules_DevNet_Tap,
  amuletPackage,
  MergeDelegation,
  OpenMiningRound,
  TransferOffer,
  TransferOffer_Accept,
  walletPackage,
} from "@tallystick/coin";
import { type Command, commandsOf, numericFromText } from "@tallystick/core";
import type { Submission } from "@tallystick/wallet";
import { expect } from "chai";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { openValidator, type Validator } from "../../src/index.js";
import { day, minute, start, walletNode, type WalletNode } from "./wallet-node.js";

const amulet = commandsOf(amuletPackage);
const wallet = commandsOf(walletPackage);

const rightOf = <E, A>(result: Either<E, A> | "queue-full"): A => {
  if (result === "queue-full" || isLeft(result)) throw new Error(JSON.stringify(result));
  return result.right;
};
const cc = (text: string) => rightOf(numericFromText(text));

let named = 0;
const by = (node: Validator, party: string, command: Command): Submission => ({
  commandId: `test-${++named}`,
  actAs: [party],
  readAs: [node.wallet.settings.dso],
  commands: [command],
});

const tap = async (node: Validator, receiver: string, amount: string): Promise<void> => {
  const network = node.wallet.network();
  if (network === undefined) throw new Error("no network");
  const command = amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
    receiver,
    amount: cc(amount),
    openRound: network.round.contractId,
  });
  rightOf(await node.wallet.submit(by(node, receiver, command)));
};

const balance = ({ wallet: { views } }: Validator, owner: string): string => {
  const units = views
    .of(Amulet, owner)
    .map(({ payload }) => payload.amount.initialAmount)
    .reduce((sum, it) => sum + BigInt(it), 0n);
  return (Number(units) / 1e10).toFixed(2);
};

const onboarded = async (node: Validator, name: string): Promise<string> =>
  rightOf(await node.wallet.users.onboard(name));

describe("a node with a wallet", () => {
  let node: WalletNode;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-wallet-"));
    node = await walletNode(folder);
  });
  afterEach(async () => {
    await node.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it("runs the network and binds the operator's user to its party", () => {
    const { settings, users, network } = node.wallet;
    expect(node.wallet.views.of(OpenMiningRound, settings.dso)).to.have.lengthOf(3);
    expect(network()?.isDevNet).to.equal(true);
    expect(users.partyOf("administrator")).to.equal(settings.operator);
    expect(users.names()).to.deep.equal(["administrator"]);
  });

  it("onboards a user once however often and at once it is called, with a merge delegation", async () => {
    const parties = await Promise.all([1, 2, 3].map(() => onboarded(node, "alice@example.com")));
    expect(new Set(parties).size).to.equal(1);
    expect(parties[0]).to.match(/^alice_0040example_002ecom::1220/);
    await node.wallet.scheduler.settle();
    expect(node.wallet.views.of(MergeDelegation, parties[0] ?? "")).to.have.lengthOf(1);
    expect(node.errors).to.deep.equal([]);
  });

  it("pays an accepted offer by itself", async () => {
    const [alice, bob] = [await onboarded(node, "alice"), await onboarded(node, "bob")];
    await tap(node, alice, "100");
    const made = rightOf(
      await node.wallet.submit(
        by(
          node,
          alice,
          wallet.create(TransferOffer, {
            sender: alice,
            receiver: bob,
            dso: node.wallet.settings.dso,
            amount: { amount: cc("30"), unit: "AmuletUnit" },
            description: "",
            expiresAt: BigInt(node.wallet.now() + minute),
            trackingId: "t-1",
          }),
        ),
      ),
    );
    const offer = typeof made.result === "string" ? made.result : "";
    expect(node.wallet.views.trackedByOther(bob, "transfer-offer", "t-1")?.status).to.equal(
      "created",
    );
    rightOf(
      await node.wallet.submit(by(node, bob, wallet.exercise(TransferOffer_Accept, offer, {}))),
    );
    await node.wallet.scheduler.settle();
    expect(node.wallet.views.tracked(alice, "transfer-offer", "t-1")?.status).to.equal("completed");
    expect([balance(node, alice), balance(node, bob)]).to.deep.equal(["70.00", "30.00"]);
    const [item] = node.wallet.views.historyBefore(bob, undefined, 10);
    expect(item?.item.transaction_subtype.choice).to.equal("AcceptedTransferOffer_Complete");
  });

  it("resumes where it was after a restart, and after its views were lost", async () => {
    const alice = await onboarded(node, "alice");
    await tap(node, alice, "100");
    node.clock.advance(60 * minute);
    await node.wallet.scheduler.settle();
    const before = node.wallet.network()?.round.payload.round.number;
    for (const lost of [false, true]) {
      await node.close();
      if (lost) {
        for (const suffix of ["", "-wal", "-shm"])
          rmSync(join(folder, `wallet.db${suffix}`), { force: true });
      }
      node = await walletNode(folder);
      if (lost) node.clock.advance(60 * minute);
      expect(balance(node, alice)).to.equal("100.00");
      expect(node.wallet.users.partyOf("alice")).to.equal(alice);
      expect(node.wallet.views.historyBefore(alice, undefined, 10)).to.have.lengthOf(1);
    }
    expect(Number(node.wallet.network()?.round.payload.round.number)).to.be.at.least(
      Number(before),
    );
  });

  it("continues in the round of the last event when the clock is set back, and after a restart", async () => {
    const data = mkdtempSync(join(tmpdir(), "tallystick-wallet-clock-"));
    let at = start + day;
    const opened = async () =>
      rightOf(await openValidator({ data, clock: () => at, config: { projectorThread: "main" } }));
    let running = await opened();
    try {
      const alice = await onboarded(running, "alice");
      await running.wallet.scheduler.settle();
      const before = running.wallet.network()?.round.payload.round.number;
      at -= 20 * minute;
      await tap(running, alice, "100");
      await running.close();
      running = await opened();
      await tap(running, alice, "100");
      expect(balance(running, alice)).to.equal("200.00");
      expect(running.wallet.network()?.round.payload.round.number).to.equal(before);
      expect(running.wallet.now()).to.equal(start + day);
      at += 21 * minute;
      expect(running.wallet.now()).to.equal(start + day + minute);
    } finally {
      await running.close();
      rmSync(data, { recursive: true, force: true });
    }
  });

  it("knows what a command of its led to, also after a restart", async () => {
    const alice = await onboarded(node, "alice");
    const network = node.wallet.network();
    if (network === undefined) throw new Error("no network");
    const submission = by(
      node,
      alice,
      amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
        receiver: alice,
        amount: cc("5"),
        openRound: network.round.contractId,
      }),
    );
    const { commandId } = submission;
    expect(rightOf(await node.wallet.outcome(commandId))).to.equal(undefined);
    const done = rightOf(await node.wallet.submit(submission));
    expect(JSON.stringify(done.result)).to.contain("amuletSum");
    expect(rightOf(await node.wallet.outcome(commandId))).to.deep.include(done);
    await node.close();
    rmSync(join(folder, "wallet.db"));
    node = await walletNode(folder);
    expect(rightOf(await node.wallet.outcome(commandId))).to.deep.include(done);
  });

  it("carries out what a party does in order, plans again when contracts were used up, and refuses a flood", async () => {
    const alice = await onboarded(node, "alice");
    const network = node.wallet.network();
    if (network === undefined) throw new Error("no network");
    const taps = Array.from({ length: 25 }, () =>
      node.wallet.submitInTurn(alice, () =>
        right(
          by(
            node,
            alice,
            amulet.exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
              receiver: alice,
              amount: cc("1"),
              openRound: network.round.contractId,
            }),
          ),
        ),
      ),
    );
    const outcomes = await Promise.all(taps);
    expect(outcomes.filter((it) => it === "queue-full")).to.have.lengthOf(5);
    await node.wallet.scheduler.settle();
    expect(balance(node, alice)).to.equal("20.00");
    // How many are left depends on when the merge looked: it merges more than 10 (specification 8).
    expect(node.wallet.views.of(Amulet, alice).length).to.be.within(1, 10);
  });
});
