import { expect } from "chai";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

interface Moment {
  readonly kind: string;
  readonly choice?: string;
  readonly depth: number;
}

describe("a trace over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.validator.wallet.scheduler.settle();
    server.validator.wallet.scheduler.pause();
  });
  afterEach(() => server.close());

  const asked = async (user: string, path: string, body: object) => {
    const { status, json } = await server.as(user, "POST", path, body);
    return { status, answer: Object(json) };
  };

  it("says how an update was interpreted", async () => {
    const { ledger } = server.validator;
    const updates = await asked("alice", "/v2/updates/get-updates-page", {
      beginOffsetExclusive: 0,
      updateFormat: {
        includeTransactions: {
          eventFormat: { filtersByParty: { [alice]: {} }, verbose: false },
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        },
      },
    });
    const texts: ReadonlyArray<string> = updates.answer.updates.map((each: object) =>
      JSON.stringify(each),
    );
    const tap = texts.find((text) => text.includes("AmuletRules_DevNet_Tap")) ?? "";
    const updateId = /"updateId":"(\w+)"/.exec(tap)?.[1] ?? expect.fail("no update");
    const { status, answer } = await asked("ledger-api-user", "/v2/updates/trace-by-id", {
      updateId,
    });
    expect(status).to.equal(200);
    const moments: ReadonlyArray<Moment> = answer.moments;
    const batch = "WalletAppInstall_ExecuteBatch";
    expect(moments[0]).to.include({ kind: "exercise", choice: batch, depth: 0 });
    expect(moments.at(-1)).to.include({ kind: "end", choice: batch, depth: 0 });
    expect(moments.map(({ choice }) => choice)).to.include("AmuletRules_DevNet_Tap");
    expect(answer.outcome.transaction.updateId).to.equal(updateId);
    const names = answer.profile.frames.map(({ definition }: { definition: string }) => definition);
    expect(names).to.include("Splice.AmuletRules:AmuletRules AmuletRules_DevNet_Tap");

    const end = ledger.ledgerEnd();
    for (const [user, id] of [
      ["bob", updateId],
      ["alice", `1220${"0".repeat(64)}`],
    ] as const) {
      const refused = await asked(user, "/v2/updates/trace-by-id", { updateId: id });
      expect([refused.status, refused.answer.code]).to.deep.equal([404, "UPDATE_NOT_FOUND"]);
    }
    expect(ledger.ledgerEnd()).to.equal(end);
  });

  it("says how a command would be interpreted, or where it would fail", async () => {
    const payload = { id: "p", initiator: alice, responder: alice };
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const commands = (createArguments: object) => ({
      commands: [{ CreateCommand: { templateId, createArguments } }],
      commandId: "trace-1",
      actAs: [alice],
    });
    const traced = await asked("alice", "/v2/commands/trace", commands(payload));
    expect(traced.answer.moments.map(({ kind }: Moment) => kind)).to.deep.equal(["create"]);
    expect(traced.answer.moments[0].payload).to.deep.equal(payload);
    const wrong = await asked("alice", "/v2/commands/trace", commands({ id: "p" }));
    expect(wrong.answer.outcome.verdict).to.equal("rejected");
    expect(wrong.answer.moments.at(-1)).to.include({ kind: "failure", depth: 0 });
    expect((await asked("bob", "/v2/commands/trace", commands(payload))).status).to.equal(403);

    const submitted = await asked("alice", "/v2/commands/submit-and-wait", commands(payload));
    const { updateId } = submitted.answer;
    const own = await asked("alice", "/v2/updates/trace-by-id", { updateId });
    expect(own.answer.outcome.transaction.updateId).to.equal(updateId);
    expect((await asked("bob", "/v2/updates/trace-by-id", { updateId })).status).to.equal(404);
  });
});
