import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ledger, openLedger } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { developmentUser } from "../../../src/auth/auth-config.js";
import { ensureDevelopmentUser } from "../../../src/auth/development-user.js";
import { rightOf } from "../../fixtures/outcomes.js";
import { at, expectError, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { type RunningServer, runServer } from "../../fixtures/running-server.js";
import { openStream, refusedUpgrade } from "../../fixtures/stream-reader.js";

const named = (offset: number | string) => ({ "X-Tallystick-Min-Offset": String(offset) });

describe("A node that follows a journal on which no one has logged in", () => {
  it("is served, and knows the user as soon as a node that writes has made it", async () => {
    const folder = mkdtempSync(join(tmpdir(), "tallystick-login-"));
    const config = { journal: `sqlite:${folder}`, sharedJournal: true };
    const writer = rightOf(await openLedger({ config }));
    const follower = rightOf(await openLedger({ config: { ...config, follow: true } }));
    const reading = await runServer(follower);
    try {
      expect(follower.user(developmentUser)).to.equal(undefined);
      const path = "/v2/users/ledger-api-user";
      expect((await reading.call("GET", path)).status).to.be.within(400, 499);
      rightOf(await ensureDevelopmentUser(writer));
      expect(await follower.waitForOffset(writer.ledgerEnd(), 5_000)).to.equal(true);
      expect((await reading.call("GET", path)).status).to.equal(200);
    } finally {
      await reading.server.close();
      await follower.close();
      await writer.close();
      rmSync(folder, { recursive: true });
    }
  });
});

describe("Reading on one node what was written on another", () => {
  let writer: PingServer;
  let follower: Ledger;
  let reading: RunningServer;
  /** The same, with less patience. */
  let hasty: RunningServer;
  let folder: string;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), "tallystick-nodes-"));
    const config = { journal: `sqlite:${folder}`, sharedJournal: true };
    writer = await openPingServer({}, { config });
    const opened = await openLedger({ config: { ...config, follow: true } });
    if (isLeft(opened)) throw new Error(opened.left.message);
    follower = opened.right;
    reading = await runServer(follower);
    hasty = await runServer(follower, { minOffsetTimeoutMs: 20 });
  });
  after(async () => {
    await reading.server.close();
    await hasty.server.close();
    await follower.close();
    await writer.close();
    rmSync(folder, { recursive: true });
  });

  const write = async (): Promise<number> => {
    const reply = await writer.post("/v2/commands/submit-and-wait", writer.create());
    return Number(at(reply.json, "completionOffset"));
  };
  const endOf = (headers: Record<string, string>, { call } = reading) =>
    call("GET", "/v2/state/ledger-end", { headers });

  it("waits for the offset that the request names", async () => {
    for (let count = 0; count < 5; count++) {
      const offset = await write();
      expect((await endOf(named(offset))).json).to.deep.equal({ offset });
    }
  });

  it("answers a clear error when the offset is not reached in time, or is none", async () => {
    const late = await endOf(named((await write()) + 1), hasty);
    expectError(late, 400, "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END");
    expect(at(late.json, "cause")).to.match(/did not reach it within 20 ms/);
    expectError(await endOf(named("soon"), hasty), 400, "INVALID_ARGUMENT");
  });

  it("holds back a websocket too", async () => {
    const offset = await write();
    const { webSocket } = await openStream(reading.base, "/v2/updates", { headers: named(offset) });
    webSocket.close();
    const refused = await refusedUpgrade(hasty.base, "/v2/updates", {
      headers: named(offset + 1),
    });
    expect(refused.status).to.equal(400);
  });

  it("is refused what would change anything", async () => {
    const body = writer.create();
    const submitted = await reading.call("POST", "/v2/commands/submit-and-wait", { body });
    expectError(submitted, 503, "NODE_IS_PASSIVE_REPLICA");
    const party = await reading.call("POST", "/v2/parties", { body: { partyIdHint: "eve" } });
    expectError(party, 503, "NODE_IS_PASSIVE_REPLICA");
  });
});
