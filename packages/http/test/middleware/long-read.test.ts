import { connect } from "node:net";
import { expect } from "chai";
import type { LedgerApiMiddleware } from "../../src/middleware/exchange.js";
import { longRead } from "../../src/middleware/long-read.js";
import { type RunningRead, runningReads } from "../../src/limits/running-reads.js";
import { bareApp, type BareReply } from "../fixtures/bare-app.js";
import { callerWith } from "../fixtures/callers.js";
import { sampleEndpoint } from "../fixtures/sample-endpoint.js";

const limits = { perUser: 2, overall: 10, heldBytes: 1024 * 1024 };
const endpoint = sampleEndpoint({ isLongRead: true });

/** Waits until something holds. */
const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 2));
};

/** A server of one long read, which waits until it is let continue or is given up. */
const waitingReads = async () => {
  const reads = runningReads(limits);
  const turns: string[] = [];
  const begun: RunningRead[] = [];
  let goOn: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  const turn = async ({ by = "" }): Promise<true> => {
    turns.push(by);
    return true;
  };
  const asAlice: LedgerApiMiddleware = (ctx, next) => {
    ctx.state.ledgerApi.caller = callerWith([], { userId: "alice" });
    return next();
  };
  const read: LedgerApiMiddleware = async (ctx) => {
    const { read: running } = ctx.state.ledgerApi;
    if (running === undefined) throw new Error("there is no read");
    begun.push(running);
    await Promise.race([
      released,
      new Promise((resolve) => running.signal.addEventListener("abort", resolve)),
    ]);
    ctx.body = "read";
  };
  const app = await bareApp(asAlice, longRead(reads, { turn }, endpoint), read);
  return { app, reads, turns, begun, goOn };
};

const codeOf = ({ exchange }: BareReply): string | undefined => exchange.error?.error.code;

describe("A long read", () => {
  it("has its turn, and runs until its answer was sent", async () => {
    const { app, reads, turns, begun, goOn } = await waitingReads();
    const answer = app.call();
    await until(() => begun.length === 1);
    expect(turns).to.deep.equal(["alice"]);
    expect(reads.count()).to.equal(1);
    goOn();
    expect((await answer).text).to.equal("read");
    await until(() => reads.count() === 0);
    await app.close();
  });

  it("is refused beyond those that may run, with the time to wait", async () => {
    const { app, begun, goOn } = await waitingReads();
    const both = [app.call(), app.call()];
    await until(() => begun.length === 2);
    const third = await app.call();
    expect(codeOf(third)).to.equal("RATE_LIMIT_EXCEEDED");
    expect(third.exchange.error?.headers).to.have.property("Retry-After");
    expect(begun).to.have.lengthOf(2);
    goOn();
    await Promise.all(both);
    await app.close();
  });

  it("is aborted when its caller disconnects, and makes room for others", async () => {
    const { app, reads, begun } = await waitingReads();
    const socket = connect(app.port, "127.0.0.1");
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await until(() => begun.length === 1);
    socket.destroy();
    await until(() => begun[0]?.signal.aborted === true);
    await until(() => reads.count() === 0);
    await app.close();
  });

  it("answers that the node stops, and not what it has read until then", async () => {
    const { app, reads, begun } = await waitingReads();
    const answer = app.call();
    await until(() => begun.length === 1);
    reads.close();
    expect(codeOf(await answer)).to.equal("SERVICE_NOT_RUNNING");
    await app.close();
  });

  it("answers that there is no room for its answer", async () => {
    const { app, begun } = await waitingReads();
    const answer = app.call();
    await until(() => begun.length === 1);
    expect(begun[0]?.hold(limits.heldBytes)).to.equal(false);
    expect(codeOf(await answer)).to.equal("RATE_LIMIT_EXCEEDED");
    await app.close();
  });

  it("is nothing that other endpoints have", async () => {
    const reads = runningReads({ ...limits, perUser: 1, overall: 1 });
    reads.begin("somebody");
    const turn = () => Promise.reject(new Error("asked for a turn"));
    const app = await bareApp(longRead(reads, { turn }, sampleEndpoint()), (ctx) => {
      ctx.body = "there";
    });
    const { text, exchange } = await app.call();
    expect([text, exchange.read]).to.deep.equal(["there", undefined]);
    await app.close();
  });
});
