import type { UserRight, LedgerError } from "@tallystick/core";
import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import type { Authenticator, Caller } from "../../src/auth/authenticator.js";
import { everyRight, rightsOf } from "../../src/auth/rights.js";
import { unauthenticated } from "../../src/auth/token-claims.js";
import { streamAuthorization } from "../../src/streams/stream-authorization.js";
import { type FakeLedger, fakeLedger } from "../fixtures/fake-ledger.js";

describe("the authorization of a stream", () => {
  let ledger: FakeLedger;
  let nowMs: number;
  let known: Either<LedgerError, Caller>;
  let asked: number;
  const rights: ReadonlyArray<UserRight> = [{ kind: "CanReadAs", party: "alice" }];
  const authenticator: Authenticator = {
    authenticate: () => {
      asked += 1;
      return Promise.resolve(known);
    },
  };

  before(async () => {
    ledger = await fakeLedger();
  });
  after(() => ledger.close());
  beforeEach(() => {
    nowMs = 1_000;
    asked = 0;
    ledger.setUser({ userId: "me", rights });
  });

  const watch = (more: Partial<Caller> = {}) => {
    const caller: Caller = {
      userId: "me",
      rights: rightsOf(rights),
      identityProviderId: "",
      ...more,
    };
    known = right(caller);
    return streamAuthorization({
      caller,
      headers: {},
      authenticator,
      ledger,
      now: () => nowMs,
      leeway: { defaultMs: 500 },
    });
  };

  it("stays as it is while nothing changes", async () => {
    const { error, recheck } = watch({ tokenExpiresAtMs: 2_000 });
    expect(error()).to.equal(undefined);
    expect(await recheck()).to.equal(undefined);
    expect(asked).to.equal(1);
  });

  for (const [atMs, code] of [
    [1_999, undefined],
    [2_499, undefined],
    [2_500, "ACCESS_TOKEN_EXPIRED"],
    [5_000, "ACCESS_TOKEN_EXPIRED"],
  ] as const) {
    it(`has ${code ?? "no error"} at ${atMs} with a token until 2000 and a leeway of 500`, async () => {
      const { error, recheck } = watch({ tokenExpiresAtMs: 2_000 });
      nowMs = atMs;
      expect(error()?.code).to.equal(code);
      expect((await recheck())?.code).to.equal(code);
      // an expired token is not worth a question
      expect(asked).to.equal(code === undefined ? 1 : 0);
    });
  }

  it("never expires with a token that does not", () => {
    const { error } = watch();
    nowMs = Number.MAX_SAFE_INTEGER;
    expect(error()).to.equal(undefined);
  });

  const changes: ReadonlyArray<readonly [what: string, change: () => void, reason: string]> = [
    [
      "deactivated",
      () => ledger.setUser({ userId: "me", rights, isDeactivated: true }),
      "user me was deactivated",
    ],
    [
      "given more rights",
      () => ledger.setUser({ userId: "me", rights: [...rights, { kind: "ParticipantAdmin" }] }),
      "the rights of user me changed",
    ],
    [
      "given fewer rights",
      () => ledger.setUser({ userId: "me", rights: [] }),
      "the rights of user me changed",
    ],
  ];
  for (const [what, change, reason] of changes) {
    it(`is stale once its user was ${what}`, async () => {
      const { error, recheck } = watch();
      change();
      for (const found of [error(), await recheck()]) {
        expect(found).to.include({ code: "STALE_STREAM_AUTHORIZATION", definiteAnswer: false });
        expect(found?.cause).to.contain(reason);
      }
    });
  }

  it("is stale once its user is deleted", () => {
    const { error } = watch({ userId: "gone" });
    expect(error()?.cause).to.contain("user gone was deleted");
  });

  const answers: ReadonlyArray<
    readonly [what: string, answer: Either<LedgerError, Caller>, code: string | undefined]
  > = [
    ["a withdrawn key", left(unauthenticated("no key")), "STALE_STREAM_AUTHORIZATION"],
    [
      "a user of another provider",
      left(ledgerError("PERMISSION_DENIED", "other provider")),
      "STALE_STREAM_AUTHORIZATION",
    ],
    [
      "a subject that is none",
      left(ledgerError("INVALID_TOKEN", "x")),
      "STALE_STREAM_AUTHORIZATION",
    ],
    [
      "keys that cannot be fetched just now",
      left(ledgerError("IDENTITY_PROVIDER_UNAVAILABLE", "x")),
      undefined,
    ],
    [
      "another identity provider of the caller",
      right({ userId: "me", rights: rightsOf(rights), identityProviderId: "other" }),
      "STALE_STREAM_AUTHORIZATION",
    ],
    [
      "other rights of the caller",
      right({ userId: "me", rights: rightsOf([...rights]), identityProviderId: "" }),
      "STALE_STREAM_AUTHORIZATION",
    ],
  ];
  for (const [what, answer, code] of answers) {
    it(`has ${code ?? "no error"} when the token is judged again: ${what}`, async () => {
      const { error, recheck } = watch();
      known = answer;
      expect(error()).to.equal(undefined);
      expect((await recheck())?.code).to.equal(code);
    });
  }

  it("notices what changes while the token is judged", async () => {
    const { recheck } = watch();
    const checking = recheck();
    ledger.setUser({ userId: "me", rights: [] });
    expect((await checking)?.code).to.equal("STALE_STREAM_AUTHORIZATION");
  });

  it("has nothing to watch while authorization is off", async () => {
    const { error, recheck } = watch({ userId: "", rights: everyRight });
    nowMs = 10 ** 12;
    expect(error()).to.equal(undefined);
    expect(await recheck()).to.equal(undefined);
  });
});
