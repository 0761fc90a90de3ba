import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TransferCommandAction, TransferCommandState } from "../../../src/index.js";
import {
  createdTransferCommand,
  nextTransferCommandState,
  transferCommandStateOfChoice,
} from "../../../src/amulet/command/transfer-command-state.js";
import {
  type InvalidTransferReason,
  invalidTransferReasonText,
} from "../../../src/amulet/command/transfer-command-result.js";
import { cc, int } from "../../coin-values.js";

const expiresAt = 1_000;

const outcome = (state: TransferCommandState, action: TransferCommandAction, now: number) => {
  const next = nextTransferCommandState(state, action, {
    now: BigInt(now),
    expiresAt: BigInt(expiresAt),
    nonce: int(5),
  });
  if (isLeft(next)) return next.left;
  return next.right.status === "failed" ? next.right.failureKind : next.right.status;
};

const send = (nextNonce: bigint, isPreapproved = true): TransferCommandAction => ({
  kind: "send",
  nextNonce: int(nextNonce),
  isPreapproved,
});

describe("a transfer command with nonce 5 that is created", () => {
  type Row = readonly [name: string, action: TransferCommandAction, before: string, atOnce: string];
  const table: ReadonlyArray<Row> = [
    ["sent as the next", send(5n), "sent", "deadline-exceeded"],
    ["sent as the next without preapproval", send(5n, false), "failed", "failed"],
    ["sent after it was used", send(6n), "failed", "failed"],
    ["sent long after it was used", send(600n), "failed", "failed"],
    ["sent before its turn", send(4n), "nonce-not-reached", "nonce-not-reached"],
    ["sent long before its turn", send(0n), "nonce-not-reached", "nonce-not-reached"],
    ["withdrawn", { kind: "withdraw" }, "withdrawn", "withdrawn"],
    ["expired", { kind: "expire" }, "deadline-not-exceeded", "expired"],
  ];
  for (const [name, action, before, atOnce] of table) {
    it(`and ${name} answers ${before} in time, then ${atOnce}`, () => {
      expect(outcome(createdTransferCommand, action, 0)).to.equal(before);
      expect(outcome(createdTransferCommand, action, expiresAt - 1)).to.equal(before);
      expect(outcome(createdTransferCommand, action, expiresAt)).to.equal(atOnce);
      expect(outcome(createdTransferCommand, action, expiresAt + 1)).to.equal(atOnce);
    });
  }

  it("says why it failed", () => {
    const said = (action: TransferCommandAction) => {
      const next = nextTransferCommandState(createdTransferCommand, action, {
        now: 0n,
        expiresAt: BigInt(expiresAt),
        nonce: int(5),
      });
      return isLeft(next) || next.right.status !== "failed" ? undefined : next.right.reason;
    };
    expect(said(send(5n, false))).to.equal("No TransferPreapproval for receiver");
    expect(said(send(7n))).to.equal("Expected nonce 5 is smaller than current counter 7");
  });

  const ends: ReadonlyArray<TransferCommandState> = [
    { status: "sent" },
    { status: "failed", failureKind: "failed", reason: "" },
    { status: "failed", failureKind: "expired", reason: "" },
    { status: "failed", failureKind: "withdrawn", reason: "" },
  ];
  for (const state of ends) {
    it(`and has ended as ${state.status === "failed" ? state.failureKind : state.status} stays so`, () => {
      for (const [, action] of table) {
        for (const now of [0, expiresAt])
          expect(outcome(state, action, now)).to.equal("already-ended");
      }
    });
  }
});

const reasons: ReadonlyArray<readonly [InvalidTransferReason, string]> = [
  [
    { tag: "ITR_InsufficientFunds", value: { missingAmount: cc("3") } },
    "ITR_InsufficientFunds: missing 3.0000000000 CC",
  ],
  [
    { tag: "ITR_UnknownSynchronizer", value: { synchronizerId: "a::1" } },
    "ITR_UnknownSynchronizer: a::1",
  ],
  [
    {
      tag: "ITR_InsufficientTopupAmount",
      value: { requestedTopupAmount: int(1), minTopupAmount: int(2) },
    },
    "ITR_InsufficientTopupAmount: 1 bytes, at least 2",
  ],
  [{ tag: "ITR_Other", value: { description: "because" } }, "ITR_Other: because"],
  [{ tag: "ExtInvalidTransferReason", value: { dummyUnitField: {} } }, "ExtInvalidTransferReason"],
];

describe("the status of a transfer command", () => {
  for (const [reason, text] of reasons) {
    it(`is failed with "${text}"`, () => {
      expect(invalidTransferReasonText(reason)).to.equal(text);
      expect(
        transferCommandStateOfChoice("TransferCommand_Send", {
          tag: "TransferCommandResultFailure",
          value: { reason },
        }),
      ).to.deep.equal({ status: "failed", failureKind: "failed", reason: text });
    });
  }

  it("follows from the choice that ended it", () => {
    const kindOf = (choice: string) => {
      const state = transferCommandStateOfChoice(choice, undefined);
      return state?.status === "failed" ? state.failureKind : state?.status;
    };
    expect(kindOf("TransferCommand_Withdraw")).to.equal("withdrawn");
    expect(kindOf("TransferCommand_Expire")).to.equal("expired");
    expect(kindOf("TransferCommand_Send")).to.equal(undefined);
    expect(kindOf("Archive")).to.equal(undefined);
  });
});
