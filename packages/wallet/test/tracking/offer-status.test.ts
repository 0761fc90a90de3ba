import {
  AcceptedTransferOffer_Abort,
  AcceptedTransferOffer_Expire,
  AcceptedTransferOffer_Withdraw,
  BuyTrafficRequest,
  BuyTrafficRequest_Cancel,
  BuyTrafficRequest_Expire,
  TransferOffer_Accept,
  TransferOffer_Expire,
  TransferOffer_Reject,
  TransferOffer_Withdraw,
} from "@tallystick/coin";
import { int64From, type TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { trackedChanges } from "../../src/index.js";
import { automationOf } from "../automation-of.js";
import { by, offer, tap, wallet } from "../wallet-actions.js";
import {
  alice,
  bob,
  dso,
  memberId,
  minute,
  rightOf,
  synchronizerId,
  WalletLedger,
} from "../wallet-ledger.js";

const reason = "changed my mind";

/** A ledger on which alice has offered bob 30 CC. */
const offered = () => {
  const ledger = new WalletLedger().bootstrap().withWallets();
  tap(ledger, alice, "100");
  return { ledger, offerCid: offer(ledger, alice, bob, "30", "t-1") };
};

/** What the latest transaction says of tracking ids. */
const latest = (ledger: WalletLedger) => {
  const last = ledger.transactions.at(-1);
  if (last === undefined) throw new Error("no transaction");
  return trackedChanges(last, (id) => ledger.payloads.get(id));
};
const onlyStatus = (ledger: WalletLedger) => {
  const changes = latest(ledger);
  expect(changes).to.have.lengthOf(1);
  return changes[0]?.status;
};
const lastId = ({ transactions }: WalletLedger): string => transactions.at(-1)?.updateId ?? "";

/** The contract that accepting an offer makes. */
const accepted = (ledger: WalletLedger, offerCid: string): string => {
  const { nodes }: TransactionCommitted = ledger.run(
    by([bob], wallet.exercise(TransferOffer_Accept, offerCid, {})),
  );
  return nodes.find(({ kind }) => kind === "create")?.contractId ?? "";
};

describe("the state of an offer's tracking id", () => {
  it("is created with the offer, for the sender first and the receiver", () => {
    const { ledger, offerCid } = offered();
    expect(latest(ledger)).to.deep.equal([
      {
        kind: "transfer-offer",
        trackingId: "t-1",
        parties: [alice, bob],
        status: { status: "created", transaction_id: lastId(ledger), contract_id: offerCid },
      },
    ]);
  });

  it("is accepted with the accepted offer, said once", () => {
    const { ledger, offerCid } = offered();
    const contract_id = accepted(ledger, offerCid);
    expect(onlyStatus(ledger)).to.deep.equal({
      status: "accepted",
      transaction_id: lastId(ledger),
      contract_id,
    });
  });

  const ends = [
    { user: bob, choice: TransferOffer_Reject, argument: {}, failure: "rejected" },
    { user: alice, choice: TransferOffer_Withdraw, argument: { reason }, failure: "withdrawn" },
  ] as const;
  it("fails with the word for how the offer ended", () => {
    for (const { user, choice, failure } of ends) {
      const { ledger, offerCid } = offered();
      const command =
        choice === TransferOffer_Reject
          ? wallet.exercise(TransferOffer_Reject, offerCid, {})
          : wallet.exercise(TransferOffer_Withdraw, offerCid, { reason });
      ledger.run(by([user], command));
      expect(onlyStatus(ledger)).to.deep.include({ status: "failed", failure_kind: failure });
    }
  });

  it("fails with the reason when the sender takes it back, before or after it was accepted", () => {
    const withdrawn = {
      status: "failed",
      failure_kind: "withdrawn",
      withdrawn_reason: reason,
    };
    const before = offered();
    const { ledger } = before;
    ledger.run(by([alice], wallet.exercise(TransferOffer_Withdraw, before.offerCid, { reason })));
    expect(onlyStatus(ledger)).to.deep.equal(withdrawn);
    for (const who of ["sender", "receiver"] as const) {
      const after = offered();
      const contract = accepted(after.ledger, after.offerCid);
      const command =
        who === "sender"
          ? wallet.exercise(AcceptedTransferOffer_Abort, contract, { reason })
          : wallet.exercise(AcceptedTransferOffer_Withdraw, contract, { reason });
      after.ledger.run(by([who === "sender" ? alice : bob], command));
      expect(onlyStatus(after.ledger), who).to.deep.equal(withdrawn);
    }
  });

  it("fails as expired, accepted or not", () => {
    const open = offered();
    open.ledger.now += 61 * minute;
    const expire = wallet.exercise(TransferOffer_Expire, open.offerCid, { actor: bob });
    open.ledger.run(by([bob], expire));
    expect(onlyStatus(open.ledger)).to.deep.equal({ status: "failed", failure_kind: "expired" });
    const agreed = offered();
    const contract = accepted(agreed.ledger, agreed.offerCid);
    agreed.ledger.now += 61 * minute;
    const late = wallet.exercise(AcceptedTransferOffer_Expire, contract, { actor: alice });
    agreed.ledger.run(by([alice], late));
    expect(onlyStatus(agreed.ledger)).to.deep.equal({ status: "failed", failure_kind: "expired" });
  });

  it("is completed with the coin the receiver got", () => {
    const { ledger, offerCid } = offered();
    accepted(ledger, offerCid);
    ledger.automate(automationOf("complete-accepted-offers"), alice);
    const coin = ledger.transactions
      .at(-1)
      ?.nodes.find((it) => it.kind === "create" && JSON.stringify(it.payload).includes(bob));
    expect(onlyStatus(ledger)).to.deep.equal({
      status: "completed",
      transaction_id: lastId(ledger),
      contract_id: coin?.contractId,
    });
  });
});

describe("the state of a request's tracking id", () => {
  const requested = () => {
    const ledger = new WalletLedger().bootstrap().withWallets();
    tap(ledger, alice, "100");
    const int = (value: number) => rightOf(int64From(value));
    const { nodes } = ledger.run(
      by(
        [alice],
        wallet.create(BuyTrafficRequest, {
          dso,
          endUserParty: alice,
          expiresAt: BigInt(ledger.now + minute),
          trackingId: "traffic",
          trafficAmount: int(500_000),
          memberId,
          synchronizerId,
          migrationId: int(0),
        }),
      ),
    );
    return { ledger, request: nodes[0]?.contractId ?? "" };
  };

  it("is the user's alone, and created without a transaction", () => {
    const { ledger } = requested();
    expect(latest(ledger)).to.deep.equal([
      {
        kind: "buy-traffic-request",
        trackingId: "traffic",
        parties: [alice],
        status: { status: "created" },
      },
    ]);
  });

  it("is completed with the transaction that bought", () => {
    const { ledger } = requested();
    ledger.automate(automationOf("complete-buy-traffic-requests"), alice);
    expect(onlyStatus(ledger)).to.deep.equal({
      status: "completed",
      transaction_id: lastId(ledger),
    });
  });

  it("fails as rejected with the reason, or as expired", () => {
    const cancelled = requested();
    const cancel = wallet.exercise(BuyTrafficRequest_Cancel, cancelled.request, { reason });
    cancelled.ledger.run(by([alice], cancel));
    expect(onlyStatus(cancelled.ledger)).to.deep.equal({
      status: "failed",
      failure_reason: "rejected",
      rejection_reason: reason,
    });
    const late = requested();
    late.ledger.now += minute;
    const expire = wallet.exercise(BuyTrafficRequest_Expire, late.request, {});
    late.ledger.run(by([alice], expire));
    expect(onlyStatus(late.ledger)).to.deep.equal({ status: "failed", failure_reason: "expired" });
  });

  it("is not touched by what has no tracking id", () => {
    const { ledger } = requested();
    tap(ledger, alice, "1");
    expect(latest(ledger)).to.deep.equal([]);
  });
});
