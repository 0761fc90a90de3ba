import { systemTimers, type Timers } from "@tallystick/background";
import { expect } from "chai";
import { openStream } from "../../fixtures/stream-reader.js";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

/** Of some 400,000 characters. */
const large = Array.from({ length: 20_000 }, (_, at) => ({ at, of: [at] }));

/** At least so many pieces has it; each look at the clock ends the time of a turn. */
const leastTurns = 5;

/** Wherever JSON comes from outside. */
const entrances: Readonly<Record<string, (server: WalletServer) => Promise<unknown>>> = {
  "the body of a request": (server) =>
    server.as("alice", "POST", "/v2/commands/submit-and-wait", { large }),
  "the frame of a websocket": async ({ base }) => {
    const reader = await openStream(base, "/v2/updates", { request: { large } });
    await reader.closed;
  },
  "the call of a web page": ({ base }) =>
    fetch(`${base}/api/v0/dapp`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Origin: "https://dapp.example.com" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "status", params: { large } }),
    }).then((reply) => reply.text()),
};

describe("Large JSON", () => {
  let server: WalletServer;
  let turns = 0;
  let nowMs = 0;
  const timers: Timers = {
    ...systemTimers,
    nowMs: () => (nowMs += 5),
    later: (callback) => {
      turns += 1;
      systemTimers.later(callback);
    },
  };
  before(async () => {
    server = await walletServer({}, undefined, undefined, { timers });
    await registered(server, "alice");
  });
  after(() => server.close());

  for (const [name, enter] of Object.entries(entrances)) {
    it(`is read in turns with everything else: ${name}`, async () => {
      const before = turns;
      await enter(server);
      expect(turns - before).to.be.at.least(leastTurns);
    });
  }
});
