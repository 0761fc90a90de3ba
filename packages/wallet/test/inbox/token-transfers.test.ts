import type { Json, Micros } from "@tallystick/core";
import { expect } from "chai";
import {
  itemOfTransfer,
  type TokenTransfer,
  tokenTransferIn,
  type TransferVersion,
} from "../../src/index.js";
import { alice, bob, carol, minute, start } from "../wallet-ledger.js";

const meta = { values: { "splice.lfdecentralizedtrust.org/reason": "for the ring" } };
const executeBefore = new Date((start + 10 * minute) / 1_000).toISOString();
const account = (owner: string | null) => ({ owner, provider: null, id: "" });
const transfer = {
  amount: "12.5",
  instrumentId: { admin: carol, id: "Gold" },
  requestedAt: "1970-01-01T00:00:00Z",
  executeBefore,
  inputHoldingCids: [],
  meta,
};
const viewV1 = (status = "TransferPendingReceiverAcceptance"): Json => ({
  originalInstructionCid: null,
  transfer: { ...transfer, sender: alice, receiver: bob },
  status: {
    tag: status,
    value: status === "TransferPendingInternalWorkflow" ? { pendingActions: [] } : {},
  },
  meta,
});
const action = (name: string, ...groups: ReadonlyArray<ReadonlyArray<string>>): Json => [
  { tag: `TIA_${name}`, value: name === "Custom" ? { id: "freeze" } : {} },
  groups,
];
const viewV2 = (
  availableActions: ReadonlyArray<Json>,
  { sender = alice, expiresAt = null }: { sender?: string | null; expiresAt?: string | null } = {},
): Json => ({
  originalInstructionCid: null,
  transfer: { ...transfer, sender: account(sender), receiver: account(bob) },
  expiresAt,
  availableActions,
  meta,
});

const read = (version: TransferVersion, view: Json): TokenTransfer => {
  const found = tokenTransferIn(version, view);
  if (found === undefined) throw new Error("the view does not read");
  return found;
};

const itemFor = (
  of: TokenTransfer,
  party: string,
  { now = start, isRegistryKnown = true }: { now?: Micros; isRegistryKnown?: boolean } = {},
) =>
  itemOfTransfer(of, {
    contractId: "00ab",
    createdAt: start,
    party,
    now,
    isRegistryKnown,
  });

/** What one side is told: the reason and the actions. */
const told = (...given: Parameters<typeof itemFor>): unknown => {
  const item = itemFor(...given);
  return item === undefined ? undefined : [item.reason.code, ...item.actions];
};

describe("a transfer of a token that waits", () => {
  it("says who sends whom how much of which instrument, in both versions", () => {
    const views = [
      [1, viewV1()],
      [2, viewV2([])],
    ] as const;
    for (const [version, view] of views) {
      expect(itemFor(read(version, view), bob)).to.deep.equal({
        kind: "token-transfer",
        contractId: "00ab",
        createdAt: start,
        direction: "received",
        counterparties: [alice],
        token: { amount: 12_5000000000n, admin: carol, id: "Gold" },
        description: "for the ring",
        expiresAt: BigInt(start + 10 * minute),
        reason: { code: "waiting-for-you" },
        actions: ["accept", "reject"],
      });
    }
    expect(told(read(1, viewV1()), alice)).to.deep.equal(["waiting-for-receiver", "withdraw"]);
    expect(told(read(1, viewV1()), carol)).to.equal(undefined);
  });

  it("is the administrator's to send where the account has no owner", () => {
    const minted = read(2, viewV2([action("Accept", [bob])], { sender: null }));
    expect(itemFor(minted, bob)?.counterparties).to.deep.equal([carol]);
  });

  it("is not to be accepted while its administrator works on it", () => {
    const inWork = read(1, viewV1("TransferPendingInternalWorkflow"));
    expect(told(inWork, bob)).to.deep.equal(["waiting-for-app"]);
    expect(told(inWork, alice)).to.deep.equal(["waiting-for-receiver", "withdraw"]);
  });

  it("has the actions that the party can take alone", () => {
    const shared = read(
      2,
      viewV2([
        action("Accept", [bob, carol]),
        action("Reject", [bob, carol], [bob]),
        action("Custom", [bob]),
        action("Withdraw", []),
      ]),
    );
    expect(told(shared, bob)).to.deep.equal(["waiting-for-you", "reject"]);
    expect(told(shared, alice)).to.deep.equal(["waiting-for-receiver"]);
  });

  it("cannot be accepted from its end on, which the second version may say itself", () => {
    const now = start + 10 * minute;
    expect(told(read(1, viewV1()), bob, { now })).to.deep.equal(["expired", "reject"]);
    expect(told(read(1, viewV1()), alice, { now })).to.deep.equal(["expired", "withdraw"]);
    const expiresAt = new Date((start + minute) / 1_000).toISOString();
    const early = read(2, viewV2([], { expiresAt }));
    expect(told(early, bob, { now: start + minute })).to.deep.equal(["expired", "reject"]);
    expect(told(early, bob, { now: start + minute - 1 })).to.deep.equal([
      "waiting-for-you",
      "accept",
      "reject",
    ]);
  });

  it("says that its registry is elsewhere, and offers nothing then", () => {
    const isRegistryKnown = false;
    const of = read(1, viewV1());
    expect(told(of, bob, { isRegistryKnown })).to.deep.equal(["registry-unknown"]);
    expect(told(of, alice, { isRegistryKnown })).to.deep.equal(["waiting-for-receiver"]);
    expect(told(of, alice, { isRegistryKnown, now: start + 10 * minute })).to.deep.equal([
      "registry-unknown",
    ]);
  });

  it("is none where the view does not read", () => {
    expect(tokenTransferIn(1, viewV2([]))).to.equal(undefined);
    expect(tokenTransferIn(2, viewV1())).to.equal(undefined);
  });
});
