import {
  AppPaymentRequest,
  Subscription,
  SubscriptionIdleState,
  SubscriptionRequest,
} from "@tallystick/coin";
import { describePreparedTransaction } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import {
  answered,
  type ExternalParty,
  externalParty,
  type SigningWallet,
  signingWallet,
  submittedBy,
} from "../../fixtures/external-party.js";
import { at } from "../../fixtures/ping-server.js";
import { minute, start, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const payments = "/v0/wallet/app-payment-requests";
const subscriptions = "/v0/wallet/subscription-requests";
const timeAt = (micros: number): string => new Date(micros / 1_000).toISOString();
const lengthOf = (minutes: number) => ({ microseconds: String(minutes * minute) });

describe("payments of a party that signs outside of the node", () => {
  let server: WalletServer;
  let carol: ExternalParty;
  let shop: ExternalParty;
  let wallet: SigningWallet;
  let dso: string;
  beforeEach(async () => {
    server = await walletServer();
    carol = await externalParty(server, "carol");
    shop = await externalParty(server, "shop");
    wallet = signingWallet(server, carol);
    dso = server.validator.wallet.settings.dso;
    await answered(wallet.signed("POST", "/v0/wallet/tap", { amount: "10", command_id: "tap" }));
  });
  afterEach(() => server.close());

  const create = (template: { readonly name: string }, createArguments: object): Promise<void> =>
    submittedBy(server, [carol, shop], {
      CreateCommand: { templateId: `#splice-wallet-payments:${template.name}`, createArguments },
    });
  /** The id of the only contract of a list. */
  const onlyOf = async (path: string, ...place: ReadonlyArray<string | number>): Promise<string> =>
    String(at(await answered(wallet.ask("GET", path)), ...place));
  const asked = async (amount: string): Promise<string> => {
    await create(AppPaymentRequest, {
      sender: carol.partyId,
      receiverAmounts: [{ receiver: shop.partyId, amount: { amount, unit: "USDUnit" } }],
      provider: shop.partyId,
      dso,
      expiresAt: timeAt(start + 60 * minute),
      description: "a ticket",
    });
    return onlyOf(payments, "payment_requests", 0, "contract", "contract_id");
  };
  const subscriptionData = () => ({
    sender: carol.partyId,
    receiver: shop.partyId,
    provider: shop.partyId,
    dso,
    description: "news",
  });
  const payData = {
    paymentAmount: { amount: "1", unit: "USDUnit" },
    paymentInterval: lengthOf(60),
    paymentDuration: lengthOf(10),
  };
  const offered = async (): Promise<string> => {
    await create(SubscriptionRequest, { subscriptionData: subscriptionData(), payData });
    return onlyOf(subscriptions, "subscription_requests", 0, "contract_id");
  };
  /** A subscription between two payments, the next of which is due in an hour. */
  const running = async (): Promise<string> => {
    const reference = await offered();
    await create(Subscription, { subscriptionData: subscriptionData(), reference });
    await server.validator.wallet.upToDate();
    const [found] = server.validator.wallet.views.of(Subscription, carol.partyId);
    await create(SubscriptionIdleState, {
      subscription: found?.contractId,
      subscriptionData: subscriptionData(),
      payData,
      nextPaymentDueAt: timeAt(start + 60 * minute),
      reference,
    });
    await answered(wallet.signed("POST", `${subscriptions}/${reference}/reject`));
    return onlyOf("/v0/wallet/subscriptions", "subscriptions", 0, "state", "idle", "contract_id");
  };
  const balance = async (): Promise<ReadonlyArray<number>> => {
    const found = await answered(wallet.ask("GET", "/v0/wallet/balance"));
    return ["effective_unlocked_qty", "effective_locked_qty"].map((name) =>
      Number(at(found, name)),
    );
  };
  /** What a request would have the party sign, in words. */
  const inWords = async (method: string, path: string) => {
    const { status, text, json } = await wallet.prepare(method, path);
    expect(status, text).to.equal(202);
    const bytes = Buffer.from(String(at(json, "prepared_transaction")), "base64");
    const described = describePreparedTransaction(bytes);
    if (isLeft(described)) throw new Error(described.left.message);
    const { sentences, doubts, movements, locked, actAs } = described.right;
    expect(doubts).to.deep.equal([]);
    expect(movements).to.deep.equal([]);
    expect(actAs).to.deep.equal([carol.partyId]);
    return { sentence: sentences.join(), locked: locked.map(({ amount }) => amount) };
  };

  it("say before they are signed who gets what, and how much is locked", async () => {
    const [payment, subscription] = [await asked("3"), await offered()];
    const to = shop.partyId;
    const news = `news of ${to}: coins for 1.0000000000 USD to ${to} every 1 hour`;
    const ticket = `coins for 3.0000000000 USD to ${to} for "a ticket"`;
    expect(await inWords("POST", `${payments}/${payment}/accept`)).to.deep.equal({
      sentence: `Pays ${ticket}; they are locked until ${to} collects them`,
      locked: ["+30.0000000000"],
    });
    expect(await inWords("POST", `${payments}/${payment}/reject`)).to.deep.equal({
      sentence: `Declines to pay ${ticket}`,
      locked: [],
    });
    expect(await inWords("POST", `${subscriptions}/${subscription}/accept`)).to.deep.equal({
      sentence: `Subscribes to ${news}, and pays the first time; they are locked until ${to} collects them`,
      locked: ["+10.0000000000"],
    });
    expect(await inWords("POST", `${subscriptions}/${subscription}/reject`)).to.deep.equal({
      sentence: `Declines to subscribe to ${news}`,
      locked: [],
    });
    expect(await balance()).to.deep.equal([100, 0]);
  });

  it("are made by its signature alone, once, and are rejected by it", async () => {
    const payment = await asked("3");
    const path = `${payments}/${payment}/accept`;
    const paid = await answered(wallet.signed("POST", path));
    expect(await balance()).to.deep.equal([70, 30]);
    expect(await answered(wallet.prepare("POST", path))).to.deep.equal(paid);
    expect(
      await onlyOf(
        "/v0/wallet/accepted-app-payments",
        "accepted_app_payments",
        0,
        "contract",
        "contract_id",
      ),
    ).to.equal(at(paid, "accepted_payment_contract_id"));
    expect((await wallet.signed("POST", `${payments}/${await asked("1")}/reject`)).status).to.equal(
      200,
    );
    expect((await wallet.prepare("POST", `${payments}/${payment}/reject`)).status).to.be.within(
      400,
      404,
    );
    expect(await balance()).to.deep.equal([70, 30]);
  });

  it("change nothing until they are signed, and only one of two that were prepared takes effect", async () => {
    const path = `${payments}/${await asked("3")}/accept`;
    const [first, second] = [
      await wallet.prepare("POST", path),
      await wallet.prepare("POST", path),
    ];
    await server.pass(0);
    expect(await balance()).to.deep.equal([100, 0]);
    await answered(wallet.execute(first.json));
    expect((await wallet.execute(second.json)).status).to.equal(409);
    expect(await balance()).to.deep.equal([70, 30]);
  });

  it("are refused before they are signed for want of funds, and when they are of another", async () => {
    const broke = await wallet.prepare("POST", `${payments}/${await asked("10.01")}/accept`);
    expect(broke.status).to.equal(400);
    expect(broke.text).to.match(/operation failed.*missing .*0\.1/);
    const none = `00${"ab".repeat(68)}`;
    for (const path of [
      `${payments}/${none}/accept`,
      `${subscriptions}/${none}/accept`,
      `/v0/wallet/subscriptions/${none}/pay`,
    ])
      expect((await wallet.prepare("POST", path)).status, path).to.equal(404);
    const ofShop = signingWallet(server, shop);
    expect(
      (await ofShop.prepare("POST", `${subscriptions}/${await offered()}/accept`)).status,
    ).to.equal(404);
  });

  it("answer a command that was no payment of theirs with 409", async () => {
    const payment = await asked("3");
    const tapped = await wallet.prepare("POST", "/v0/wallet/tap", { amount: "1" });
    await answered(wallet.execute(tapped.json));
    const executed = encodeURIComponent(String(at(tapped.json, "command_id")));
    const path = wallet.pathOf(
      `${payments}/${payment}/accept`,
      `&prepare=true&executed=${executed}`,
    );
    const reply = await server.as("ledger-api-user", "POST", path);
    expect([reply.status, reply.text.includes("another operation")]).to.deep.equal([409, true]);
  });

  it("begin a subscription, or do not", async () => {
    const cid = await offered();
    const begun = await answered(wallet.signed("POST", `${subscriptions}/${cid}/accept`));
    const list = "/v0/wallet/subscription-initial-payments";
    expect(at(begun, "initial_payment_contract_id")).to.equal(
      await onlyOf(list, "initial_payments", 0, "contract_id"),
    );
    expect(await balance()).to.deep.equal([90, 10]);
  });

  it("that are due wait for its signature, as no automation has its key", async () => {
    const idle = await running();
    const pay = `/v0/wallet/subscriptions/${idle}/pay`;
    const early = await wallet.prepare("POST", pay);
    expect([early.status, early.text.includes("2026-01-01T00:50:00Z")]).to.deep.equal([400, true]);
    const inbox = "/v0/wallet/inbox?kind=subscription-due";
    expect(at(await answered(wallet.ask("GET", inbox)), "items")).to.deep.equal([]);
    await server.pass(51 * minute);
    expect(await balance()).to.deep.equal([100, 0]);
    const waiting = await answered(wallet.ask("GET", inbox));
    expect(at(waiting, "waiting_for_you")).to.equal(1);
    expect(at(waiting, "items", 0)).to.deep.include({
      reason: { code: "waiting-for-you" },
      next: { step: "you-pay", actor: "you" },
      actions: [
        { action: "pay", method: "POST", path: pay },
        { action: "cancel", method: "DELETE", path: `${subscriptions}/${idle}` },
      ],
    });
    const { sentence, locked } = await inWords("POST", pay);
    expect(sentence).to.match(
      /^Pays for the subscription to news of .*, due 2026-01-01T01:00:00Z; /,
    );
    expect(locked).to.deep.equal(["+10.0000000000"]);
    const paid = await answered(wallet.signed("POST", pay));
    expect(at(paid, "payment_contract_id")).to.equal(
      await onlyOf(
        "/v0/wallet/subscriptions",
        "subscriptions",
        0,
        "state",
        "payment",
        "contract_id",
      ),
    );
    expect(await balance()).to.deep.equal([90, 10]);
    expect(at(await answered(wallet.ask("GET", inbox)), "items")).to.deep.equal([]);
  });

  it("end with the subscription that it cancels", async () => {
    const idle = await running();
    const path = `${subscriptions}/${idle}`;
    expect((await inWords("DELETE", path)).sentence).to.match(
      /^Cancels the subscription to news of /,
    );
    expect((await wallet.signed("DELETE", path)).status).to.equal(200);
    expect(
      at(await answered(wallet.ask("GET", "/v0/wallet/subscriptions")), "subscriptions"),
    ).to.deep.equal([]);
    expect((await wallet.prepare("DELETE", path)).status).to.be.within(200, 404);
  });
});
