import { expect } from "chai";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import { openPingServer, type PingServer } from "../../fixtures/ping-server.js";

describe("A ledger without a wallet", () => {
  let pings: PingServer;
  before(async () => {
    pings = await openPingServer();
  });
  after(() => pings.close());

  it("answers every path of the wallet like one that is not known, under each prefix", async () => {
    const prefixes = ["", "/api/validator", "/api/scan"];
    for (const [index, { method, path }] of walletRows.entries()) {
      // some of the paths are the ledger's own too
      if (!path.startsWith("/v0/") && !path.startsWith("/registry/")) continue;
      const asked = `${prefixes[index % prefixes.length] ?? ""}${path.replaceAll(/\{[^}]+\}/g, "x")}`;
      const { status } = await pings.running.call(method, asked);
      expect(status, `${method} ${asked}`).to.equal(404);
    }
  });
});
