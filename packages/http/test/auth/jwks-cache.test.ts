import { expect } from "chai";
import { type Either, right } from "fp-ts/lib/Either.js";
import { errors, exportJWK, generateKeyPair, type JWK } from "jose";
import { createJwksCache } from "../../src/auth/jwks-cache.js";
import { maxJwksKeys } from "../../src/auth/jwks-document.js";
import { KeysUnavailable, unavailable } from "../../src/auth/keys-unavailable.js";

const times = { cacheMs: 60_000, cooldownMs: 5_000, staleMs: 600_000 };

describe("The cache of an identity provider's keys", () => {
  let one: JWK;
  let two: JWK;
  before(async () => {
    const key = async (kid: string) => ({
      ...(await exportJWK((await generateKeyPair("ES256", { extractable: true })).publicKey)),
      kid,
    });
    one = await key("one");
    two = await key("two");
  });

  const document = (...keys: unknown[]) => right(Buffer.from(JSON.stringify({ keys })));

  /** A cache over a provider that answers as told, at a time as told. */
  const cacheOf = (first: Either<KeysUnavailable, Buffer>) => {
    const reported: string[] = [];
    const world = { nowMs: 0, loads: 0, answer: first, reported, hold: Promise.resolve() };
    const cache = createJwksCache({
      load: async () => {
        world.loads += 1;
        await world.hold;
        return world.answer;
      },
      times,
      now: () => world.nowMs,
      report: (reason) => void reported.push(reason),
    });
    /** "key", "no such key", "unavailable" or the code of another error. */
    const find = async (kid: string, alg = "ES256"): Promise<string> => {
      try {
        const header = { alg, kid };
        const key = await cache.keyFor(header, { payload: "", signature: "" });
        return key instanceof Uint8Array ? "bytes" : "key";
      } catch (error) {
        if (error instanceof KeysUnavailable) return "unavailable";
        if (error instanceof errors.JWKSNoMatchingKey) return "no such key";
        return error instanceof errors.JOSEError ? error.code : String(error);
      }
    };
    return { world, find, cache };
  };

  it("fetches once for many askers, and not again while the keys are fresh", async () => {
    const { world, find } = cacheOf(document(one));
    const found = await Promise.all(Array.from({ length: 50 }, () => find("one")));
    expect(new Set(found)).to.deep.equal(new Set(["key"]));
    world.nowMs = times.cacheMs - 1;
    expect(await find("one")).to.equal("key");
    expect(world.loads).to.equal(1);
    world.nowMs = times.cacheMs;
    expect(await find("one")).to.equal("key");
    expect(world.loads).to.equal(2);
  });

  it("fetches at most once per cooldown, however many unknown keys are needed", async () => {
    const { world, find } = cacheOf(document(one));
    await find("one");
    for (let ms = 0; ms < 20_000; ms += 100) {
      world.nowMs = ms;
      const found = await Promise.all([1, 2, 3].map((n) => find(`unknown ${ms} ${n}`)));
      expect(found).to.deep.equal(["no such key", "no such key", "no such key"]);
    }
    expect(world.loads).to.equal(4);
  });

  it("finds a new key after the cooldown, and forgets a withdrawn one by the end of the cache's life", async () => {
    const { world, find } = cacheOf(document(one));
    expect(await find("one")).to.equal("key");
    world.answer = document(two);
    world.nowMs = times.cooldownMs - 1;
    expect(await find("two")).to.equal("no such key");
    world.nowMs = times.cooldownMs;
    expect(await find("two")).to.equal("key");
    expect(await find("one")).to.equal("no such key");
    world.answer = document(one);
    world.nowMs += times.cacheMs - 1;
    expect(await find("two")).to.equal("key");
    world.nowMs += 1;
    expect(await find("two")).to.equal("no such key");
  });

  it("says until when its keys may be relied on", async () => {
    const { world, find, cache } = cacheOf(document(one));
    world.nowMs = 1_000;
    await find("one");
    world.nowMs = 2_000;
    expect(cache.goodUntilMs()).to.equal(1_000 + times.cacheMs);
    world.nowMs = 100_000;
    expect(cache.goodUntilMs()).to.equal(100_000 + times.cooldownMs);
    world.nowMs = 599_000;
    expect(cache.goodUntilMs()).to.equal(1_000 + times.staleMs);
  });

  it("is unavailable, not ignorant, as long as nothing could be fetched", async () => {
    const { world, find } = cacheOf(unavailable("no route"));
    expect(await find("one")).to.equal("unavailable");
    world.nowMs = times.cooldownMs - 1;
    expect(await find("one")).to.equal("unavailable");
    expect(world.loads).to.equal(1);
    expect(world.reported).to.deep.equal(["no route"]);
    world.answer = document(one);
    world.nowMs = times.cooldownMs;
    expect(await find("one")).to.equal("key");
  });

  it("continues with the keys fetched last during an outage, for a bounded time", async () => {
    const { world, find } = cacheOf(document(one));
    await find("one");
    world.answer = unavailable("no route");
    world.nowMs = times.cacheMs;
    expect(await find("one")).to.equal("key");
    expect(await find("two")).to.equal("unavailable");
    world.nowMs = times.staleMs - 1;
    expect(await find("one")).to.equal("key");
    world.nowMs = times.staleMs;
    expect(await find("one")).to.equal("unavailable");
  });

  it("makes no one wait for a provider known to be out while older keys serve", async () => {
    const { world, find } = cacheOf(document(one));
    await find("one");
    world.answer = unavailable("no route");
    world.nowMs = times.cacheMs;
    await find("one");
    world.hold = new Promise(() => {});
    world.nowMs += times.cooldownMs;
    expect(await find("one")).to.equal("key");
    expect(world.loads).to.equal(3);
  });

  it("is not stopped by a clock that is set back", async () => {
    const { world, find } = cacheOf(document(one));
    world.nowMs = 10_000_000;
    await find("one");
    world.answer = document(two);
    world.nowMs = 0;
    expect(await find("two")).to.equal("key");
  });

  const secret = { kty: "oct", k: "c2VjcmV0", kid: "one" };
  const documents: ReadonlyArray<readonly [string, () => Either<KeysUnavailable, Buffer>, string]> =
    [
      ["no JSON", () => right(Buffer.from("<html>")), "unavailable"],
      ["JSON without keys", () => right(Buffer.from('{"error":"x"}')), "unavailable"],
      ["a list", () => right(Buffer.from("[]")), "unavailable"],
      ["deep JSON", () => right(Buffer.from("[".repeat(60_000))), "unavailable"],
      ["bytes that are no UTF-8", () => right(Buffer.from([0xff, 0xfe])), "unavailable"],
      [
        "too many keys",
        () => document(...Array.from({ length: maxJwksKeys + 1 }, () => one)),
        "unavailable",
      ],
      ["no keys", () => document(), "no such key"],
      ["a symmetric key", () => document(secret), "no such key"],
      ["a private key", () => document({ ...one, d: "AAAA" }), "no such key"],
      ["a key for encryption", () => document({ ...one, use: "enc" }), "no such key"],
      ["rubbish beside a key", () => document(7, null, "x", {}, secret, one), "key"],
    ];
  for (const [what, made, expected] of documents) {
    it(`answers "${expected}" to a document of ${what}`, async () => {
      expect(await cacheOf(made()).find("one")).to.equal(expected);
    });
  }
});
