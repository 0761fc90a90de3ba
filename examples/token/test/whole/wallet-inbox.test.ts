import { createHmac } from "node:crypto";
import { once } from "node:events";
import { metadataV1, tokenHelpers, transferInstructionV2 } from "@tallystick/coin";
import { openValidator, orThrow } from "@tallystick/node";
import { expect } from "chai";
import { goldPackage } from "../../src/gold-package.js";
import { partyOf, rulesOf } from "../../src/registry.js";
import { goldServer, offerMint } from "../../src/server.js";
import { goldId, rulesKey, Token } from "../../src/token.js";
import { TokenTransferInstruction } from "../../src/transfer.js";
import { falseGoldPackage, FalseOffer } from "../false-gold.js";

const { basicAccount } = tokenHelpers;

interface Item {
  readonly kind: string;
  readonly contract_id: string;
  readonly direction: string;
  readonly counterparties: ReadonlyArray<string>;
  readonly description?: string;
  readonly token: unknown;
  readonly reason: { readonly code: string };
  readonly next: { readonly step: string; readonly actor: string };
  readonly actions: ReadonlyArray<{ readonly action: string; readonly path: string }>;
}

/** A user of the wallet in these tests. */
type User = "alice" | "bob";

const opened = async () => {
  const validator = orThrow(await openValidator({ packages: [goldPackage, falseGoldPackage] }));
  const { ledger, wallet } = validator;
  const [admin, silver] = [await partyOf(ledger, "gold"), await partyOf(ledger, "silver")];
  const gold = { ledger, admin, rules: await rulesOf(ledger, admin) };
  const unserved = { ledger, admin: silver, rules: await rulesOf(ledger, silver) };
  const { api, server } = goldServer(gold, wallet);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const close = async (): Promise<void> => {
    await api.close(0);
    server.close();
    await validator.close();
  };
  return { ledger, gold, unserved, base: `http://127.0.0.1:${port}`, close };
};

const tokenOf = (user: User): string => {
  const text = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const claims = { sub: user, aud: "https://canton.network.global", exp };
  const content = `${text({ alg: "HS256", typ: "JWT" })}.${text(claims)}`;
  return `${content}.${createHmac("sha256", "unsafe").update(content).digest("base64url")}`;
};

describe("gold in the inbox of a wallet", () => {
  let world: Awaited<ReturnType<typeof opened>>;
  const parties: Record<User, string> = { alice: "", bob: "" };
  before(async () => {
    world = await opened();
    for (const user of ["alice", "bob"] as const)
      parties[user] = (await ask<{ party_id: string }>(user, "POST", "/v0/register")).party_id;
  });
  after(() => world.close());

  const respond = async (user: User, method: string, path: string) => {
    const response = await fetch(`${world.base}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(user)}`, "content-type": "application/json" },
    });
    return { status: response.status, text: await response.text() };
  };
  const ask = async <A>(user: User, method: string, path: string): Promise<A> => {
    const { status, text } = await respond(user, method, path);
    if (status >= 300) throw new Error(`${path}: ${status} ${text}`);
    // border: the test knows what it asks for
    return JSON.parse(text) as A;
  };
  // what the node sets up for a new wallet waits there for a moment too
  const inboxOf = async (user: User): Promise<ReadonlyArray<Item>> => {
    const path = "/v0/wallet/inbox?kind=token-transfer";
    return (await ask<{ items: ReadonlyArray<Item> }>(user, "GET", path)).items;
  };
  const onlyItemOf = async (user: User): Promise<Item> => {
    const items = await inboxOf(user);
    expect(items.length, user).to.equal(1);
    const [item] = items;
    if (item === undefined) throw new Error("no item");
    return item;
  };
  const pathOf = ({ actions }: Item, wanted: string): string =>
    actions.find(({ action }) => action === wanted)?.path ?? "no such action";
  const amountsOf = async (user: User): Promise<ReadonlyArray<string>> =>
    orThrow(await world.ledger.active(Token, { party: parties[user] }))
      .map(({ payload: { amount, lock } }) => `${String(amount)}${lock ? " locked" : ""}`)
      .sort();
  const send = async (amount: string, memo: string): Promise<void> => {
    const { ledger, gold } = world;
    const holdings = orThrow(await ledger.active(Token, { party: parties.alice }));
    const argument = {
      transfer: {
        sender: basicAccount(parties.alice),
        receiver: basicAccount(parties.bob),
        amount,
        instrumentId: { admin: gold.admin, id: goldId },
        requestedAt: "2026-01-01T00:00:00Z",
        executeBefore: "9999-01-01T00:00:00Z",
        inputHoldingCids: holdings.map(({ contractId }) => contractId),
        meta: { values: { "splice.lfdecentralizedtrust.org/reason": memo } },
      },
      actors: [parties.alice],
      extraArgs: {
        context: { values: { [rulesKey]: { tag: "AV_ContractId", value: gold.rules } as const } },
        meta: metadataV1.emptyMetadata,
      },
    };
    const choice = transferInstructionV2.TransferFactory_Transfer;
    const as = { actAs: parties.alice, readAs: [gold.admin] };
    orThrow(await ledger.exercise(choice, gold.rules, argument, as));
  };

  it("has new gold with its instrument, says what accepting does, and accepts it", async () => {
    const { ledger, gold } = world;
    const cid = await offerMint(ledger, { ...gold, to: parties.alice, amount: "100" });
    const item = await onlyItemOf("alice");
    expect(item).to.deep.include({
      kind: "token-transfer",
      contract_id: cid,
      direction: "received",
      counterparties: [gold.admin],
      token: { amount: "100.0000000000", instrument_admin: gold.admin, instrument_id: goldId },
      reason: { code: "waiting-for-you" },
      next: { step: "accept-or-reject", actor: "you" },
    });
    expect(item.actions.map(({ action }) => action)).to.deep.equal(["accept", "reject"]);
    const path = pathOf(item, "accept");
    expect(path).to.equal(`/v0/wallet/token-transfers/${cid}/accept`);
    const tried = await ask<{ holdings: ReadonlyArray<unknown> }>(
      "alice",
      "POST",
      `${path}?dry_run=true`,
    );
    expect(tried.holdings).to.deep.equal([
      {
        owner: parties.alice,
        instrument_admin: gold.admin,
        instrument_id: goldId,
        change: "100.0000000000",
        locked_change: "0.0000000000",
        before: "0.0000000000",
        after: "100.0000000000",
      },
    ]);
    const done = await ask<{ output: object }>("alice", "POST", path);
    expect(done.output).to.have.property("receiver_holding_cids").with.lengthOf(1);
    expect(await inboxOf("alice")).to.deep.equal([]);
    expect(await amountsOf("alice")).to.deep.equal(["100.0000000000"]);
    expect((await respond("alice", "POST", path)).status).to.equal(404);
    const balance = await ask<object>("alice", "GET", "/v0/wallet/balance");
    expect(balance).to.include({ effective_unlocked_qty: "0.0000000000" });
  });

  it("is rejected by its receiver and withdrawn by its sender, who has it back", async () => {
    await send("40", "for the ring");
    const [sent, received] = [await onlyItemOf("alice"), await onlyItemOf("bob")];
    expect(sent).to.include({ direction: "sent", description: "for the ring" });
    expect(sent.reason).to.deep.equal({ code: "waiting-for-receiver" });
    expect(sent.actions.map(({ action }) => action)).to.deep.equal(["withdraw"]);
    expect(received.actions.map(({ action }) => action)).to.deep.equal(["accept", "reject"]);
    expect(await amountsOf("alice")).to.deep.equal(["40.0000000000 locked", "60.0000000000"]);
    const stolen = await respond("bob", "POST", pathOf(sent, "withdraw"));
    expect(stolen.status, stolen.text).to.equal(400);
    await ask("bob", "POST", pathOf(received, "reject"));
    expect(await inboxOf("alice")).to.deep.equal([]);
    await send("100", "again");
    await ask("alice", "POST", pathOf(await onlyItemOf("alice"), "withdraw"));
    expect(await inboxOf("bob")).to.deep.equal([]);
    expect(await amountsOf("alice")).to.deep.equal(["100.0000000000"]);
  });

  it("of another administrator, whose registry is elsewhere, is shown and says so", async () => {
    const { ledger, unserved } = world;
    const cid = await offerMint(ledger, { ...unserved, to: parties.bob, amount: "5" });
    const item = await onlyItemOf("bob");
    expect(item.reason).to.deep.equal({ code: "registry-unknown" });
    expect(item.next).to.deep.equal({ step: "use-token-app", actor: "you" });
    expect(item.actions).to.deep.equal([]);
    const refusal = await respond("bob", "POST", `/v0/wallet/token-transfers/${cid}/accept`);
    expect(refusal.status, refusal.text).to.equal(409);
    expect(refusal.text).to.contain("is not on this node");
    const others = await respond("alice", "POST", `/v0/wallet/token-transfers/${cid}/accept`);
    expect(others.status, others.text).to.equal(404);
    expect(orThrow(await ledger.active(TokenTransferInstruction)).length).to.equal(1);
  });

  it("is none that its administrator has not signed, whatever a package says", async () => {
    const { ledger, gold } = world;
    const before = await inboxOf("bob");
    const { alice: sender, bob: receiver } = parties;
    const offer = { admin: gold.admin, sender, receiver, amount: "1000" };
    const created = await ledger.create(FalseOffer, offer, { actAs: parties.alice });
    const { contractId: cid } = orThrow(created);
    expect(await inboxOf("bob")).to.deep.equal(before);
    const accepted = await respond("bob", "POST", `/v0/wallet/token-transfers/${cid}/accept`);
    expect(accepted.status, accepted.text).to.equal(404);
  });
});
