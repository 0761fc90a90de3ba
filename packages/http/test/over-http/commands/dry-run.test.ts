import { expect } from "chai";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const path = "/v2/commands/dry-run";

interface Coin {
  readonly contractId: string;
  readonly templateId: string;
}

describe("the dry run of commands over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  let coin: Coin;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    bob = await registered(server, "bob");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    // the node's own commands would move the ledger's end
    await server.validator.wallet.scheduler.settle();
    server.validator.wallet.scheduler.pause();
    const { json } = await server.as("alice", "POST", "/v2/state/active-contracts", {
      activeAtOffset: server.validator.ledger.ledgerEnd(),
      eventFormat: { filtersByParty: { [alice]: {} } },
    });
    const coins = (json as ReadonlyArray<object>)
      .map((each) => Object(each).contractEntry.JsActiveContract.createdEvent as Coin)
      .filter(({ templateId }) => templateId.endsWith(":Splice.Amulet:Amulet"));
    coin = coins[0] ?? expect.fail("no coin");
  });
  afterEach(() => server.close());

  const tried = async (user: string, body: object, query = "") => {
    const { status, json, text } = await server.as(user, "POST", `${path}${query}`, body);
    return { status, text, answer: Object(json) };
  };

  /** An offer of five coins to bob, from the factory of the registry. */
  const offer = async (actAs: string) => {
    const { dso } = server.validator.wallet.settings;
    const meta = { values: {} };
    const transfer = {
      sender: alice,
      receiver: bob,
      amount: "5.0",
      instrumentId: { admin: dso, id: "Amulet" },
      requestedAt: "2026-01-01T00:00:00Z",
      executeBefore: "2026-01-02T00:00:00Z",
      inputHoldingCids: [coin.contractId],
      meta,
    };
    const argument = (context: unknown) => ({
      expectedAdmin: dso,
      transfer,
      extraArgs: { context, meta },
    });
    const registry = "/registry/transfer-instruction/v1/transfer-factory";
    const { json } = await server.as("alice", "POST", registry, {
      choiceArguments: argument(meta),
    });
    const { factoryId, choiceContext } = Object(json);
    const command = {
      templateId:
        "#splice-api-token-transfer-instruction-v1:Splice.Api.Token.TransferInstructionV1:TransferFactory",
      contractId: factoryId,
      choice: "TransferFactory_Transfer",
      choiceArgument: argument(choiceContext.choiceContextData),
    };
    return {
      commands: [{ ExerciseCommand: command }],
      commandId: "offer",
      actAs: [actAs],
      disclosedContracts: choiceContext.disclosedContracts.map((each: object) => {
        const { templateId, contractId, createdEventBlob, synchronizerId } = Object(each);
        return { templateId, contractId, createdEventBlob, synchronizerId };
      }),
    };
  };

  it("says what a transfer locks, who sees it and what it read, and writes nothing", async () => {
    const body = await offer(alice);
    const end = server.validator.ledger.ledgerEnd();
    const { status, answer, text } = await tried("alice", body);
    expect(status, text).to.equal(200);
    expect(answer.verdict).to.equal("accepted");
    expect(answer.holdings).to.deep.equal([
      {
        owner: alice,
        instrumentId: { admin: server.validator.wallet.settings.dso, id: "Amulet" },
        change: "0.0000000000",
        lockedChange: "5.0000000000",
        before: "100.0000000000",
        after: "100.0000000000",
      },
    ]);
    expect(answer.contracts.map(({ foundBy }: { foundBy: string }) => foundBy)).to.include.members([
      "party",
      "disclosure",
    ]);
    expect(answer.transaction.events).to.have.lengthOf(answer.nodes.length);
    expect(answer.nodes.at(-1).witnesses).to.include(bob);
    expect(server.validator.ledger.ledgerEnd()).to.equal(end);
    const done = await server.as("alice", "POST", "/v2/commands/submit-and-wait", body);
    expect(done.status, done.text).to.equal(200);
  });

  it("answers a command that would be rejected with the error, and whose authority is missing", async () => {
    const archive = { ...coin, choice: "Archive", choiceArgument: {} };
    const body = { commands: [{ ExerciseCommand: archive }], commandId: "a", actAs: [alice] };
    const { status, answer } = await tried("alice", body);
    expect(status).to.equal(200);
    expect(answer.verdict).to.equal("rejected");
    expect(answer.error).to.include({ code: "DAML_AUTHORIZATION_ERROR", correlationId: "dry-run" });
    expect(answer.stopped.authority.missing).to.deep.equal([
      {
        party: server.validator.wallet.settings.dso,
        isHosted: true,
        signed: [coin.contractId],
      },
    ]);
  });

  it("takes what the caller may act as, and of an administrator any party", async () => {
    const body = await offer(alice);
    expect((await tried("bob", body)).status).to.equal(403);
    expect((await tried("ledger-api-user", body)).answer.verdict).to.equal("accepted");
    expect((await tried("alice", { ...body, commands: [] })).status).to.equal(400);
    expect((await tried("alice", { ...body, actAs: 5 })).status).to.equal(400);
  });

  it("tries a command after an earlier offset", async () => {
    const body = await offer(alice);
    expect((await tried("alice", body, "?at=1")).answer.error.code).to.equal(
      "NO_SYNCHRONIZER_ON_WHICH_ALL_SUBMITTERS_CAN_SUBMIT",
    );
    const end = server.validator.ledger.ledgerEnd();
    const [one, two] = [
      await tried("alice", body, `?at=${end}`),
      await tried("alice", body, `?at=${end}`),
    ];
    expect(one.answer.verdict).to.equal("accepted");
    expect(one.text).to.equal(two.text);
    for (const [at, code] of [
      ["-1", "NEGATIVE_OFFSET"],
      [String(end + 100), "OFFSET_AFTER_LEDGER_END"],
    ])
      expect((await tried("alice", body, `?at=${at}`)).answer.code, at).to.equal(code);
    expect((await tried("alice", body, "?at=soon")).text).to.contain("query parameter at");
  });
});
