import { isJsonObject, type Json, type JsonObject } from "@tallystick/core";
import { expect } from "chai";
import type { Endpoint } from "../../../src/endpoints/endpoint.js";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import { answered, asOperator } from "../../fixtures/external-party.js";
import { serverV2 } from "../../fixtures/token-v2.js";
import { minute, registered, start, type WalletServer } from "../../fixtures/wallet-server.js";

/** A row whose requests carry an id of the client. */
interface Case {
  /** A request, with a fresh id. */
  readonly body: (id: string) => JsonObject;
  /** Another value for each of its other fields, by path; the answer names the path. */
  readonly others: Readonly<Record<string, Json>>;
  /** What identifies the request. */
  readonly by: ReadonlyArray<string>;
  /** True where the public API rejects an equal repeat too. */
  readonly isUsedUp?: boolean;
  readonly user?: "operator";
}

const withValue = (body: JsonObject, path: string, value: Json): JsonObject => {
  const [first = "", ...rest] = path.split(".");
  const inside = body[first];
  return {
    ...body,
    [first]:
      rest.length === 0
        ? value
        : withValue(isJsonObject(inside) ? inside : {}, rest.join("."), value),
  };
};

/** Names of fields with which a client finds its operation again. */
const isIdField = (name: string): boolean =>
  /^(tracking|command|deduplication|submission|idempotency|request|transfer_leg)_?id$/i.test(name);

/** The fields of a body by path, those of objects inside it too. */
const fieldsOf = ({ body }: Pick<Endpoint, "body">): ReadonlyArray<string> => {
  const inside = (schema: unknown, path: string): ReadonlyArray<string> => {
    const { $ref = "", properties } = schema as {
      readonly $ref?: string;
      readonly properties?: Readonly<Record<string, unknown>>;
    };
    const [, , , name = ""] = $ref.split("/");
    if (name !== "") return inside(body.definitions[name], path);
    return properties === undefined
      ? [path]
      : Object.entries(properties).flatMap(([field, type]) =>
          inside(type, path === "" ? field : `${path}.${field}`),
        );
  };
  return inside(body.schema, "").filter((path) => path !== "");
};

describe("Requests with an id of the client", () => {
  let server: WalletServer;
  let alice: string;
  let bob: string;
  let carol: string;
  before(async () => {
    server = await serverV2();
    [alice, bob, carol] = [
      await registered(server, "alice"),
      await registered(server, "bob"),
      await registered(server, "carol"),
    ];
    await answered(server.as("alice", "POST", "/v0/wallet/tap", { amount: "1000" }));
    for (let tick = 0; tick < 8; tick++) await server.pass(5 * minute);
    for (const user of ["bob", "carol"])
      await answered(server.as(user, "POST", "/v0/wallet/transfer-preapproval"));
    server.validator.wallet.scheduler.pause();
  });
  after(() => server.close());

  const soon = start + 24 * 60 * minute;
  const transfer = (id: string): JsonObject => ({
    receiver_party_id: bob,
    amount: "1.5",
    description: "rent",
    expires_at: soon,
    tracking_id: id,
  });
  const otherTransfer = () => ({
    receiver_party_id: carol,
    amount: "77",
    description: "",
    expires_at: soon + 1,
  });

  const payments = (): Readonly<Record<string, Case>> => ({
    "POST /v0/wallet/tap": {
      body: (command_id) => ({ amount: "5.0", command_id }),
      others: { amount: "6.0" },
      by: ["command_id"],
    },
    "POST /v0/wallet/coins/merge": {
      body: (command_id) => ({ command_id }),
      others: {},
      by: ["command_id"],
    },
    "POST /v0/wallet/transfer-offers": {
      body: transfer,
      others: otherTransfer(),
      by: ["tracking_id"],
      isUsedUp: true,
    },
    "POST /v0/wallet/transfer-preapproval/send": {
      body: (deduplication_id) => ({
        receiver_party_id: bob,
        amount: "2",
        description: "rent",
        deduplication_id,
      }),
      others: { receiver_party_id: carol, amount: "3", description: "food" },
      by: ["deduplication_id"],
    },
    "POST /v0/wallet/token-standard/transfers": {
      body: transfer,
      others: otherTransfer(),
      by: ["tracking_id"],
    },
    "POST /v2/wallet/token-standard/transfers": {
      body: transfer,
      others: otherTransfer(),
      by: ["tracking_id"],
    },
  });

  const others = (): Readonly<Record<string, Case>> => ({
    "POST /v0/wallet/buy-traffic-requests": {
      body: (tracking_id) => ({
        receiving_validator_party_id: alice,
        domain_id: server.validator.wallet.settings.synchronizerId,
        traffic_amount: 500_000,
        expires_at: soon,
        tracking_id,
      }),
      others: {
        receiving_validator_party_id: bob,
        domain_id: server.validator.wallet.settings.synchronizerId,
        traffic_amount: 500_001,
        expires_at: soon + 1,
      },
      by: ["tracking_id"],
      isUsedUp: true,
    },
    "POST /v0/wallet/development-fund-coupons/allocate": {
      body: (command_id) => ({
        beneficiary: alice,
        amount: "0.5",
        expiresAt: soon,
        reason: "tools",
        command_id,
      }),
      others: { beneficiary: bob, amount: "0.25", expiresAt: soon + 1, reason: "food" },
      by: ["command_id"],
      user: "operator",
    },
    "POST /v0/entry/create": {
      body: (command_id) => ({
        name: `${command_id}.unverified.ans`,
        url: "https://example.com",
        description: "me",
        command_id,
      }),
      others: { name: "other.unverified.ans", url: "https://example.org", description: "you" },
      by: ["command_id"],
    },
  });

  const settlements = (): Readonly<Record<string, Case>> => ({
    "POST /v0/allocations": {
      body: (id) => ({
        settlement: {
          executor: bob,
          settlement_ref: { id },
          requested_at: start,
          allocate_before: soon,
          settle_before: soon + minute,
          meta: { a: "b" },
        },
        transfer_leg_id: "leg-1",
        transfer_leg: { receiver: bob, amount: "4", meta: { a: "b" } },
      }),
      others: {
        "settlement.requested_at": start + 1,
        "settlement.allocate_before": soon + 1,
        "settlement.settle_before": soon + 2 * minute,
        "settlement.meta": { a: "c" },
        "transfer_leg.receiver": carol,
        "transfer_leg.amount": "5",
        "transfer_leg.meta": {},
      },
      by: [
        "settlement.executor",
        "settlement.settlement_ref.id",
        "settlement.settlement_ref.cid",
        "transfer_leg_id",
      ],
    },
  });

  const cases = () => ({ ...payments(), ...others(), ...settlements() });

  const rows = walletRows
    .filter(({ method, access }) => method !== "GET" && access !== "open")
    .map((row) => ({ ...row, fields: fieldsOf(row) }))
    .filter(({ path, fields }) => !path.includes("{") && fields.some(isIdField))
    // their tracking id names an offer that exists
    .filter(({ path }) => !/transfer-offers\/(accept|reject|withdraw)$/.test(path));
  const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;
  const caseOf = (name: string): Case => {
    const found = cases()[name];
    if (found === undefined) throw new Error(`Say in this test what ${name} takes.`);
    return found;
  };

  it("are all in this test, with all their fields", () => {
    expect(Object.keys(cases()).sort()).to.deep.equal(rows.map(nameOf).sort());
    for (const row of rows) {
      const { by, others } = caseOf(nameOf(row));
      expect([...by, ...Object.keys(others)].sort(), nameOf(row)).to.deep.equal(
        [...row.fields].sort(),
      );
    }
  });

  for (const row of rows) {
    const name = nameOf(row);
    const post = ({ user }: Case, body: JsonObject) =>
      user === "operator"
        ? asOperator(server, row.method, row.path, body)
        : server.as("alice", row.method, row.path, body);
    const topUp = () => answered(server.as("alice", "POST", "/v0/wallet/tap", { amount: "0.01" }));

    it(`${name} answers an equal repeat as the first, and changes nothing`, async () => {
      const asked = caseOf(name);
      await topUp();
      const first = await post(asked, asked.body("equal"));
      expect(first.status, first.text).to.equal(200);
      const end = server.validator.ledger.ledgerEnd();
      const again = await post(asked, asked.body("equal"));
      if (asked.isUsedUp === true) expect(again.status).to.equal(409);
      else expect([again.status, again.text]).to.deep.equal([200, first.text]);
      expect(server.validator.ledger.ledgerEnd()).to.deep.equal(end);
    });

    it(`${name} rejects a repeat with another content by 409 that names the field`, async () => {
      const asked = caseOf(name);
      await topUp();
      const first = await post(asked, asked.body("another"));
      expect(first.status, first.text).to.equal(200);
      const end = server.validator.ledger.ledgerEnd();
      for (const [path, value] of Object.entries(asked.others)) {
        const other = await post(asked, withValue(asked.body("another"), path, value));
        expect(other.status, `${path}: ${other.text}`).to.equal(409);
        if (asked.isUsedUp !== true) expect(other.text).to.include(`Invalid ${path}`);
      }
      expect(server.validator.ledger.ledgerEnd()).to.deep.equal(end);
    });

    it(`${name} does one of several requests that come at once with one id`, async () => {
      const asked = caseOf(name);
      await topUp();
      const bodies = [
        asked.body("at-once"),
        ...Object.entries(asked.others).map(([path, value]) =>
          withValue(asked.body("at-once"), path, value),
        ),
      ];
      const replies = await Promise.all(bodies.map((body) => post(asked, body)));
      expect(replies.filter(({ status }) => status === 200)).to.have.lengthOf(1);
      for (const { status, text } of replies) expect(status, text).to.be.oneOf([200, 409, 429]);
    });
  }
});
