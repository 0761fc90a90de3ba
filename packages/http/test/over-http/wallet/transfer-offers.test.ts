import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

describe("transfer offers over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await registered(server, "mallory");
  });
  afterEach(() => server.close());

  const offer = (trackingId: string, changes: Readonly<Record<string, unknown>> = {}) =>
    server.as("alice", "POST", "/v0/wallet/transfer-offers", {
      receiver_party_id: bob,
      amount: "30.0",
      description: "lunch",
      expires_at: start + 60 * minute,
      tracking_id: trackingId,
      ...changes,
    });
  const made = async (trackingId: string): Promise<string> => {
    const { json, text } = await offer(trackingId);
    const id = (json as { readonly offer_contract_id?: string }).offer_contract_id;
    if (id === undefined) throw new Error(text);
    return id;
  };
  const status = (user: string, trackingId: string) =>
    server.as(user, "POST", `/v0/wallet/transfer-offers/${trackingId}/status`, {});
  const tap = (user: string, amount: string) =>
    server.as(user, "POST", "/v0/wallet/tap", { amount });
  const balance = async (user: string): Promise<unknown> =>
    (await server.as(user, "GET", "/v0/wallet/balance")).json;

  it("are created, accepted and paid", async () => {
    expect((await tap("alice", "10")).status).to.equal(200);
    const id = await made("t-1");
    expect((await status("bob", "t-1")).json).to.include({ status: "created", contract_id: id });
    const listed = await server.as("bob", "GET", "/v0/wallet/transfer-offers");
    expect(listed.json).to.have.nested.property("offers[0].contract_id", id);
    const accepted = await server.as("bob", "POST", `/v0/wallet/transfer-offers/${id}/accept`);
    expect(accepted.json).to.have.property("accepted_offer_contract_id");
    await server.pass(1);
    expect((await status("alice", "t-1")).json).to.include({ status: "completed" });
    expect(await balance("alice")).to.deep.include({ effective_unlocked_qty: "70.0000000000" });
    expect(await balance("bob")).to.deep.include({
      effective_unlocked_qty: "30.0000000000",
      effective_locked_qty: "0.0000000000",
      round: 1,
    });
    const history = await server.as("bob", "POST", "/v0/wallet/transactions", { page_size: 10 });
    expect(history.json).to.have.nested.property("items[0].sender.party", alice);
    expect(server.errors).to.deep.equal([]);
  });

  it("use a tracking id once, whatever becomes of the offer", async () => {
    const id = await made("t-1");
    expect((await offer("t-1")).status).to.equal(409);
    const withdrawn = await server.as("alice", "POST", "/v0/wallet/transfer-offers/withdraw", {
      contract_id: id,
    });
    expect([withdrawn.status, withdrawn.text]).to.deep.equal([200, ""]);
    expect((await offer("t-1", { amount: "1.0" })).status).to.equal(409);
    expect((await status("alice", "t-1")).json).to.deep.equal({
      status: "failed",
      failure_kind: "withdrawn",
      withdrawn_reason: "Withdrawn by sender",
    });
    const path = `/v0/wallet/transfer-offers/${await made("t-3")}/withdraw`;
    expect((await server.as("alice", "POST", path)).status).to.equal(200);
    const raced = await Promise.all([1, 2, 3, 4].map(() => offer("t-2")));
    const statuses = raced.map((reply) => reply.status).sort((a, b) => a - b);
    expect(statuses[0]).to.equal(200);
    expect(statuses.slice(1).every((it) => it === 409 || it === 429)).to.equal(true);
  });

  it("are found by a tracking id that several use, by whom they are for", async () => {
    const to = async (user: string, receiver: string): Promise<string> => {
      const reply = await server.as(user, "POST", "/v0/wallet/transfer-offers", {
        receiver_party_id: receiver,
        amount: "1",
        description: "",
        expires_at: start + 60 * minute,
        tracking_id: "same",
      });
      return (reply.json as { readonly offer_contract_id: string }).offer_contract_id;
    };
    const open = async (): Promise<ReadonlyArray<string>> => {
      const { json } = await server.as("alice", "GET", "/v0/wallet/transfer-offers");
      const { offers } = json as { readonly offers: ReadonlyArray<{ contract_id: string }> };
      return offers.map(({ contract_id }) => contract_id);
    };
    const act = async (action: string): Promise<number> => {
      const body = { tracking_id: "same" };
      const path = `/v0/wallet/transfer-offers/${action}`;
      return (await server.as("alice", "POST", path, body)).status;
    };
    const [fromBob, own, fromMallory] = [
      await to("bob", alice),
      await to("alice", bob),
      await to("mallory", alice),
    ];
    expect(await open()).to.have.members([fromBob, own, fromMallory]);
    // the last use of the id that concerns alice, then the one before it
    expect(await act("reject")).to.equal(200);
    expect(await open()).to.have.members([fromBob, own]);
    expect(await act("withdraw")).to.equal(200);
    expect(await open()).to.have.members([fromBob]);
    expect(await act("withdraw")).to.equal(404);
    expect(await act("reject")).to.equal(200);
    expect(await open()).to.deep.equal([]);
    expect(await act("accept")).to.equal(404);
  });

  it("end by rejection in the path and in the body, and by expiry", async () => {
    const byPath = await made("path");
    expect(
      (await server.as("bob", "POST", `/v0/wallet/transfer-offers/${byPath}/reject`)).status,
    ).to.equal(200);
    await made("body");
    const rejection = { tracking_id: "body" };
    expect(
      (await server.as("bob", "POST", "/v0/wallet/transfer-offers/reject", rejection)).status,
    ).to.equal(200);
    const late = await made("late");
    await server.pass(61 * minute);
    expect(
      (await server.as("bob", "POST", `/v0/wallet/transfer-offers/${late}/accept`)).status,
    ).to.equal(404);
    for (const [trackingId, kind] of [
      ["path", "rejected"],
      ["body", "rejected"],
      ["late", "expired"],
    ]) {
      expect((await status("alice", trackingId ?? "")).json).to.include({
        status: "failed",
        failure_kind: kind,
      });
    }
  });

  it("are no one else's", async () => {
    const id = await made("t-1");
    for (const action of ["accept", "reject", "withdraw"]) {
      const reply = await server.as(
        "mallory",
        "POST",
        `/v0/wallet/transfer-offers/${id}/${action}`,
      );
      expect(reply.status).to.equal(404);
    }
    expect(
      (await server.as("alice", "POST", `/v0/wallet/transfer-offers/${id}/accept`)).status,
    ).to.equal(400);
    expect(
      (await server.as("bob", "POST", `/v0/wallet/transfer-offers/${id}/withdraw`)).status,
    ).to.equal(400);
    expect((await status("mallory", "t-1")).status).to.equal(404);
    const listed = await server.as("mallory", "GET", "/v0/wallet/transfer-offers");
    expect(listed.json).to.deep.equal({ offers: [] });
    const asBob = await server.as("mallory", "GET", `/v0/wallet/transfer-offers?party=${bob}`);
    expect(asBob.status).to.equal(403);
  });

  it("of nothing, or that have expired already, are refused with 400 and an error text", async () => {
    for (const changes of [{ amount: "0.0" }, { expires_at: start - 1 }]) {
      const reply = await offer("t-1", changes);
      expect(reply.status, reply.text).to.equal(400);
      expect(reply.json).to.have.all.keys("error");
      expect((await status("alice", "t-1")).status).to.equal(404);
    }
  });
});
