import { expect } from "chai";
import { createTokenCache, tokenKey } from "../../src/auth/token-cache.js";

const claims = (exp?: number, nbf?: number) => ({
  userId: "u",
  times: { ...(exp === undefined ? {} : { exp }), ...(nbf === undefined ? {} : { nbf }) },
});
const strict = { defaultMs: 0 };

describe("The token cache", () => {
  it("knows a token by its hash until its life ends, though the token never expires", () => {
    const cache = createTokenCache(strict, 10, 1_000);
    cache.set(tokenKey("a"), claims(), 0, Infinity);
    expect(cache.get(tokenKey("a"), 999)).to.deep.equal(claims());
    expect(cache.get(tokenKey("b"), 999)).to.equal(undefined);
    expect(cache.get(tokenKey("a"), 1_000)).to.equal(undefined);
    expect(cache.size()).to.equal(0);
  });

  it("does not prolong a life by use", () => {
    const cache = createTokenCache(strict, 10, 1_000);
    cache.set("a", claims(), 0, Infinity);
    for (let nowMs = 0; nowMs < 1_000; nowMs += 100) cache.get("a", nowMs);
    expect(cache.get("a", 1_000)).to.equal(undefined);
  });

  it("believes no token longer than the key that verified it", () => {
    const cache = createTokenCache(strict, 10, 1_000);
    cache.set("a", claims(), 0, 300);
    expect(cache.get("a", 299)).to.not.equal(undefined);
    expect(cache.get("a", 300)).to.equal(undefined);
  });

  it("looks at expiry and beginning at each hit", () => {
    const cache = createTokenCache(strict, 10, 1_000);
    cache.set("expiring", claims(500), 0, Infinity);
    expect(cache.get("expiring", 499)).to.not.equal(undefined);
    expect(cache.get("expiring", 500)).to.equal(undefined);
    cache.set("early", claims(undefined, 500), 600, Infinity);
    expect(cache.get("early", 499)).to.equal(undefined);
  });

  it("allows at each hit for clocks that are off", () => {
    const cache = createTokenCache({ defaultMs: 20, notBeforeMs: 30 }, 10, 1_000);
    for (const [nowMs, isTaken] of [
      [69, false],
      [70, true],
      [519, true],
      [520, false],
    ] as const) {
      cache.set("b", claims(500, 100), nowMs, Infinity);
      expect(cache.get("b", nowMs) !== undefined, String(nowMs)).to.equal(isTaken);
    }
  });

  it("holds no more than its capacity and forgets the one not used for longest", () => {
    const cache = createTokenCache(strict, 2, 1_000);
    cache.set("a", claims(), 0, Infinity);
    cache.set("b", claims(), 0, Infinity);
    cache.get("a", 1);
    cache.set("c", claims(), 2, Infinity);
    expect(cache.size()).to.equal(2);
    expect(cache.get("b", 3)).to.equal(undefined);
    expect(cache.get("a", 3)).to.not.equal(undefined);
    expect(cache.get("c", 3)).to.not.equal(undefined);
  });
});
