import { WebSocketClient } from "@canton-network/core-asyncapi-client";
import { expect } from "chai";
import { WebSocket } from "ws";
import { at, openPingLedger, type PingLedger } from "../../fixtures/ping-ledger.js";
import { developmentToken, type RunningServer, runServer } from "../../fixtures/running-server.js";

const user = "ledger-api-user";

describe("The official websocket client", () => {
  let pings: PingLedger;
  let running: RunningServer;
  let client: WebSocketClient;
  const globals: { WebSocket?: unknown } = globalThis;
  const own = globals.WebSocket;

  const clientWith = (accessToken: string): WebSocketClient =>
    new WebSocketClient({
      // border: the client asks its provider for nothing else here
      accessTokenProvider: { getAccessToken: async () => accessToken } as never,
      baseUrl: running.base.replace("http", "ws"),
      version: "3.5",
    });

  before(async () => {
    // the client expects the one of browsers, which this version of Node may not have
    globals.WebSocket = WebSocket;
    pings = await openPingLedger();
    running = await runServer(pings.ledger);
    client = clientWith(await developmentToken());
    await pings.create(3);
  });
  after(async () => {
    globals.WebSocket = own;
    await running.server.close();
    await pings.ledger.close();
  });

  const firstOf = async (stream: AsyncIterable<unknown>, count: number) => {
    const items: Array<unknown> = [];
    for await (const item of stream) {
      items.push(item);
      if (items.length === count) break;
    }
    return items;
  };

  it("reads updates to an end and live", async () => {
    const templateIds = ["#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping"];
    // border: its party ids are a type of their own
    const partyId = pings.alice as never;
    const endInclusive = pings.ledger.ledgerEnd();
    const options = { beginExclusive: 0, partyId, templateIds };
    const bounded = await firstOf(client.streamUpdates({ ...options, endInclusive }), 100);
    expect(bounded).to.have.length(3);
    const live = firstOf(client.streamUpdates(options), 5);
    await pings.create(2);
    const arguments_ = (await live).map((item) =>
      at(item, "update", "Transaction", "value", "events", 0, "CreatedEvent", "createArgument"),
    );
    expect(
      arguments_.filter((each) => at(each, "initiator") === pings.alice).length,
    ).to.be.at.least(4);
  });

  it("reads completions", async () => {
    const parties = [pings.alice as never];
    const stream = client.streamCompletions({ beginExclusive: 0, userId: user, parties });
    const items = await firstOf(stream, 4);
    const codes = items.map((item) =>
      at(item, "completionResponse", "Completion", "value", "status", "code"),
    );
    expect(codes.slice(0, 3)).to.deep.equal([0, 0, 0]);
  });

  it("gets the error of a bad token as its only item, and ends", async () => {
    const altered = `${await developmentToken()}AAAA`;
    for (const token of ["not.a.token", altered]) {
      const parties = [pings.alice as never];
      const options = { beginExclusive: 0, userId: user, parties };
      const items = await firstOf(clientWith(token).streamCompletions(options), 2);
      expect(items.map((item) => at(item, "grpcCodeValue"))).to.deep.equal([16]);
      expect(at(items[0], "cause")).to.match(/security-sensitive error/);
    }
  });
});
