import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { at } from "../../fixtures/ping-server.js";
import { type FakeLedger, fakeLedger } from "../../fixtures/fake-ledger.js";
import { type RunningServer, runServer } from "../../fixtures/running-server.js";

describe("Timers and ids that a server is given", () => {
  let ledger: FakeLedger;
  let running: RunningServer;
  let nowMs = 1_000;
  before(async () => {
    ledger = await fakeLedger();
    let drawn = 0;
    running = await runServer(ledger, {
      timers: { ...systemTimers, nowMs: () => nowMs },
      ids: {
        uuid: () => `uuid ${++drawn}`,
        traceId: () => (++drawn).toString(16).padStart(32, "0"),
        token: () => `token ${++drawn}`,
      },
      rateLimits: { addresses: { perSecond: 1, burst: 2 } },
    });
  });
  after(async () => {
    await running.server.close();
    await ledger.close();
  });

  it("measure its limits, and name its requests", async () => {
    const path = "/v2/users/nobody";
    const replies = [];
    for (let calls = 0; calls < 3; calls++) replies.push(await running.call("GET", path));
    expect(replies.map(({ status }) => status)).to.deep.equal([404, 404, 429]);
    const ids = replies.map(({ json }) => at(json, "traceId"));
    expect(ids).to.deep.equal([1, 2, 3].map((id) => String(id).padStart(32, "0")));
    nowMs += 1_000;
    expect((await running.call("GET", path)).status).to.equal(404);
  });
});
