import { invalidArgument, type LedgerError } from "@tallystick/core";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { AuthConfig } from "../../src/auth/auth-config.js";
import type { Caller } from "../../src/auth/authenticator.js";
import { requestCaller } from "../../src/auth/request-caller.js";
import { unauthenticated } from "../../src/auth/token-claims.js";
import { createRateLimits, defaultRateLimits } from "../../src/limits/rate-limits.js";
import { callerWith } from "../fixtures/callers.js";
import { incomingRequest, type IncomingParts } from "../fixtures/incoming-request.js";
import { leftOf, rightOf } from "../fixtures/outcomes.js";

const development: AuthConfig = { kind: "development" };
const off: AuthConfig = { kind: "off" };
const services: AuthConfig = { kind: "services", services: [] };
const alice = callerWith([], { userId: "alice" });
const ledgerApi = { access: "token", mayLiveLong: false } as const;
const nowMs = 1_000_000;
const jwtTimestampLeeway = { defaultMs: 0 };
const lives = { maxTokenLifeMs: 0, jwtTimestampLeeway, now: () => nowMs };
const local = { host: "localhost:7575" };
const upgrade = { ...local, upgrade: "websocket" };
const evil = { origin: "http://evil.example.com" };
const page = { origin: "http://localhost:3000" };

const callerOf = async (
  auth: AuthConfig,
  parts: IncomingParts,
  known: Either<LedgerError, Caller> = right(alice),
) =>
  requestCaller(incomingRequest(parts), ledgerApi, {
    ...lives,
    auth,
    authenticator: { authenticate: () => known },
    rateLimits: createRateLimits(defaultRateLimits),
  });

describe("who makes a request", () => {
  const rows: ReadonlyArray<
    readonly [what: string, auth: AuthConfig, parts: IncomingParts, code: string | undefined]
  > = [
    ["from here", development, { headers: local }, undefined],
    ["from elsewhere", development, { headers: local, from: "10.0.0.1" }, "UNAUTHENTICATED"],
    [
      "by a name of somebody else's",
      development,
      { headers: { host: "evil.example.com" } },
      "UNAUTHENTICATED",
    ],
    ["without a host", development, {}, "UNAUTHENTICATED"],
    // a page cannot send a token along unless it has one
    ["of a page of elsewhere", development, { headers: { ...local, ...evil } }, undefined],
    [
      "of a page of elsewhere that opens a websocket",
      development,
      { headers: { ...upgrade, ...evil } },
      "PERMISSION_DENIED",
    ],
    [
      "of a page of here that opens a websocket",
      development,
      { headers: { ...upgrade, ...page } },
      undefined,
    ],
    ["of no page that opens a websocket", development, { headers: upgrade }, undefined],
    ["from here", off, { headers: local }, undefined],
    ["from elsewhere", off, { headers: local, from: "10.0.0.1" }, "UNAUTHENTICATED"],
    ["of a page of elsewhere", off, { headers: { ...local, ...evil } }, "PERMISSION_DENIED"],
    ["of a page of here", off, { headers: { ...local, ...page } }, undefined],
    [
      "of a page without a name",
      off,
      { headers: { ...local, origin: "null" } },
      "PERMISSION_DENIED",
    ],
    [
      "from elsewhere",
      services,
      { from: "10.0.0.1", headers: { host: "ledger.example" } },
      undefined,
    ],
    [
      "of a page of elsewhere that opens a websocket",
      services,
      { headers: { ...upgrade, ...evil } },
      undefined,
    ],
  ];
  for (const [what, auth, parts, code] of rows) {
    it(`is ${code ?? "found out"} with the login "${auth.kind}" for a request ${what}`, async () => {
      const caller = await callerOf(auth, parts);
      if (code === undefined) expect(rightOf(caller)).to.equal(alice);
      else expect(leftOf(caller).error.code).to.equal(code);
    });
  }

  it("is challenged for a token where there is none, and only there", async () => {
    const none = leftOf(await callerOf(services, {}, left(unauthenticated("no token"))));
    expect(none.headers).to.deep.equal({ "WWW-Authenticate": 'Bearer realm="ledger"' });
    const other = leftOf(await callerOf(services, {}, left(invalidArgument("x"))));
    expect(other).to.not.have.property("headers");
  });

  it("shows the origin of a page cut", async () => {
    const headers = { ...local, origin: `http://${"x".repeat(5_000)}` };
    expect(leftOf(await callerOf(off, { headers })).error.cause).to.have.length.below(400);
  });

  const ends: ReadonlyArray<
    readonly [string, number, number | undefined, boolean, string | undefined]
  > = [
    ["ends within the longest life", 60_000, nowMs + 60_000, false, undefined],
    ["ends a little after it, by a clock that is ahead", 60_000, nowMs + 60_100, false, undefined],
    ["ends after it", 60_000, nowMs + 60_101, false, "expires too late; expected one within 60 s"],
    ["never ends", 60_000, undefined, false, "has no expiration time; expected one within 60 s"],
    ["ends after it, of a wallet", 60_000, nowMs + 60_001, true, undefined],
    ["never ends, of a wallet", 60_000, undefined, true, undefined],
    ["never ends where no life is set", 0, undefined, false, undefined],
  ];
  for (const [what, maxTokenLifeMs, tokenExpiresAtMs, mayLiveLong, cause] of ends) {
    it(`is ${cause === undefined ? "found out" : "refused"} by a token that ${what}`, async () => {
      const caller = callerWith([], { tokenExpiresAtMs });
      const access = { access: "token", mayLiveLong } as const;
      const outcome = await requestCaller(incomingRequest({ headers: local }), access, {
        maxTokenLifeMs,
        jwtTimestampLeeway: { defaultMs: 0, expiresAtMs: 100 },
        now: () => nowMs,
        auth: development,
        authenticator: { authenticate: () => right(caller) },
        rateLimits: createRateLimits(defaultRateLimits),
      });
      if (cause === undefined) expect(rightOf(outcome)).to.equal(caller);
      else expect(leftOf(outcome).error).to.have.property("code", "UNAUTHENTICATED");
      if (cause !== undefined) expect(leftOf(outcome).error.cause).to.contain(cause);
    });
  }

  describe("after failed logins", () => {
    const rateLimits = () =>
      createRateLimits({ ...defaultRateLimits, failedLogins: { perSecond: 0.01, burst: 2 } });

    it("is limited by its address, and failed logins alone count", () => {
      const limits = rateLimits();
      let known: Either<LedgerError, Caller> = right(alice);
      const authenticate = () => known;
      const login = (from = "10.0.0.1") => {
        const rules = {
          ...lives,
          auth: services,
          authenticator: { authenticate },
          rateLimits: limits,
        };
        const outcome = requestCaller(incomingRequest({ from }), ledgerApi, rules);
        if (outcome instanceof Promise) throw new Error("the authenticator answers at once");
        return outcome;
      };
      for (let time = 0; time < 5; time += 1) expect(rightOf(login())).to.equal(alice);
      known = left(invalidArgument("of another kind"));
      for (let time = 0; time < 5; time += 1)
        expect(leftOf(login()).error.code).to.equal("INVALID_ARGUMENT");
      known = left(unauthenticated("bad"));
      expect([leftOf(login()).error.code, leftOf(login()).error.code]).to.deep.equal([
        "UNAUTHENTICATED",
        "UNAUTHENTICATED",
      ]);
      const limited = leftOf(login());
      expect(limited.error.code).to.equal("RATE_LIMIT_EXCEEDED");
      expect(limited.headers).to.have.property("Retry-After");
      expect(leftOf(login("10.0.0.2")).error.code).to.equal("UNAUTHENTICATED");
      // others behind the same address have good tokens
      known = right(alice);
      expect(rightOf(login())).to.equal(alice);
    });
  });
});
