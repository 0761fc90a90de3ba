import { expect } from "chai";
import { SignJWT } from "jose";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { isJsonObject, type Json } from "@tallystick/core";
import { pathText } from "@tallystick/wire";
import { at } from "../../fixtures/ping-server.js";
import { operatorUser } from "../../fixtures/external-party.js";
import { developmentToken, unsafeSecret } from "../../fixtures/running-server.js";
import {
  minute,
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";
import { walletRows } from "../../../src/wallet/wallet-rows.js";

/** Values that are of no field: wrong in kind, in range or in form. */
const wrong: ReadonlyArray<unknown> = [
  null,
  true,
  -1,
  1.5,
  1e300,
  "",
  "\u0000",
  "x".repeat(20_000),
  [],
  { a: 1 },
];

const contract = `00${"ab".repeat(68)}`;
const badIds = ["x", "00zz", "0".repeat(300), "%00", "..%2f..", contract];

/** Rows that end or begin something of the node itself, and take no input that could be wrong. */
const ofTheNode = new Set(["/v0/admin/automation/pause", "/v0/admin/automation/resume"]);

const isWithWallet = (access: string): boolean => access === "user" || access === "admin";

const rows = walletRows.filter(({ path }) => !ofTheNode.has(path));

describe("bad input to the rows of the wallet", () => {
  let server: WalletServer;
  let good: Readonly<Record<string, unknown>>;

  before(async () => {
    server = await walletServer();
    const alice = await registered(server, "alice");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
    await server.pass(minute);
    await server.as(operatorUser, "POST", "/v0/admin/automation/pause");
    const later = start + 60 * minute;
    good = {
      receiver_party_id: alice,
      receiving_validator_party_id: alice,
      sender_party_id: alice,
      user_party_id: alice,
      beneficiary: alice,
      party_id: alice,
      owner_party_ids: [alice],
      amount: "1",
      traffic_amount: 1_000_000,
      description: "d",
      reason: "r",
      expires_at: later,
      expiresAt: later,
      contract_id: contract,
      tracking_id: "bad-input",
      domain_id: server.validator.wallet.settings.synchronizerId,
      name: "x",
      url: "",
      page_size: 1,
      nonce: 0,
      seconds: 1,
    };
  });
  after(() => server.close());

  const end = (): number => server.validator.ledger.ledgerEnd();

  /** Calls, and expects a clear error that has changed nothing, or that it was no bad input. */
  const refused = async (user: string, method: string, path: string, body?: unknown) => {
    const before = end();
    const reply = await server.as(user, method, path, body);
    const said = `${method} ${path} ${JSON.stringify(body)?.slice(0, 300)}: ${reply.status} ${reply.text.slice(0, 300)}`;
    expect(reply.status, said).to.be.below(500);
    if (reply.status < 400) return reply;
    expect(reply.json, said).to.have.all.keys("error");
    expect(String(at(reply.json, "error")).length, said).to.be.within(8, 4_000);
    expect(reply.text, said).to.not.match(/\bat .*\.js:\d|node_modules|TypeError|undefined/);
    expect(end(), said).to.equal(before);
    return reply;
  };

  const fieldsOf = (schema: Json): ReadonlyArray<string> => {
    const properties = isJsonObject(schema) ? schema["properties"] : undefined;
    return properties !== undefined && isJsonObject(properties) ? Object.keys(properties) : [];
  };
  const schemaOf = (type: unknown): Json => {
    // border: every codec of a row has its schema
    const { schema } = type as { readonly schema: Json };
    return schema;
  };

  for (const { method, path, body, query, access } of rows) {
    const fields = fieldsOf(schemaOf(body));
    const queries = fieldsOf(schemaOf(query));
    const user = path.startsWith("/v0/admin/") ? operatorUser : "alice";
    const filled = path.replaceAll(/\{[^}]+\}/g, contract);

    if (fields.length > 0) {
      it(`${method} ${path} refuses each field of the body that is wrong`, async () => {
        const whole = Object.fromEntries(fields.map((key) => [key, good[key] ?? "x"]));
        for (const key of fields) {
          for (const value of wrong) {
            const sent = { ...whole, [key]: value };
            const { status, text } = await refused(user, method, filled, sent);
            const read = isWithWallet(access) ? body.read(sent) : right(sent);
            if (isLeft(read)) {
              expect(status, text).to.equal(400);
              expect(text).to.contain(`Invalid ${pathText(read.left.path)}: `);
            }
          }
          const { [key]: _left, ...without } = whole;
          await refused(user, method, filled, without);
        }
      });
    }

    if (path.includes("{")) {
      it(`${method} ${path} refuses what is no id, and what is there for nobody`, async () => {
        const bare = method === "POST" ? {} : undefined;
        for (const id of badIds) {
          const { status } = await refused(user, method, path.replaceAll(/\{[^}]+\}/g, id), bare);
          if (isWithWallet(access)) expect(status, id).to.be.within(400, 499);
        }
      });
    }

    if (queries.length > 0) {
      it(`${method} ${path} refuses a query that is wrong`, async () => {
        for (const key of queries) {
          for (const value of ["", "x", "-1", "1.5", "9".repeat(30), "%00", "a&b=c"])
            await refused(user, method, `${filled}?${key}=${value}`);
          await refused(user, method, `${filled}?${key}=1&${key}=2`);
        }
      });
    }
  }

  it("answers an Authorization without a token with 401 that names the scheme, on every row", async () => {
    for (const { method, path } of rows.filter(({ access }) => isWithWallet(access))) {
      for (const authorization of ["Bearer", "bearer ", "Basic eDp5", "x", ""]) {
        const asked = { token: null, headers: { authorization } };
        const { status, headers } = await server.call(method, path.replace(/[{}]/g, ""), asked);
        expect([status, headers.get("www-authenticate")], `${method} ${path}`).to.deep.equal([
          401,
          'Bearer realm="ledger"',
        ]);
      }
    }
  });

  it("answers a token without a user with 401, an unknown path with 404, another method with 405", async () => {
    const claims = {
      aud: "https://canton.network.global",
      exp: Math.floor(Date.now() / 1_000) + 60,
    };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256", typ: "JWT" })
      .sign(unsafeSecret);
    const named = await developmentToken("alice");
    const table: ReadonlyArray<readonly [string, string, string, number]> = [
      ["GET", "/v0/wallet/balance", token, 401],
      ["POST", "/v0/register", token, 401],
      ["GET", "/v0/admin/users", token, 401],
      ["GET", "/api/validator/v0/scan-proxy/dso", token, 401],
      ["GET", "/v0/wallet/nothing", named, 404],
      ["GET", "/api/validator/v0/nothing", named, 404],
      ["PATCH", "/v0/wallet/balance", named, 405],
    ];
    for (const [method, path, bearer, status] of table) {
      const reply = await server.call(method, path, { token: bearer });
      expect([path, reply.status]).to.deep.equal([path, status]);
      expect(Object.keys(reply.json as object), path).to.deep.equal(["error"]);
    }
  });

  it("names the field of a receiver no one knows, of an amount that is too long, of a time too far", async () => {
    const later = start + 60 * minute;
    const nobody = `nobody::1220${"ab".repeat(32)}`;
    const table: ReadonlyArray<readonly [object, number, string]> = [
      [{ receiver_party_id: nobody }, 404, "Invalid receiver_party_id: the party nobody::"],
      [{ amount: "1".repeat(29) }, 400, "expected at most 28 digits before the point"],
      [{ amount: "0.12345678901" }, 400, "expected at most 10 digits after the point"],
      [{ expires_at: 2 ** 60 }, 400, "up to the year 9999"],
    ];
    for (const path of ["/v0/wallet/transfer-offers", "/v0/wallet/token-standard/transfers"]) {
      for (const [index, [changes, status, text]] of table.entries()) {
        const body = { ...good, expires_at: later, tracking_id: `text-${index}`, ...changes };
        const reply = await server.as("alice", "POST", path, body);
        expect(reply.status, reply.text).to.equal(status);
        expect(at(reply.json, "error")).to.include(text);
      }
    }
  });
});
