import { expect } from "chai";
import {
  createRateLimits,
  defaultRateLimits,
  type RateLimitConfig,
} from "../../src/limits/rate-limits.js";
import { addressLimit, userLimit } from "../../src/middleware/rate-limit.js";
import type { LedgerApiMiddleware } from "../../src/middleware/exchange.js";
import { type BareReply, bareApp } from "../fixtures/bare-app.js";
import { callerWith } from "../fixtures/callers.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

const limitsOf = (config: Partial<RateLimitConfig>) =>
  createRateLimits({ ...defaultRateLimits, ...config });
const none = { perSecond: 0.01, burst: 1 };

/** So many requests in a row behind some middlewares: which of them got through. */
const through = async (
  count: number,
  ...middlewares: ReadonlyArray<LedgerApiMiddleware>
): Promise<ReadonlyArray<BareReply>> => {
  const app = await bareApp(...middlewares, (ctx) => {
    ctx.body = "through";
  });
  const replies: BareReply[] = [];
  for (let at = 0; at < count; at += 1) replies.push(await app.call());
  await app.close();
  return replies;
};
const texts = (replies: ReadonlyArray<BareReply>): ReadonlyArray<string> =>
  replies.map(({ text, exchange }) => exchange.error?.error.code ?? text);
/** A middleware that says who the caller is. */
const as =
  (userId: string): LedgerApiMiddleware =>
  (ctx, next) => {
    ctx.state.ledgerApi.caller = callerWith([], { userId });
    return next();
  };

describe("the limit of an address", () => {
  it("lets its burst through and then says how long to wait", async () => {
    const limits = limitsOf({ addresses: { perSecond: 0.01, burst: 2 } });
    const replies = await through(3, addressLimit(limits, sampleEndpoint()));
    expect(texts(replies)).to.deep.equal(["through", "through", "RATE_LIMIT_EXCEEDED"]);
    const { error } = replies[2]?.exchange ?? {};
    expect(error?.error.cause).to.match(
      /^Too many requests from this address; try again in \d+ s$/,
    );
    expect(Number(error?.headers?.["Retry-After"])).to.be.within(1, 100);
    expect(error?.error.definiteAnswer).to.equal(true);
  });
});

describe("what tells of the health", () => {
  it("is not limited by its address", async () => {
    const limits = limitsOf({ addresses: { perSecond: 0.01, burst: 1 } });
    const health = sampleEndpoint({ isUnlimited: true });
    const replies = await through(3, addressLimit(limits, health));
    expect(texts(replies)).to.deep.equal(["through", "through", "through"]);
  });
});

describe("the limit of a user", () => {
  it("counts the requests of each user apart", async () => {
    const limits = limitsOf({ requests: none });
    const endpoint = sampleEndpoint();
    const alice = await through(2, as("alice"), userLimit(limits, endpoint));
    expect(texts(alice)).to.deep.equal(["through", "RATE_LIMIT_EXCEEDED"]);
    const bob = await through(1, as("bob"), userLimit(limits, endpoint));
    expect(texts(bob)).to.deep.equal(["through"]);
  });

  it("counts no one at an open endpoint", async () => {
    const endpoint = sampleEndpoint({ access: "open" });
    const replies = await through(3, userLimit(limitsOf({ requests: none }), endpoint));
    expect(texts(replies)).to.deep.equal(["through", "through", "through"]);
  });

  for (const submits of [true, false]) {
    it(`${submits ? "counts" : "does not count"} what ${submits ? "submits" : "does not submit"} as a submission`, async () => {
      const limits = limitsOf({ submissions: none });
      const replies = await through(2, as("alice"), userLimit(limits, sampleEndpoint({ submits })));
      expect(texts(replies)[1]).to.equal(submits ? "RATE_LIMIT_EXCEEDED" : "through");
      if (submits)
        expect(replies[1]?.exchange.error?.error.cause).to.match(/^Too many submissions; /);
    });
  }
});
