import { awaitCompletion, isJsCantonError, LedgerClient } from "@canton-network/core-ledger-client";
import { expect } from "chai";
import { pino } from "pino";
import { at, openPingServer, type PingServer, pingTemplate } from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";

const user = "ledger-api-user";

describe("The official ledger client", () => {
  let pings: PingServer;
  let client: LedgerClient;

  const clientOf = async (base: string, sub = user): Promise<LedgerClient> => {
    const token = await developmentToken(sub);
    return new LedgerClient({
      baseUrl: new URL(base),
      logger: pino({ level: "silent" }),
      // border: the client asks its provider for nothing else
      accessTokenProvider: { getAccessToken: async () => token } as never,
    });
  };

  // border: the client's party ids are a type of their own
  const asParty = (party: string): never => party as never;

  before(async () => {
    pings = await openPingServer();
    client = await clientOf(pings.running.base);
  });
  after(() => pings.close());

  const refusalOf = async (call: Promise<unknown>): Promise<unknown> => {
    try {
      await call;
    } catch (error) {
      expect(isJsCantonError(error), JSON.stringify(error)).to.equal(true);
      return error;
    }
    return expect.fail("it was answered");
  };

  const createPing = (commandId: string) => ({
    commands: [
      {
        CreateCommand: {
          templateId: pingTemplate,
          createArguments: { id: commandId, initiator: pings.alice, responder: pings.bob },
        },
      },
    ],
    commandId,
    actAs: [pings.alice],
  });

  const eventFormat = () => ({
    filtersByParty: {
      [pings.alice]: {
        cumulative: [
          { identifierFilter: { WildcardFilter: { value: { includeCreatedEventBlob: true } } } },
        ],
      },
    },
    verbose: false,
  });

  it("starts: version, user, synchronizer, participant", async () => {
    await client.init();
    expect(client.getCurrentClientVersion()).to.equal("3.5");
    const me = await client.get("/v2/authenticated-user");
    expect(me.user?.id).to.equal(user);
    expect(await client.getSynchronizerId()).to.equal(pings.ledger.synchronizerId);
    const participant = await client.get("/v2/parties/participant-id");
    expect(participant.participantId).to.equal(pings.ledger.participantId);
    const pruned = await client.get("/v2/state/latest-pruned-offsets");
    expect(pruned).to.deep.equal({
      participantPrunedUpToInclusive: 0,
      allDivulgedContractsPrunedUpToInclusive: 0,
    });
  });

  it("allocates, finds and lists parties", async () => {
    const allocated = await client.post("/v2/parties", {
      partyIdHint: "carol",
      identityProviderId: "",
      synchronizerId: await client.getSynchronizerId(),
      userId: user,
    });
    const carol = allocated.partyDetails?.party ?? "";
    expect(carol).to.match(/^carol::/);
    expect(await client.checkIfPartyExists(asParty(carol))).to.equal(true);
    expect(await client.checkIfPartyExists(asParty("nobody::1220"))).to.equal(false);
    const { partyDetails } = await client.get("/v2/parties");
    expect(partyDetails?.map(({ party }) => party)).to.include(carol);
  });

  it("creates a user, grants it rights and works as that user", async () => {
    const created = await client.createUser("wallet-user", asParty(pings.alice));
    expect(created).to.include({ id: "wallet-user", primaryParty: pings.alice });
    expect(await client.createUser("wallet-user", asParty(pings.alice))).to.deep.equal(created);
    await client.waitForPartyAndGrantUserRights("wallet-user", asParty(pings.alice));
    const granted = await client.grantRights("wallet-user", { readAs: [asParty(pings.bob)] });
    expect(granted.newlyGrantedRights).to.have.length(1);
    const again = await client.grantRights("wallet-user", { readAs: [asParty(pings.bob)] });
    expect(again.newlyGrantedRights).to.deep.equal([]);
    await client.grantMasterUserRights("wallet-user", true, true);
    const path = { "user-id": "wallet-user" };
    const { rights = [] } = await client.get("/v2/users/{user-id}/rights", { path });
    expect(rights.flatMap(({ kind = {} }) => Object.keys(kind))).to.have.members([
      "CanActAs",
      "CanExecuteAsAnyParty",
      "CanReadAs",
      "CanReadAsAnyParty",
      "ParticipantAdmin",
    ]);
    const wallet = await clientOf(pings.running.base, "wallet-user");
    const done = await wallet.post("/v2/commands/submit-and-wait", createPing("as-wallet-user"));
    expect(done.updateId).to.match(/^[0-9a-f]+$/);
  });

  it("lists packages and their status", async () => {
    const { packageIds } = await client.get("/v2/packages");
    const [first = ""] = packageIds ?? [];
    const path = { "package-id": first };
    const status = await client.get("/v2/packages/{package-id}/status", { path });
    expect(status.packageStatus).to.equal("PACKAGE_STATUS_REGISTERED");
  });

  it("submits, waits for the completion, and reads contracts and updates", async () => {
    const begin = (await client.get("/v2/state/ledger-end")).offset ?? 0;
    await client.postWithRetry("/v2/commands/async/submit", createPing("followed"));
    const completion = await awaitCompletion(client, begin, asParty(pings.alice), user, "followed");
    expect(completion).to.include({ commandId: "followed", userId: user });
    expect(completion.status).to.include({ code: 0 });
    const { offset = 0 } = await client.get("/v2/state/ledger-end");
    const active = await client.post(
      "/v2/state/active-contracts",
      { activeAtOffset: offset, eventFormat: eventFormat(), verbose: false },
      { query: { limit: 100 } },
    );
    const argumentsOf = Object(active).map((each: unknown) =>
      at(each, "contractEntry", "JsActiveContract", "createdEvent", "createArgument", "id"),
    );
    expect(argumentsOf).to.include("followed");
    const updates = await client.post("/v2/updates", {
      beginExclusive: begin,
      endInclusive: offset,
      verbose: false,
      updateFormat: {
        includeTransactions: {
          eventFormat: eventFormat(),
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
        },
      },
    });
    expect(at(updates, 0, "update", "Transaction", "value", "updateId")).to.equal(
      completion.updateId,
    );
    const update = await client.post("/v2/updates/update-by-id", {
      updateId: completion.updateId ?? "",
      updateFormat: {
        includeTransactions: {
          eventFormat: eventFormat(),
          transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
        },
      },
    });
    expect(at(update, "update", "Transaction", "value")).to.include({ commandId: "followed" });
    const transaction = await client.post("/v2/commands/submit-and-wait-for-transaction", {
      commands: createPing("whole"),
    });
    expect(transaction.transaction.commandId).to.equal("whole");
  });

  it("recognizes our errors as errors of the ledger", async () => {
    const path = { "user-id": "nobody-at-all" };
    const unknown = await refusalOf(client.get("/v2/users/{user-id}", { path }));
    expect(unknown).to.include({ code: "USER_NOT_FOUND" });
    await client.post("/v2/commands/submit-and-wait", createPing("twice"));
    const twice = await refusalOf(client.post("/v2/commands/submit-and-wait", createPing("twice")));
    expect(twice).to.include({ code: "DUPLICATE_COMMAND" });
  });
});
