import { amuletPackage, AmuletRules_DevNet_Tap } from "@tallystick/coin";
import { commandsOf, type LedgerError, numericFromText } from "@tallystick/core";
import type { Submission } from "@tallystick/wallet";
import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { LedgerFailure } from "../../src/ledger/or-throw.js";
import { walletNode, type WalletNode } from "../wallet/wallet-node.js";
import { afterwards, leftOf, rightOf, tempFolder } from "../test-ledger.js";
import { callWithAnything } from "./call-with-anything.js";
import { functionsOf } from "./hostile-values.js";

const { exercise } = commandsOf(amuletPackage);

/** A submission that gives a party coins. */
const tap = ({ wallet }: WalletNode, receiver: string, commandId: string): Submission => {
  const network = wallet.network();
  if (network === undefined) throw new Error("no network");
  const command = exercise(AmuletRules_DevNet_Tap, network.amuletRules, {
    receiver,
    amount: rightOf(numericFromText("1")),
    openRound: network.round.contractId,
  });
  const readAs = [wallet.settings.dso];
  return { commandId, actAs: [receiver], readAs, commands: [command] };
};

const opened = async (data: string): Promise<WalletNode> => {
  const node = await walletNode(data);
  afterwards(() => node.close());
  node.wallet.scheduler.pause();
  return node;
};

describe("Any value given to any function of a wallet", () => {
  it("is an answer: ledger and wallet take the next command, also after a restart", async () => {
    const data = tempFolder();
    const node = await opened(data);
    const { wallet } = node;
    const alice = rightOf(await wallet.users.onboard("alice"));
    const submission = tap(node, alice, "fits");
    const fitting = {
      submit: [submission],
      submitInTurn: [alice, () => right(submission)],
      outcome: ["fits"],
      "users.partyOf": ["alice"],
      "users.onboard": ["alice", alice],
      "users.offboard": ["nobody"],
      "switches.of": [alice],
      "switches.set": [alice, { merging: false }],
      "manualClock.advance": [1],
    };
    const functions = functionsOf(wallet).filter(({ path }) => path !== "close");
    const pending = await callWithAnything(functions, fitting, 400, () => {
      expect(node.ledger.unreadyReason()).to.equal(undefined);
      expect(wallet.waitsFor()).to.equal(undefined);
    });
    await Promise.all(pending);
    rightOf(await wallet.submit(tap(node, alice, "after")));
    await node.close();
    const again = await opened(data);
    rightOf(await again.wallet.submit(tap(again, alice, "after a restart")));
    expect(again.wallet.users.partyOf("alice")).to.equal(alice);
  });

  // callers in JavaScript give anything: calls go through a type of which anything is one
  type Loose = Readonly<Record<string, (...args: ReadonlyArray<unknown>) => unknown>>;
  const rows: ReadonlyArray<readonly [string, ReadonlyArray<unknown>, string]> = [
    ["submit", [], "submission: missing, expected an object (Submission)"],
    ["submit", [{ commandId: 5 }], "commands: "],
    ["submitInTurn", [5, () => right({})], "party: expected a string, found the number 5"],
    ["submitInTurn", ["p", "plan"], 'plan: expected a function, found "plan"'],
    ["outcome", [{}], "commandId: expected a string"],
    ["users.onboard", [5], "userId: expected a string, found the number 5"],
    ["users.onboard", ["u", 5], "party: expected a string, found the number 5"],
    ["users.offboard", [null], "userId: expected a string, found null"],
    ["users.partyOf", [], "userId: missing, expected a string"],
    ["switches.of", [5], "party: expected a string, found the number 5"],
    ["switches.set", ["p"], "change: missing, expected an object (WalletSwitches)"],
    ["switches.set", ["p", { merging: 1 }], "merging: expected "],
  ];
  for (const [path, args, says] of rows) {
    it(`names the field: ${path}: ${says}`, async () => {
      const { wallet } = await opened(tempFolder());
      const byPath: Loose = Object.fromEntries(
        functionsOf(wallet).map(({ path: name, call }) => [name, call]),
      );
      const error = await errorOf(() => byPath[path]?.(...args));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.include(says);
    });
  }

  it("is an error of that call alone where a plan throws", async () => {
    const { wallet } = await opened(tempFolder());
    const plan = (): never => {
      throw new Error("a plan of the caller");
    };
    const outcome = await wallet.submitInTurn<never>("p", plan);
    if (outcome === "queue-full" || !isLeft(outcome)) throw new Error("expected an error");
    expect(outcome.left.code).to.equal("SERVICE_INTERNAL_ERROR");
  });
});

const errorOf = async (call: () => unknown): Promise<LedgerError> => {
  try {
    // border: the functions called answer Eithers
    return leftOf((await call()) as Parameters<typeof leftOf<LedgerError, unknown>>[0]);
  } catch (thrown) {
    if (thrown instanceof LedgerFailure && "code" in thrown.error) return thrown.error;
    throw thrown;
  }
};
