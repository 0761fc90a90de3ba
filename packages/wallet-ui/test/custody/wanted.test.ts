import { expect } from "chai";
import { mismatchOf, type SignedRequest } from "../../src/custody/wanted.js";

type Description = Parameters<typeof mismatchOf>[0];
type Command = NonNullable<Description["command"]>;

const me = "me::1220aa";
const bob = "bob::1220bb";

const described = (
  command: Command | undefined,
  movements: Description["movements"] = [],
): Description => ({
  hash: new Uint8Array(32),
  scheme: "HASHING_SCHEME_VERSION_V2",
  actAs: [me],
  commandId: "1",
  synchronizerId: "global::1220",
  preparedAt: "",
  executableUntil: "",
  command,
  sentences: [],
  movements,
  locked: [],
  packages: [],
  doubts: [],
  drawn: { nodes: [], contracts: new Map() },
});
const exercise = (choice: string, choiceArgument: object, contractId = "00c1"): Command => ({
  kind: "ExerciseCommand",
  templateId: "pkg:Module:Template",
  contractId,
  choice,
  // border: what a prepared transaction has is JSON
  choiceArgument: choiceArgument as never,
});
const transfer = (sender: string, receiver: string, amount: string): Command =>
  exercise("TransferFactory_Transfer", { transfer: { sender, receiver, amount } });
const lost = (amount: string, isCoin = true): Description["movements"] => [
  { party: me, asset: "Amulet of dso", admin: "dso", id: "Amulet", isCoin, amount },
];

const transfers: SignedRequest = {
  method: "POST",
  path: "/v0/wallet/token-standard/transfers",
  body: { receiver_party_id: bob, amount: "2.5" },
};
const post = (path: string): SignedRequest => ({ method: "POST", path, body: undefined });
const right = transfer(me, bob, "2.5000000000");

describe("a prepared transaction beside the request it answers", () => {
  const rows: ReadonlyArray<
    readonly [name: string, Description, SignedRequest, expected: RegExp | undefined]
  > = [
    ["is the transfer", described(right, lost("-2.5000000000")), transfers, undefined],
    [
      "has another receiver",
      described(transfer(me, me, "2.5")),
      transfers,
      /transfer\.receiver is me/,
    ],
    ["has another amount", described(transfer(me, bob, "25")), transfers, /transfer\.amount is 25/],
    [
      "has another sender",
      described(transfer(bob, bob, "2.5")),
      transfers,
      /transfer\.sender is bob/,
    ],
    ["lacks the amount", described(exercise("TransferFactory_Transfer", {})), transfers, /missing/],
    ["costs more", described(right, lost("-2.5000000001")), transfers, /you would lose/],
    ["costs what no one can read", described(right, lost("all")), transfers, /you would lose/],
    ["does something else", described(exercise("Archive", {})), transfers, /it does Archive/],
    ["is not of one command", described(undefined), transfers, /not of one command/],
    [
      "accepts the transfer",
      described(exercise("TransferInstruction_Accept", {}, "00ab")),
      post("/v0/wallet/token-standard/transfers/00ab/accept"),
      undefined,
    ],
    [
      "accepts another transfer",
      described(exercise("TransferInstruction_Accept", {}, "00cd")),
      post("/v0/wallet/token-standard/transfers/00ab/accept"),
      /about the contract 00cd/,
    ],
    [
      "costs something where nothing is to be paid",
      described(exercise("TransferInstruction_Reject", {}, "00ab"), lost("-0.0000000001")),
      post("/v0/wallet/token-standard/transfers/00ab/reject"),
      /you would lose/,
    ],
    ["costs another token", described(right, lost("-1.0000000000", false)), transfers, /you would/],
    [
      "accepts another token",
      described(exercise("TransferInstruction_Accept", {}, "00ab")),
      post("/v0/wallet/token-transfers/00ab/accept"),
      undefined,
    ],
    [
      "merges to someone else",
      described(transfer(me, bob, "9")),
      post("/v0/wallet/coins/merge"),
      /transfer\.receiver is bob/,
    ],
    [
      "pays the request of an app",
      described(exercise("AppPaymentRequest_Accept", { walletProvider: me }, "00ab")),
      post("/v0/wallet/app-payment-requests/00ab/accept"),
      undefined,
    ],
    [
      "pays through another wallet",
      described(exercise("AppPaymentRequest_Accept", { walletProvider: bob }, "00ab")),
      post("/v0/wallet/app-payment-requests/00ab/accept"),
      /walletProvider is bob/,
    ],
    [
      "gives coins away where they are only locked",
      described(
        exercise("SubscriptionIdleState_MakePayment", { walletProvider: me }, "00ab"),
        lost("-1.0000000000"),
      ),
      post("/v0/wallet/subscriptions/00ab/pay"),
      /you would lose/,
    ],
    [
      "subscribes instead of rejecting",
      described(
        exercise("SubscriptionRequest_AcceptAndMakePayment", { walletProvider: me }, "00ab"),
      ),
      post("/v0/wallet/subscription-requests/00ab/reject"),
      /it does SubscriptionRequest_AcceptAndMakePayment/,
    ],
    [
      "cancels another subscription",
      described(exercise("SubscriptionIdleState_CancelSubscription", {}, "00cd")),
      { method: "DELETE", path: "/v0/wallet/subscription-requests/00ab", body: undefined },
      /about the contract 00cd/,
    ],
    [
      "is of a request that nothing is known of",
      described(exercise("Anything", {})),
      post("/v0/wallet/dapp/requests/1/approve"),
      undefined,
    ],
  ];
  for (const [name, description, request, expected] of rows) {
    it(`${name}: ${expected === undefined ? "signed" : "refused"}`, () => {
      const found = mismatchOf(description, request, me);
      if (expected === undefined) expect(found).to.equal(undefined);
      else expect(found).to.match(expected);
    });
  }
});
