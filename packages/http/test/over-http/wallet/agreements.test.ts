import {
  AppPaymentRequest,
  MintingDelegationProposal,
  Subscription,
  SubscriptionIdleState,
  SubscriptionRequest,
  WalletAppInstall_ExecuteBatch,
  walletPackage,
  walletPaymentsPackage,
} from "@tallystick/coin";
import {
  type Command,
  commandsOf,
  type Int64,
  int64From,
  type Numeric,
  numericFromText,
} from "@tallystick/core";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { developmentToken } from "../../fixtures/running-server.js";
import { at } from "../../fixtures/ping-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

const payments = commandsOf(walletPaymentsPackage);
const wallets = commandsOf(walletPackage);

const right = <E, A>(result: Either<E, A>): A => {
  if (isLeft(result)) throw new Error(JSON.stringify(result.left));
  return result.right;
};
const cc = (text: string): Numeric => right(numericFromText(text));
const int = (value: number): Int64 => right(int64From(value));

let named = 0;

describe("agreements over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  let dso: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await registered(server, "mallory");
    dso = server.validator.wallet.settings.dso;
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const create = async (actAs: ReadonlyArray<string>, command: Command): Promise<string> => {
    const { result } = right(
      await server.validator.wallet.submit({
        commandId: `agreement-${++named}`,
        actAs,
        readAs: [],
        commands: [command],
      }),
    );
    return typeof result === "string" ? result : "";
  };
  const balance = async (user: string) => {
    const { json } = await server.as(user, "GET", "/v0/wallet/balance");
    const { effective_unlocked_qty, effective_locked_qty } = json as Record<string, string>;
    return [Number(effective_unlocked_qty), Number(effective_locked_qty)];
  };

  const asked = (amount: string) =>
    create(
      [alice, bob],
      payments.create(AppPaymentRequest, {
        sender: alice,
        receiverAmounts: [{ receiver: bob, amount: { amount: cc(amount), unit: "USDUnit" } }],
        provider: bob,
        dso,
        expiresAt: BigInt(start + 60 * minute),
        description: "a ticket",
      }),
    );
  const requests = "/v0/wallet/app-payment-requests";

  it("app payments are listed, shown, and paid once into a lock", async () => {
    const cid = await asked("3");
    const listed = await server.as("alice", "GET", requests);
    expect(listed.json).to.have.nested.property("payment_requests[0].contract.contract_id", cid);
    expect((await server.as("alice", "GET", `${requests}/${cid}`)).status).to.equal(200);
    const paid = await server.as("alice", "POST", `${requests}/${cid}/accept`);
    expect(paid.status, paid.text).to.equal(200);
    expect(await balance("alice")).to.deep.equal([70, 30]);
    const again = await server.as("alice", "POST", `${requests}/${cid}/accept`);
    expect(again.json).to.deep.equal(paid.json);
    expect(await balance("alice")).to.deep.equal([70, 30]);
    const waiting = await server.as("alice", "GET", "/v0/wallet/accepted-app-payments");
    expect(waiting.json).to.have.property("accepted_app_payments").with.lengthOf(1);
  });

  it("app payments are rejected by their sender alone, and refused for want of funds", async () => {
    const cid = await asked("10.01");
    const broke = await server.as("alice", "POST", `${requests}/${cid}/accept`);
    expect(broke.status).to.equal(400);
    for (const [user, status] of [
      ["mallory", 404],
      ["bob", 400],
      ["alice", 200],
    ] as const)
      expect((await server.as(user, "POST", `${requests}/${cid}/reject`)).status).to.equal(status);
    expect((await server.as("alice", "GET", `${requests}/${cid}`)).status).to.equal(404);
    expect(await balance("alice")).to.deep.equal([100, 0]);
  });

  const subscriptionData = () => ({
    sender: alice,
    receiver: bob,
    provider: bob,
    dso,
    description: "news",
  });
  const payData = () => ({
    paymentAmount: { amount: cc("1"), unit: "USDUnit" as const },
    paymentInterval: { microseconds: int(60 * minute) },
    paymentDuration: { microseconds: int(10 * minute) },
  });
  const subscribe = () =>
    create(
      [alice, bob],
      payments.create(SubscriptionRequest, {
        subscriptionData: subscriptionData(),
        payData: payData(),
      }),
    );
  const subscriptions = "/v0/wallet/subscription-requests";

  it("subscriptions begin with a payment that waits for its app", async () => {
    const cid = await subscribe();
    expect((await server.as("alice", "GET", `${subscriptions}/${cid}`)).status).to.equal(200);
    expect((await server.as("bob", "POST", `${subscriptions}/${cid}/accept`)).status).to.equal(404);
    const begun = await server.as("alice", "POST", `${subscriptions}/${cid}/accept`);
    expect(begun.json).to.have.property("initial_payment_contract_id");
    expect(await balance("alice")).to.deep.equal([90, 10]);
    const initial = await server.as("alice", "GET", "/v0/wallet/subscription-initial-payments");
    expect(initial.json).to.have.property("initial_payments").with.lengthOf(1);
  });

  /** The operations of the batches that the operator has executed after an offset. */
  const operationsAfter = async (beginExclusive: number): Promise<ReadonlyArray<unknown>> => {
    const { ledger, wallet } = server.validator;
    const query = {
      beginExclusive,
      endInclusive: ledger.ledgerEnd(),
      updateFormat: {
        includeTransactions: {
          eventFormat: { filtersByParty: { [wallet.settings.operator]: { cumulative: [] } } },
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        },
      } as const,
    };
    const operations: Array<unknown> = [];
    for await (const item of ledger.queries.updates(query)) {
      const { update } = right(item);
      if (!("Transaction" in update)) continue;
      const [root] = update.Transaction.value.events;
      if (root === undefined || !("ExercisedEvent" in root)) continue;
      const { choice, choiceArgument, actingParties } = root.ExercisedEvent;
      if (choice !== WalletAppInstall_ExecuteBatch.name) continue;
      expect(actingParties).to.deep.equal([wallet.settings.operator]);
      const { operations: executed } = right(
        WalletAppInstall_ExecuteBatch.argument.decode(choiceArgument),
      );
      operations.push(...executed.map(({ tag }) => tag));
    }
    return operations;
  };

  it("users' taps, sends and payments are operations of a batch in their wallet", async () => {
    for (let tick = 0; tick < 8; tick++) await server.pass(5 * minute);
    await server.as("bob", "POST", "/v0/wallet/transfer-preapproval");
    server.validator.wallet.scheduler.pause();
    const [payment, subscription] = [await asked("1"), await subscribe()];
    const send = { receiver_party_id: bob, amount: "1", deduplication_id: "batched" };
    const requested: ReadonlyArray<readonly [string, string, object?]> = [
      ["CO_Tap", "/v0/wallet/tap", { amount: "10" }],
      ["CO_TransferPreapprovalSend", "/v0/wallet/transfer-preapproval/send", send],
      ["CO_AppPayment", `${requests}/${payment}/accept`],
      ["CO_SubscriptionAcceptAndMakeInitialPayment", `${subscriptions}/${subscription}/accept`],
    ];
    for (const [operation, path, body] of requested) {
      const before = server.validator.ledger.ledgerEnd();
      const { status, text } = await server.as("alice", "POST", path, body);
      expect(status, text).to.equal(200);
      expect(await operationsAfter(before), path).to.deep.equal([operation]);
    }
  });

  it("app payments and subscriptions are in the wallet of their sender alone, at every stage", async () => {
    const [payment, subscription] = [await asked("1"), await subscribe()];
    const lists = async (user: string): Promise<ReadonlyArray<number>> => {
      const paths = [
        requests,
        subscriptions,
        "/v0/wallet/accepted-app-payments",
        "/v0/wallet/subscription-initial-payments",
      ];
      const replies = await Promise.all(paths.map((path) => server.as(user, "GET", path)));
      return replies.map(({ json }) => Object.values(json as object).flat().length);
    };
    const other = `${subscriptions}/${await subscribe()}/reject`;
    expect((await server.as("alice", "POST", other)).status).to.equal(200);
    const details = [`${requests}/${payment}`, `${subscriptions}/${subscription}`];
    expect(await lists("alice")).to.deep.equal([1, 1, 0, 0]);
    expect(await lists("bob")).to.deep.equal([0, 0, 0, 0]);
    for (const path of details) {
      expect((await server.as("bob", "GET", path)).status).to.equal(404);
      expect((await server.as("alice", "POST", `${path}/accept`)).status).to.equal(200);
    }
    expect(await lists("alice")).to.deep.equal([0, 0, 1, 1]);
    expect(await lists("bob")).to.deep.equal([0, 0, 0, 0]);
  });

  it("subscriptions are paid by the wallet when due, and cancelled by their sender between payments", async () => {
    const reference = await subscribe();
    const parties = [alice, bob];
    const data = { subscriptionData: subscriptionData(), reference };
    const subscription = await create(parties, payments.create(Subscription, data));
    const idle = await create(
      parties,
      payments.create(SubscriptionIdleState, {
        ...data,
        subscription,
        payData: payData(),
        nextPaymentDueAt: BigInt(start + 60 * minute),
      }),
    );
    const receivers = await server.as("bob", "GET", "/v0/wallet/subscriptions");
    expect(receivers.json).to.deep.equal({ subscriptions: [] });
    const listed = await server.as("alice", "GET", "/v0/wallet/subscriptions");
    expect(listed.json).to.have.nested.property("subscriptions[0].state.idle.contract_id", idle);
    await server.pass(51 * minute);
    expect(await balance("alice")).to.deep.equal([90, 10]);
    expect((await server.as("alice", "DELETE", `${subscriptions}/${idle}`)).status).to.equal(404);
    const paid = await server.as("alice", "GET", "/v0/wallet/subscriptions");
    expect(paid.json).to.have.nested.property("subscriptions[0].state.payment");
  });

  it("minting delegations are proposed, accepted in the place of an earlier one, and ended", async () => {
    const propose = () =>
      create(
        [bob],
        wallets.create(MintingDelegationProposal, {
          delegation: {
            beneficiary: bob,
            delegate: alice,
            dso,
            expiresAt: BigInt(start + 600 * minute),
            amuletMergeLimit: int(5),
          },
        }),
      );
    const [first, second] = [await propose(), await propose()];
    const listed = await server.as(
      "alice",
      "GET",
      "/v0/wallet/minting-delegation-proposals?limit=1",
    );
    expect(listed.json).to.include({ next_page_token: 1 });
    expect(listed.json).to.have.nested.property("proposals[0].beneficiary_hosted", false);
    const proposals = "/v0/wallet/minting-delegation-proposals";
    expect((await server.as("bob", "POST", `${proposals}/${first}/accept`)).status).to.equal(404);
    for (const cid of [first, second])
      expect((await server.as("alice", "POST", `${proposals}/${cid}/accept`)).status).to.equal(200);
    const delegations = "/v0/wallet/minting-delegations";
    const active = await server.as("alice", "GET", delegations);
    const { delegations: entries } = active.json as {
      delegations: ReadonlyArray<{ contract: { contract_id: string } }>;
    };
    expect(entries).to.have.lengthOf(1);
    const cid = entries[0]?.contract.contract_id ?? "";
    expect((await server.as("mallory", "POST", `${delegations}/${cid}/reject`)).status).to.equal(
      404,
    );
    expect((await server.as("alice", "POST", `${delegations}/${cid}/withdraw`)).status).to.equal(
      200,
    );
    expect((await server.as("alice", "GET", delegations)).json).to.deep.equal({ delegations: [] });
    const ended = async (path: string, by: string): Promise<number> =>
      (await server.as("alice", "POST", `${path}/${await propose()}/${by}`)).status;
    expect(await ended(proposals, "reject")).to.equal(200);
    expect(await ended(proposals, "accept")).to.equal(200);
    const { json } = await server.as("alice", "GET", delegations);
    const again = String(at(json, "delegations", 0, "contract", "contract_id"));
    expect((await server.as("alice", "POST", `${delegations}/${again}/reject`)).status).to.equal(
      200,
    );
  });

  it("allocations lock CC once per leg, and return it", async () => {
    const body = {
      settlement: {
        executor: bob,
        settlement_ref: { id: "trade-1" },
        requested_at: start,
        allocate_before: start + 10 * minute,
        settle_before: start + 20 * minute,
      },
      transfer_leg_id: "leg-1",
      transfer_leg: { receiver: bob, amount: "40" },
    };
    const made = await server.as("alice", "POST", "/v0/allocations", body);
    expect(made.status, made.text).to.equal(200);
    expect((await server.as("alice", "POST", "/v0/allocations", body)).json).to.deep.equal(
      made.json,
    );
    expect(await balance("alice")).to.deep.equal([60, 40]);
    const cid = (made.json as { output: { allocation_cid: string } }).output.allocation_cid;
    const listed = await server.as("alice", "GET", "/v0/allocations");
    expect(listed.json).to.have.nested.property("allocations[0].contract.contract_id", cid);
    for (const choice of ["execute-transfer", "withdraw", "cancel"]) {
      const path = `/registry/allocations/v1/${cid}/choice-contexts/${choice}`;
      const context = await server.call("POST", path, { token: null, body: {} });
      expect(context.status, context.text).to.equal(200);
    }
    expect((await server.as("bob", "POST", `/v0/allocations/${cid}/withdraw`)).status).to.equal(
      404,
    );
    const back = await server.as("alice", "POST", `/v0/allocations/${cid}/withdraw`);
    expect(back.json).to.have.property("sender_holding_cids").with.lengthOf(1);
    expect((await server.as("alice", "POST", `/v0/allocations/${cid}/withdraw`)).status).to.equal(
      404,
    );
    expect(await balance("alice")).to.deep.equal([100, 0]);
    const asked = await server.as("alice", "GET", "/v0/wallet/token-standard/allocation-requests");
    expect(asked.json).to.deep.equal({ allocation_requests: [] });
  });

  it("traffic is bought once per tracking id, or refused with a reason", async () => {
    const { synchronizerId } = server.validator.wallet.settings;
    const request = (tracking_id: string, traffic_amount: number, change: object = {}) =>
      server.as("alice", "POST", "/v0/wallet/buy-traffic-requests", {
        receiving_validator_party_id: bob,
        domain_id: synchronizerId,
        traffic_amount,
        tracking_id,
        expires_at: start + minute,
        ...change,
      });
    const status = (id: string) =>
      server.as("alice", "POST", `/v0/wallet/buy-traffic-requests/${id}/status`, {});
    expect((await request("b-1", 500_000)).status).to.equal(200);
    expect((await request("b-1", 500_000)).status).to.equal(409);
    expect((await request("b-2", 0)).status).to.equal(400);
    expect((await request("b-3", 100)).status).to.equal(200);
    const elsewhere = { domain_id: `other::1220${"ab".repeat(32)}` };
    const unhosted = { receiving_validator_party_id: `nobody::1220${"ab".repeat(32)}` };
    const malformed = { domain_id: "x" };
    for (const change of [elsewhere, unhosted, malformed]) {
      const refused = await request("b-4", 500_000, change);
      expect(refused.status, JSON.stringify(change)).to.equal(400);
      expect(refused.text).to.contain(Object.keys(change)[0]);
    }
    expect((await status("b-4")).status).to.equal(404);
    await server.pass(1);
    expect((await status("b-1")).json).to.include({ status: "completed" });
    expect((await status("b-3")).json).to.include({
      status: "failed",
      failure_reason: "rejected",
      rejection_reason: "not enough traffic requested (trafficAmount 100 < minTopupAmount 200000)",
    });
    expect(await balance("alice")).to.deep.equal([16.65, 0]);
    const member = server.validator.wallet.memberId;
    const traffic = await server.as(
      "alice",
      "GET",
      `/v0/domains/${synchronizerId}/members/${member}/traffic-status`,
    );
    expect(traffic.json).to.have.nested.property("traffic_status.target.total_purchased", 500_000);
  });

  it("the history is exported as CSV and JSON lines, exactly what the filter lets through", async () => {
    const csv = await server.as(
      "alice",
      "GET",
      "/v0/wallet/transactions/export?kind=balance_change",
    );
    expect(csv.text.trimEnd().split("\n")).to.have.lengthOf(2);
    expect(csv.text).to.contain("AmuletRules_DevNet_Tap");
    expect(csv.type).to.equal("text/csv; charset=utf-8");
    expect(csv.text).to.match(/^date,/);
    const marked = await fetch(
      `${server.base}/v0/wallet/transactions/export?byte_order_mark=true&kind=balance_change`,
      { headers: { Authorization: `Bearer ${await developmentToken("alice")}` } },
    );
    expect(Buffer.from(await marked.arrayBuffer()).toString("utf8")).to.equal(`\ufeff${csv.text}`);
    const lines = await server.as("alice", "GET", "/v0/wallet/transactions/export?format=jsonl");
    expect(lines.type).to.equal("application/jsonl; charset=utf-8");
    const page = await server.as("alice", "POST", "/v0/wallet/transactions", { page_size: 10 });
    const items = lines.text
      .trimEnd()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect({ items }).to.deep.equal(page.json);
    const none = await server.as(
      "alice",
      "GET",
      `/v0/wallet/transactions/export?counterparty=${bob}`,
    );
    expect(none.text.trimEnd().split("\n")).to.have.lengthOf(1);
    expect(
      (await server.as("alice", "GET", "/v0/wallet/transactions/export?format=xls")).status,
    ).to.equal(400);
  });
});
