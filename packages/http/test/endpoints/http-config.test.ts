import { expect } from "chai";
import { defaultHttpConfig, httpConfigOf } from "../../src/endpoints/http-config.js";
import { defaultRateLimits } from "../../src/limits/rate-limits.js";

describe("the settings of the server", () => {
  it("are the limits of ledger-api 12 on a loopback address where nothing else is said", () => {
    expect(httpConfigOf({})).to.deep.equal(defaultHttpConfig);
    expect(defaultHttpConfig).to.include({
      host: "127.0.0.1",
      maxBodyBytes: 10 * 1024 * 1024,
      requestTimeoutMs: 20_000,
      maxListElements: 200,
      listIdleTimeoutMs: 500,
      maxSelfAllocatedParties: 0,
    });
    expect(defaultHttpConfig.auth).to.deep.equal({ kind: "development" });
  });

  it("differ in what is given, and in nothing else", () => {
    const config = httpConfigOf({ port: 0, maxListElements: 5 });
    expect(config).to.deep.equal({ ...defaultHttpConfig, port: 0, maxListElements: 5 });
  });

  it("may differ in one part of the websockets or the rate limits", () => {
    const config = httpConfigOf({
      webSocket: { maxSockets: 1 },
      rateLimits: { requests: { perSecond: 2 } },
    });
    expect(config.webSocket).to.deep.equal({ ...defaultHttpConfig.webSocket, maxSockets: 1 });
    expect(config.rateLimits).to.deep.equal({ ...defaultRateLimits, requests: { perSecond: 2 } });
    expect(httpConfigOf({ webSocket: undefined }).webSocket).to.deep.equal(
      defaultHttpConfig.webSocket,
    );
  });

  it("have room for one largest body at least, and for a frame within a body", () => {
    const { maxHeldBodyBytes, maxBodyBytes, webSocket } = defaultHttpConfig;
    expect(maxHeldBodyBytes).to.be.at.least(maxBodyBytes);
    expect(webSocket.maxFrameBytes).to.be.at.most(maxBodyBytes);
    expect(webSocket.maxSockets).to.be.lessThan(defaultHttpConfig.maxConnections);
  });
});
