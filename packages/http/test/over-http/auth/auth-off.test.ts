import { openLedger, type Ledger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import WebSocket from "ws";
import { at, expectError } from "../../fixtures/ping-server.js";
import { type RunningServer, runServer } from "../../fixtures/running-server.js";

const ping = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

describe("A node with authorization off", () => {
  let ledger: Ledger;
  let running: RunningServer;
  let alice: string;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    running.call(method, path, { body, headers, token: null });
  const submission = (more: object) => ({
    commandId: "c",
    actAs: [alice],
    commands: [
      {
        CreateCommand: {
          templateId: ping,
          createArguments: { id: "p", initiator: alice, responder: alice },
        },
      },
    ],
    ...more,
  });

  before(async () => {
    const opened = await openLedger({});
    if (isLeft(opened)) throw new Error(opened.left.message);
    ledger = opened.right;
    running = await runServer(ledger, { auth: { kind: "off" } });
    const allocated = await call("POST", "/v2/parties", { partyIdHint: "alice" });
    alice = String(at(allocated.json, "partyDetails", "party"));
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  it("lets everyone administer, act for any party and read as any", async () => {
    expect((await call("GET", "/v2/users")).status).to.equal(200);
    const submitted = await call(
      "POST",
      "/v2/commands/submit-and-wait",
      submission({ userId: "ledger-api-user" }),
    );
    expect(submitted.status, submitted.text).to.equal(200);
    const found = await call("POST", "/v2/state/active-contracts", {
      activeAtOffset: at(submitted.json, "completionOffset"),
      eventFormat: { filtersForAnyParty: { cumulative: [] } },
    });
    expect(found.json).to.have.length(1);
    const completions = { userId: "ledger-api-user", parties: [alice] };
    const told = await call("POST", "/v2/commands/completions?limit=1", completions);
    expect(told.json).to.have.length(1);
  });

  it("knows no user, so that requests must name one", async () => {
    const commands = await call("POST", "/v2/commands/submit-and-wait", submission({}));
    expectError(commands, 400, "INVALID_TOKEN");
    const completions = await call("POST", "/v2/commands/completions", { parties: [alice] });
    expectError(completions, 400, "INVALID_TOKEN");
    const self = await call("GET", "/v2/authenticated-user");
    expectError(self, 400, "INVALID_TOKEN");
    expect(at(self.json, "cause")).to.match(/^The submitted request is missing a user-id/);
  });

  it("takes a token for nothing, whatever it says", async () => {
    const headers = { authorization: "Bearer nonsense" };
    expect((await call("GET", "/v2/users", undefined, headers)).status).to.equal(200);
  });

  it("streams to clients that offer no token", async () => {
    const url = `${running.base.replace("http", "ws")}/v2/state/active-contracts`;
    const socket = new WebSocket(url, ["daml.ws.auth"]);
    const frames: string[] = [];
    socket.on("message", (data: Buffer) => frames.push(data.toString("utf8")));
    socket.on("open", () =>
      socket.send(
        JSON.stringify({
          activeAtOffset: ledger.ledgerEnd(),
          eventFormat: { filtersByParty: { [alice]: { cumulative: [] } } },
        }),
      ),
    );
    const code = await new Promise((resolve) => socket.on("close", resolve));
    expect([socket.protocol, code, frames.length]).to.deep.equal(["daml.ws.auth", 1000, 1]);
    expect(at(JSON.parse(frames[0] ?? ""), "contractEntry")).to.have.property("JsActiveContract");
  });

  it("refuses requests of web pages of other machines, which could be sent unasked", async () => {
    const foreign = await call("GET", "/v2/users", undefined, { origin: "https://evil.example" });
    expectError(foreign, 403, "NA");
    const own = await call("GET", "/v2/users", undefined, { origin: "http://localhost:3000" });
    expect(own.status).to.equal(200);
  });

  it("does not listen on an address other machines can reach", async () => {
    const elsewhere = runServer(ledger, { auth: { kind: "off" }, host: "0.0.0.0" });
    const failure = await elsewhere.then(
      () => "listening",
      (error: unknown) => String(error),
    );
    expect(failure).to.match(/loopback/);
  });
});
