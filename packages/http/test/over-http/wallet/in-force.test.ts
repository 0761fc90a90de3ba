import { expect } from "chai";
import { numericFromText } from "@tallystick/core";
import { getOrElseW } from "fp-ts/lib/Either.js";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

interface Configuration {
  readonly now: string;
  readonly manual_clock: boolean;
  readonly settings: ReadonlyArray<{ readonly name: string; readonly value: string }>;
}

const throughput = getOrElseW(() => {
  throw new Error("no number");
})(numericFromText("20000"));

describe("what a node works with, over HTTP", () => {
  let server: WalletServer;
  before(async () => {
    server = await walletServer({
      config: {
        traffic: { targetThroughput: throughput, minTopupIntervalMicros: 600_000_000 },
      },
    });
    await registered(server, "alice");
  });
  after(() => server.close());

  const asked = async <A>(path: string): Promise<A> => {
    const { status, json, text } = await server.as("ledger-api-user", "GET", path);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return json as A;
  };

  it("is shown to the operator, with the time and without secrets", async () => {
    const found = await asked<Configuration>("/v0/admin/configuration");
    expect(found).to.include({ now: "2026-01-01T00:00:00Z", manual_clock: true });
    expect(found.settings).to.deep.include({ name: "wallet.network", value: "dev" });
    expect(found.settings).to.deep.include({ name: "auth", value: "development" });
    expect(JSON.stringify(found)).not.to.contain("unsafe");
  });

  it("has the next purchase of traffic, and the last one after it was made", async () => {
    const before = await asked<object>("/v0/admin/traffic");
    expect(before).to.have.nested.property("next_purchase.bytes", 12_000_000);
    await server.pass(60_000_000);
    const after = await asked<{ readonly left: number }>("/v0/admin/traffic");
    expect(after.left).to.be.greaterThan(0);
    expect(after).to.have.nested.property("next_purchase.last_at");
    expect(after).to.have.nested.property("next_purchase.not_before");
  });

  it("is refused to others", async () => {
    for (const path of ["/v0/admin/configuration", "/v0/admin/traffic"])
      expect(await server.as("alice", "GET", path)).to.include({ status: 403 });
  });
});
