import { invalidArgument, type LedgerError } from "@tallystick/core";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { AuthConfig } from "../../src/auth/auth-config.js";
import type { Authenticator, Caller } from "../../src/auth/authenticator.js";
import { unauthenticated } from "../../src/auth/token-claims.js";
import { createRateLimits, defaultRateLimits } from "../../src/limits/rate-limits.js";
import type { Access } from "../../src/endpoints/request.js";
import { authentication } from "../../src/middleware/authentication.js";
import { type BareReply, bareApp } from "../fixtures/bare-app.js";
import { callerWith } from "../fixtures/callers.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

type Known = Either<LedgerError, Caller>;
const alice = callerWith([{ kind: "ParticipantAdmin" }], { userId: "alice" });

/** One request behind the middleware, and what the authenticator was called with. */
const enter = async (
  known: Known | Promise<Known>,
  access: Access,
  headers: Readonly<Record<string, string>> = {},
  auth: AuthConfig = { kind: "services", services: [] },
): Promise<BareReply & { readonly calls: ReadonlyArray<string | undefined> }> => {
  const calls: Array<string | undefined> = [];
  const authenticator: Authenticator = {
    authenticate: (given, wanted) => {
      calls.push(given.authorization, wanted);
      return known;
    },
  };
  const rules = {
    authenticator,
    auth,
    rateLimits: createRateLimits(defaultRateLimits),
    maxTokenLifeMs: 0,
    jwtTimestampLeeway: { defaultMs: 0 },
    now: Date.now,
  };
  const app = await bareApp(authentication(rules, sampleEndpoint({ access })), (ctx) => {
    ctx.body = `in as ${ctx.state.ledgerApi.caller.userId}`;
  });
  const reply = await app.call({ headers });
  await app.close();
  return { ...reply, calls };
};

describe("the middleware of authentication", () => {
  for (const later of [false, true]) {
    const known = <A>(value: A): A | Promise<A> => (later ? Promise.resolve(value) : value);
    const when = later ? "later" : "at once";

    it(`lets in whom a token that is known ${when} speaks for`, async () => {
      const { text, exchange, calls } = await enter(known(right(alice)), "token", {
        authorization: "Bearer t",
      });
      expect(text).to.equal("in as alice");
      expect(exchange.caller).to.equal(alice);
      expect(calls).to.deep.equal(["Bearer t", "token"]);
    });

    it(`keeps out ${when} whom no token speaks for, and says how to come in`, async () => {
      const { status, exchange } = await enter(known(left(unauthenticated("no"))), "token");
      expect(status).to.equal(404);
      expect(exchange.error).to.deep.equal({
        error: unauthenticated("no"),
        headers: { "WWW-Authenticate": 'Bearer realm="ledger"' },
        isForToken: true,
      });
      expect(exchange.caller.userId).to.equal("");
    });
  }

  it("passes other errors on without a challenge", async () => {
    const { exchange } = await enter(left(invalidArgument("no")), "token");
    expect(exchange.error).to.deep.equal({ error: invalidArgument("no") });
  });

  it("asks no one where the endpoint is open, whatever token there is", async () => {
    const { text, calls } = await enter(left(unauthenticated("no")), "open", {
      authorization: "Bearer bad",
    });
    expect(text).to.equal("in as ");
    expect(calls).to.deep.equal([]);
  });

  it("asks for the subject alone where no user is needed", async () => {
    const { calls } = await enter(right(alice), "subject");
    expect(calls).to.deep.equal([undefined, "subject"]);
  });

  it("asks for an active user where a wallet's user or operator is needed", async () => {
    for (const access of ["user", "admin"] as const) {
      const { calls } = await enter(right(alice), access);
      expect(calls).to.deep.equal([undefined, "token"]);
    }
  });

  it("denies a forged page before any token is looked at", async () => {
    const { exchange, calls } = await enter(
      right(alice),
      "token",
      { origin: "http://evil.example.com" },
      { kind: "off" },
    );
    expect(exchange.error?.error.code).to.equal("PERMISSION_DENIED");
    expect(calls).to.deep.equal([]);
  });
});
