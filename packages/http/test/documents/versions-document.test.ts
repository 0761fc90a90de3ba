import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { endpoints } from "../../src/index.js";
import { walletRows } from "../../src/wallet/wallet-rows.js";
import { at } from "../fixtures/ping-server.js";
import {
  registered,
  start,
  minute,
  type WalletServer,
  walletServer,
} from "../fixtures/wallet-server.js";

const page = readFileSync(
  fileURLToPath(new URL("../../../../../docs/versions.md", import.meta.url)),
  "utf8",
);

/** The requests that the page names. */
const requests = [...page.matchAll(/`(GET|POST) (\/[^` ]*)`/g)].map(
  ([, method = "", path = ""]) => [method, path] as const,
);

const isServed = (method: string, path: string): boolean =>
  [...endpoints, ...walletRows].some((row) => {
    const pattern = new RegExp(`^${row.path.replaceAll(/\{[^}]+\}/g, "[^/]+")}$`);
    return row.method === method && pattern.test(path.replaceAll(/[{}]/g, ""));
  });

/** What the page says is not served. */
const missing: ReadonlySet<string> = new Set([
  "/v2/jose/jwks/synchronizer/{synchronizer-id}/party/{party-id}",
]);

describe("docs/versions.md", () => {
  let server: WalletServer;
  let alice: string;
  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
  });
  after(() => server.close());

  it("names many requests", () => {
    expect(requests).to.have.lengthOf.above(20);
  });

  for (const [method, path] of new Map(requests.map((it) => [it.join(" "), it])).values()) {
    it(`is right about ${method} ${path}`, () => {
      expect(isServed(method, path)).to.equal(!missing.has(path));
    });
  }

  it("is right about where the node says its versions", async () => {
    expect(at((await server.call("GET", "/v2/version")).json, "version")).to.equal("3.5.8");
    const own = await server.call("GET", "/version");
    expect(at(own.json, "version")).to.equal("0.6.1");
    const info = await server.call("GET", "/registry/metadata/v1/info", { token: null });
    expect(at(info.json, "supportedApis")).to.have.property("splice-api-token-metadata-v1");
    const coin = await server.call("GET", "/registry/metadata/v1/instruments/Amulet");
    expect(at(coin.json, "accountInputFieldsToShow")).to.deep.equal([]);
    expect(at(coin.json, "supportedApis")).to.have.property("splice-api-token-holding-v1");
  });

  it("is right about what the ledger does not have of later versions", async () => {
    const late = await server.call("GET", "/v2/state/ledger-end", {
      headers: { "request-timeout": "0" },
    });
    expect([late.status, Object.keys(Object(late.json))]).to.deep.equal([200, ["offset"]]);
    const right = await server.call("POST", "/v2/users/alice/rights", {
      body: {
        userId: "alice",
        identityProviderId: "",
        rights: [{ kind: { CanActAsAnyParty: { value: {} } } }],
      },
    });
    expect(right.status).to.equal(400);
    const jwks = "/v2/jose/jwks/synchronizer/a/party/b";
    expect((await server.call("GET", jwks)).status).to.equal(404);
    // a body of nothing but arrays, the innermost of which is empty
    const body = Array.from({ length: 100 }).reduce<unknown>((inner) => [inner], []);
    const deep = await server.call("POST", "/v2/updates", { body });
    expect([deep.status, deep.text.includes("100 levels")]).to.deep.equal([400, true]);
  });

  it("is right about repeated ids", async () => {
    const twice = async (path: string, body: object): Promise<ReadonlyArray<number>> => [
      (await server.as("alice", "POST", path, body)).status,
      (await server.as("alice", "POST", path, body)).status,
    ];
    const transfer = {
      receiver_party_id: alice,
      amount: "1",
      description: "",
      expires_at: start + 60 * minute,
      tracking_id: "t",
    };
    expect(await twice("/v0/wallet/tap", { amount: "10", command_id: "c" })).to.deep.equal([
      200, 200,
    ]);
    const standard = "/v0/wallet/token-standard/transfers";
    expect(await twice(standard, transfer)).to.deep.equal([200, 200]);
    expect(await twice("/v0/wallet/transfer-offers", transfer)).to.deep.equal([200, 409]);
  });

  it("is right about the coin's later release", async () => {
    // the operator has no coins
    const free = await server.as("alice", "POST", "/v0/wallet/transfer-preapproval", {});
    expect(free.status, free.text).to.equal(200);
    const tap = async (amount: string) =>
      (await server.as("alice", "POST", "/v0/wallet/tap", { amount })).status;
    // at 0.1 USD for each coin
    expect([await tap("10000000"), await tap("10000000.1")]).to.deep.equal([200, 400]);
  });
});
