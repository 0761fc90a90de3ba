import { expect } from "chai";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Result {
  readonly output: {
    readonly transfer_instruction_cid?: string;
    readonly receiver_holding_cids?: ReadonlyArray<string>;
  };
  readonly sender_change_cids: ReadonlyArray<string>;
}

const base = "/v0/wallet/token-standard/transfers";

describe("two-step transfers over HTTP", () => {
  let server: WalletServer;
  let bob: string;
  beforeEach(async () => {
    server = await walletServer();
    await registered(server, "alice");
    bob = await registered(server, "bob");
    await registered(server, "mallory");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const begin = async (trackingId: string, amount = "30") => {
    const reply = await server.as("alice", "POST", base, {
      receiver_party_id: bob,
      amount,
      description: "rent",
      expires_at: start + 60 * minute,
      tracking_id: trackingId,
    });
    if (reply.status !== 200) throw new Error(`${reply.status} ${reply.text}`);
    return reply.json as Result;
  };
  const cidOf = ({ output }: Result): string => output.transfer_instruction_cid ?? "";
  const balances = async () =>
    Promise.all(
      ["alice", "bob"].map(async (user) => {
        const { json } = await server.as(user, "GET", "/v0/wallet/balance");
        const shown = json as { effective_unlocked_qty: string; effective_locked_qty: string };
        return [Number(shown.effective_unlocked_qty), Number(shown.effective_locked_qty)];
      }),
    );
  const act = (user: string, cid: string, action: string) =>
    server.as(user, "POST", `${base}/${cid}/${action}`);

  it("lock the amount, and deliver it when the receiver accepts", async () => {
    const cid = cidOf(await begin("t-1"));
    expect(await balances()).to.deep.equal([
      [70, 30],
      [0, 0],
    ]);
    for (const user of ["alice", "bob"]) {
      const listed = await server.as(user, "GET", base);
      expect(listed.json).to.have.nested.property("transfers[0].contract_id", cid);
    }
    const accepted = await act("bob", cid, "accept");
    expect((accepted.json as Result).output.receiver_holding_cids).to.have.lengthOf(1);
    expect(await balances()).to.deep.equal([
      [70, 0],
      [30, 0],
    ]);
    expect((await act("bob", cid, "accept")).status).to.equal(404);
    expect((await act("alice", cid, "withdraw")).status).to.equal(404);
  });

  const ends = [
    { action: "reject", user: "bob" },
    { action: "withdraw", user: "alice" },
  ];
  for (const { action, user } of ends) {
    it(`give the amount back when the ${user === "bob" ? "receiver" : "sender"} does ${action}`, async () => {
      const cid = cidOf(await begin("t-1"));
      const ended = await act(user, cid, action);
      expect((ended.json as Result).output).to.deep.equal({});
      expect((ended.json as Result).sender_change_cids).to.have.lengthOf(1);
      expect(await balances()).to.deep.equal([
        [100, 0],
        [0, 0],
      ]);
      expect((await act("bob", cid, "accept")).status).to.equal(404);
    });
  }

  it("give the amount back when their time is over", async () => {
    const cid = cidOf(await begin("t-1"));
    server.validator.wallet.scheduler.pause();
    server.validator.wallet.manualClock?.advance(60 * minute);
    expect((await act("bob", cid, "accept")).status).to.equal(400);
    server.validator.wallet.scheduler.resume();
    await server.pass(minute);
    expect(await balances()).to.deep.equal([
      [100, 0],
      [0, 0],
    ]);
    expect((await act("alice", cid, "withdraw")).status).to.equal(404);
  });

  it("happen once per tracking id, and a repeat has the first answer", async () => {
    const first = await begin("t-1");
    expect(await begin("t-1")).to.deep.equal(first);
    expect(await balances()).to.deep.equal([
      [70, 30],
      [0, 0],
    ]);
  });

  it("are refused with 400 for want of funds, and nothing moves", async () => {
    const reply = await server.as("alice", "POST", base, {
      receiver_party_id: bob,
      amount: "100.0000000001",
      description: "",
      expires_at: start + minute,
      tracking_id: "t-1",
    });
    expect(reply.status).to.equal(400);
    expect(reply.json).to.deep.equal({
      error: "The amulet operation failed: out of funds (missing 0.0000000001 CC)",
    });
    expect(await balances()).to.deep.equal([
      [100, 0],
      [0, 0],
    ]);
    expect((await begin("t-1")).output).to.have.property("transfer_instruction_cid");
  });

  it("are no one else's", async () => {
    const cid = cidOf(await begin("t-1"));
    for (const action of ["accept", "reject", "withdraw"])
      expect((await act("mallory", cid, action)).status).to.equal(404);
    expect((await act("alice", cid, "accept")).status).to.equal(400);
    expect((await act("bob", cid, "withdraw")).status).to.equal(400);
    expect((await server.as("mallory", "GET", base)).json).to.deep.equal({ transfers: [] });
    expect(await balances()).to.deep.equal([
      [70, 30],
      [0, 0],
    ]);
  });

  it("are done at once over a preapproval, which is looked up once", async () => {
    await server.as("ledger-api-user", "POST", "/v0/wallet/tap", { amount: "10" });
    const made = await server.as("bob", "POST", "/v0/wallet/transfer-preapproval");
    expect(made.status, made.text).to.equal(200);
    const again = await server.as("bob", "POST", "/v0/wallet/transfer-preapproval");
    expect([again.status, again.json]).to.deep.equal([409, made.json]);
    expect((await begin("t-1")).output.receiver_holding_cids).to.have.lengthOf(1);
    expect(await balances()).to.deep.equal([
      [70, 0],
      [30, 0],
    ]);
    const sending = {
      receiver_party_id: bob,
      amount: "20",
      deduplication_id: "d-1",
      description: "thanks",
    };
    const send = () => server.as("alice", "POST", "/v0/wallet/transfer-preapproval/send", sending);
    for (let time = 0; time < 2; time++) {
      const sent = await send();
      expect([sent.status, sent.text]).to.deep.equal([200, ""]);
    }
    expect(await balances()).to.deep.equal([
      [50, 0],
      [50, 0],
    ]);
    const history = await server.as("bob", "POST", "/v0/wallet/transactions", {
      page_size: 5,
      text: "THANKS",
    });
    expect((history.json as { items: ReadonlyArray<unknown> }).items).to.have.lengthOf(1);
  });

  it("over a preapproval are refused where there is none", async () => {
    const sent = await server.as("alice", "POST", "/v0/wallet/transfer-preapproval/send", {
      receiver_party_id: bob,
      amount: "20",
      deduplication_id: "d-1",
    });
    expect(sent.status).to.equal(400);
    expect(await balances()).to.deep.equal([
      [100, 0],
      [0, 0],
    ]);
  });
});
