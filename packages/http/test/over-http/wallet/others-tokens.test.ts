import { expect } from "chai";
import { SignJWT } from "jose";
import { unsafeSecret } from "../../fixtures/running-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";
import { walletRows } from "../../../src/wallet/wallet-rows.js";

const users = walletRows.filter(({ access }) => access === "user");
const nameOf = ({ method, path }: { readonly method: string; readonly path: string }) =>
  `${method} ${path}`;

const offerStatus = "/v0/wallet/transfer-offers/of-alice/status";
const later = start + 60 * minute;

/** What mallory sends when everything in it is alice's. */
interface Alices {
  readonly party: string;
  readonly offer: string;
}

interface Foreign {
  /** Where the path has a part of its own. */
  readonly path?: string;
  readonly body: (alices: Alices) => unknown;
  /** The answer; 200 where it is about mallory's own wallet alone. */
  readonly status: number;
}

const transfer = (party: string) => ({
  receiver_party_id: party,
  amount: "1",
  description: "",
  expires_at: later,
  tracking_id: "of-mallory",
});
const none = (): undefined => undefined;
const byBody: Foreign = { body: ({ offer }) => ({ contract_id: offer }), status: 404 };

/** Rows that change something and name no contract in their path. */
const writes: Readonly<Record<string, Foreign>> = {
  "POST /v0/wallet/settings": { body: () => ({ automatic_merging: false }), status: 200 },
  "POST /v0/wallet/coins/merge": { body: () => ({}), status: 400 },
  "POST /v0/wallet/tap": { body: () => ({ amount: "1" }), status: 200 },
  "POST /v0/wallet/self-grant-feature-app-right": { body: none, status: 200 },
  "DELETE /v0/wallet/cancel-featured-app-rights": { body: none, status: 200 },
  "POST /v0/wallet/transactions": { body: () => ({ page_size: 100 }), status: 200 },
  "POST /v0/wallet/transfer-offers": { body: ({ party }) => transfer(party), status: 200 },
  "POST /v0/wallet/transfer-offers/{tracking_id}/status": {
    path: offerStatus,
    body: none,
    status: 404,
  },
  "POST /v0/wallet/transfer-offers/accept": byBody,
  "POST /v0/wallet/transfer-offers/reject": byBody,
  "POST /v0/wallet/transfer-offers/withdraw": byBody,
  "POST /v0/wallet/transfer-preapproval": { body: none, status: 429 },
  "DELETE /v0/wallet/transfer-preapproval": { body: none, status: 404 },
  "POST /v0/wallet/transfer-preapproval/send": {
    body: ({ party }) => ({ receiver_party_id: party, amount: "1", deduplication_id: "m" }),
    status: 400,
  },
  "POST /v0/wallet/transfers/preview": { body: ({ party }) => transfer(party), status: 200 },
  "POST /v0/wallet/token-standard/transfers": {
    body: ({ party }) => transfer(party),
    status: 200,
  },
  // more than mallory has
  "POST /v2/wallet/token-standard/transfers": {
    body: ({ party }) => ({ ...transfer(party), amount: "1000000" }),
    status: 400,
  },
  "POST /v2/allocations": {
    body: ({ party }) => ({
      settlement: { executors: [party], settlement_ref: { id: "of-mallory" } },
      transfer_leg_sides: [
        { transfer_leg_id: "1", side: "SENDERSIDE", otherside: party, amount: "1000000" },
      ],
      committed: false,
    }),
    status: 400,
  },
  ...Object.fromEntries(
    [
      "DELETE /v0/wallet/dapp/sessions/{id}",
      "POST /v0/wallet/dapp/connects/{id}/approve",
      "POST /v0/wallet/dapp/connects/{id}/reject",
      "POST /v0/wallet/dapp/requests/{id}/approve",
      "POST /v0/wallet/dapp/requests/{id}/reject",
    ].map((name) => [name, { body: none, status: 404 }]),
  ),
  "POST /v0/wallet/dapp/requests/{id}/sign": {
    body: () => ({ signature: "c2ln", signed_by: "1220" }),
    status: 404,
  },
  "POST /v0/wallet/buy-traffic-requests": {
    body: ({ party }) => ({
      receiving_validator_party_id: party,
      domain_id: "unknown::1220",
      traffic_amount: 1,
      tracking_id: "of-mallory",
      expires_at: later,
    }),
    status: 400,
  },
  "POST /v0/wallet/buy-traffic-requests/{tracking_id}/status": {
    path: "/v0/wallet/buy-traffic-requests/of-alice/status",
    body: none,
    status: 404,
  },
  "POST /v0/wallet/development-fund-coupons/allocate": {
    body: ({ party }) => ({ beneficiary: party, amount: "1", expiresAt: later, reason: "m" }),
    status: 400,
  },
  "POST /v0/entry/create": {
    body: () => ({ name: "mallory.unverified.ans", url: "", description: "" }),
    status: 200,
  },
  "POST /v0/allocations": {
    body: ({ party }) => ({
      settlement: {
        executor: party,
        settlement_ref: { id: "of-mallory" },
        requested_at: start,
        allocate_before: later,
        settle_before: later,
      },
      transfer_leg_id: "leg",
      transfer_leg: { receiver: party, amount: "1" },
    }),
    status: 200,
  },
};

const signed = (claims: {
  readonly audience?: string;
  readonly expires?: number;
  readonly secret?: Uint8Array;
}): Promise<string> =>
  new SignJWT({ scope: "" })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject("alice")
    .setIssuer("unsafe-auth")
    .setAudience(claims.audience ?? "https://canton.network.global")
    .setIssuedAt()
    .setExpirationTime(claims.expires ?? Math.floor(Date.now() / 1_000) + 60)
    .sign(claims.secret ?? unsafeSecret);

const unsigned = (): string => {
  const part = (json: unknown): string => Buffer.from(JSON.stringify(json)).toString("base64url");
  return `${part({ alg: "none", typ: "JWT" })}.${part({ sub: "alice", aud: "https://canton.network.global" })}.`;
};

/** Tokens that no one may come in with. */
const badTokens: ReadonlyArray<readonly [what: string, token: () => Promise<string> | string]> = [
  ["expired", () => signed({ expires: Math.floor(Date.now() / 1_000) - 3_600 })],
  ["for another audience", () => signed({ audience: "https://elsewhere.example" })],
  ["signed by somebody else", () => signed({ secret: new TextEncoder().encode("guessed") })],
  ["not signed at all", unsigned],
  ["no token", () => "x"],
];

describe("the rows of the wallet with tokens of others", () => {
  let server: WalletServer;
  let alices: Alices;

  before(async () => {
    server = await walletServer();
    const party = await registered(server, "alice");
    const bob = await registered(server, "bob");
    await registered(server, "mallory");
    for (const user of ["alice", "mallory"])
      await server.as(user, "POST", "/v0/wallet/tap", { amount: "10" });
    const made = await server.as("alice", "POST", "/v0/wallet/transfer-offers", {
      ...transfer(bob),
      tracking_id: "of-alice",
    });
    const offer = (made.json as { readonly offer_contract_id: string }).offer_contract_id;
    alices = { party, offer };
    await server.validator.wallet.scheduler.settle();
    server.validator.wallet.scheduler.pause();
  });
  after(() => server.close());

  const end = (): number => server.validator.ledger.ledgerEnd();
  const filled = (path: string): string => path.replaceAll(/\{[^}]+\}/g, alices.offer);

  it("are all in the table, or only read, or name a contract", () => {
    const others = users.filter(
      ({ method, path }) => method !== "GET" && !path.includes("{contract_id}"),
    );
    expect(others.map(nameOf).sort()).to.deep.equal(Object.keys(writes).sort());
  });

  for (const row of users) {
    const name = nameOf(row);

    it(`${name} does nothing for a party of another`, async () => {
      const before = end();
      const { path = filled(row.path), body } = writes[name] ?? {};
      const own = body?.(alices);
      const content = row.method === "POST" ? (own ?? {}) : undefined;
      for (const party of [alices.party, server.validator.wallet.settings.operator, "nobody"]) {
        const at = `${path}?limit=1&party=${encodeURIComponent(party)}`;
        const reply = await server.as("mallory", row.method, at, content);
        expect(reply.status, reply.text).to.equal(403);
        expect(reply.json).to.have.all.keys("error");
      }
      expect(end()).to.equal(before);
    });
  }

  for (const [name, { path, body, status }] of Object.entries(writes)) {
    it(`${name} moves nothing of alice's, whatever mallory names`, async () => {
      const [method = "", rowPath = ""] = name.split(" ");
      const stateOf = async () => {
        const state = [];
        for (const at of ["/v0/wallet/balance", "/v0/wallet/coins"])
          state.push((await server.as("alice", "GET", at)).text);
        state.push((await server.as("alice", "POST", offerStatus)).text);
        return state;
      };
      const before = await stateOf();
      const content = body(alices);
      const reply = await server.as("mallory", method, path ?? filled(rowPath), content);
      expect(reply.status, reply.text).to.equal(status);
      expect(await stateOf()).to.deep.equal(before);
    });
  }

  for (const [what, token] of badTokens) {
    it(`let no one in whose token is ${what}`, async () => {
      const before = end();
      const bad = await token();
      for (const { method, path, access } of walletRows) {
        if (access === "open") continue;
        const content = method === "POST" ? { body: {} } : {};
        const reply = await server.call(method, filled(path), { token: bad, ...content });
        expect(reply.status, `${method} ${path}`).to.equal(401);
        expect(reply.json, `${method} ${path}`).to.have.all.keys("error");
      }
      expect(end()).to.equal(before);
    });
  }
});
