import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { Followers, forgottenSeconds, maxFollowers } from "../../src/metrics/followers.js";

describe("Followers of a ledger", () => {
  let at: { end: number; ms: number };
  let followers: Followers;
  beforeEach(() => {
    at = { end: 100, ms: 0 };
    followers = new Followers(() => at.end, { nowMs: () => at.ms });
  });

  const reports = (offset: number, more: { name?: string; ended?: boolean } = {}) =>
    followers.report({ name: "store", offset, ended: false, ...more });

  it("are behind by events, and since when they have not had what the ledger had", () => {
    reports(100);
    expect(followers.lags()).to.deep.equal([{ name: "store", events: 0, seconds: 0 }]);
    at = { end: 130, ms: 4_000 };
    expect(followers.lags()).to.deep.equal([{ name: "store", events: 30, seconds: 4 }]);
    at = { end: 130, ms: 10_000 };
    reports(120);
    expect(followers.lags()).to.deep.equal([{ name: "store", events: 10, seconds: 10 }]);
  });

  it("are behind by little where they are never at the end, and move", () => {
    reports(90);
    for (let report = 1; report <= 20; report += 1) {
      at = { end: 100 * report + 100, ms: 5_000 * report };
      reports(100 * report + 90);
    }
    expect(followers.lags()).to.deep.equal([{ name: "store", events: 10, seconds: 5 }]);
  });

  it("are behind since they began while they have not reached what there was then", () => {
    for (let report = 0; report < 20; report += 1) {
      at = { end: 100, ms: 5_000 * report };
      reports(report);
    }
    expect(followers.lags()).to.deep.equal([{ name: "store", events: 81, seconds: 95 }]);
  });

  it("are behind while they are silent, and forgotten after an hour", () => {
    reports(100);
    at = { end: 101, ms: forgottenSeconds * 1_000 };
    expect(followers.lags()).to.deep.equal([
      { name: "store", events: 1, seconds: forgottenSeconds },
    ]);
    at.ms += 1;
    expect(followers.lags()).to.deep.equal([]);
  });

  it("are forgotten when they end", () => {
    reports(90);
    reports(90, { ended: true });
    expect(followers.lags()).to.deep.equal([]);
  });

  it("are at most so many, until one ends", () => {
    for (let each = 0; each < maxFollowers; each += 1) reports(1, { name: `store-${each}` });
    expect(isLeft(reports(1, { name: "further" }))).to.equal(true);
    expect(isLeft(reports(2, { name: "store-1" }))).to.equal(false);
    reports(2, { name: "store-1", ended: true });
    expect(isLeft(reports(1, { name: "further" }))).to.equal(false);
    expect(followers.lags()).to.have.length(maxFollowers);
  });
});
