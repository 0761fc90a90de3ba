import { verifyStream } from "@tallystick/event-store";
import { expect } from "chai";
import { isRight } from "fp-ts/lib/Either.js";
import type { streamsMethods } from "../../src/protocol/service-methods.js";
import { faultyProxy } from "../faulty-proxy.js";
import { type ReadMessage, rewritingRead, scriptedServer } from "../scripted-server.js";
import { atEnd, rightOf, serve, until } from "../served-store.js";
import { following, newEvents, openStore, PATIENT, unhandledRejections } from "./opened-store.js";

const clear = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

const upTo = (count: number): ReadonlyArray<number> => Array.from({ length: count }, (_, at) => at);

const isSubscription = (request: ReturnType<typeof streamsMethods.read.request.decode>): boolean =>
  request.options?.subscription !== undefined;

describe("A subscription through the adapter", () => {
  it("resumes after the server has died, misses nothing and repeats nothing", async () => {
    const unhandled = unhandledRejections();
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const writer = await openStore(served.address);
    rightOf(await writer.append("s", "no-stream", newEvents(2)));
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    let at = 1;
    for (let round = 0; round < 6; round += 1) {
      if (round % 2 === 0) proxy.cut();
      else proxy.halfClose();
      at = rightOf(await writer.append("s", at, newEvents(3))).revision;
      await until(() => follower.revisions.length === at + 1, `revision ${at} has come`);
    }
    expect(follower.revisions).to.deep.equal(upTo(at + 1));
    expect(follower.errors).to.deep.equal([]);
    expect(unhandled).to.deep.equal([]);
  });

  it("waits for a server that is away", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const writer = await openStore(served.address);
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    proxy.weather.accepts = false;
    proxy.cut();
    rightOf(await writer.append("s", "no-stream", newEvents(4)));
    await new Promise((resolve) => setTimeout(resolve, 300));
    proxy.weather.accepts = true;
    await until(() => follower.revisions.length === 4, "all four have come");
    expect(follower.revisions).to.deep.equal([0, 1, 2, 3]);
  });

  for (const [name, end] of [
    ["ends cleanly", undefined],
    ["is dropped as too slow", { code: 10, details: "Operation timed out: Consumer too slow" }],
    ["is cancelled by the server", { code: 1, details: "Cancelled" }],
  ] as const) {
    it(`that ${name} after every third event resumes, and knows when it is at the end`, async () => {
      const unhandled = unhandledRejections();
      let subscriptions = 0;
      const scripted = await scriptedServer({
        read: (call, usual) => {
          if (!isSubscription(call.request)) {
            usual(call);
            return;
          }
          subscriptions += 1;
          let events = 0;
          usual(
            rewritingRead(call, (answer) => {
              if (answer.event === undefined) return [answer];
              events += 1;
              if (events === 3) {
                setImmediate(() => {
                  if (end === undefined) call.end();
                  else call.emit("error", end);
                });
              }
              return events > 3 ? [] : [answer];
            }),
          );
        },
      });
      const store = await openStore(scripted.address);
      const follower = following(store, "s");
      await until(() => follower.caughtUp > 0, "caught up");
      for (let at = 0; at < 20; at += 1)
        rightOf(await store.append("s", at === 0 ? "no-stream" : at - 1, newEvents(1)));
      await until(() => follower.revisions.length === 20, "all twenty have come");
      expect(follower.revisions).to.deep.equal(upTo(20));
      await until(() => subscriptions > 1, "subscribed again");
      const { caughtUp } = follower;
      rightOf(await store.append("s", 19, newEvents(1)));
      await until(() => follower.caughtUp > caughtUp, "caught up again");
      expect(follower.errors).to.deep.equal([]);
      expect(unhandled).to.deep.equal([]);
    });
  }

  for (const [name, drop] of [
    ["never confirms", (answer: ReadMessage) => answer.confirmation !== undefined],
    ["confirms and pushes nothing", (answer: ReadMessage) => answer.event !== undefined],
  ] as const) {
    it(`follows a server that ${name}, by looking for itself`, async () => {
      const scripted = await scriptedServer({
        read: (call, usual) => {
          usual(
            isSubscription(call.request)
              ? rewritingRead(call, (answer) => (drop(answer) ? [] : [answer]))
              : call,
          );
        },
      });
      const store = await openStore(scripted.address, { idleCheckMs: 60, readStallMs: 100 });
      const follower = following(store, "s");
      await until(() => follower.caughtUp > 0, "caught up");
      rightOf(await store.append("s", "no-stream", newEvents(3)));
      await until(() => follower.revisions.length === 3, "all three have come");
      rightOf(await store.append("s", 2, newEvents(1)));
      await until(() => follower.revisions.length === 4, "the fourth has come");
      expect(follower.revisions).to.deep.equal([0, 1, 2, 3]);
    });
  }

  it("reads no pages while the server pushes, and those alone that it passed over", async () => {
    let reads = 0;
    let passedOver = -2;
    const scripted = await scriptedServer({
      read: (call, usual) => {
        if (!isSubscription(call.request)) reads += 1;
        const isPushed = ({ event }: ReadMessage): boolean =>
          Number(event?.event?.streamRevision ?? -1n) !== passedOver;
        usual(
          isSubscription(call.request)
            ? rewritingRead(call, (answer) => (isPushed(answer) ? [answer] : []))
            : call,
        );
      },
    });
    const store = await openStore(scripted.address, PATIENT);
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    rightOf(await scripted.store.append("s", "no-stream", newEvents(1)));
    await until(() => follower.revisions.length === 1, "the first has come");
    const before = reads;
    for (let at = 0; at < 10; at += 1) {
      rightOf(await scripted.store.append("s", at, newEvents(1)));
      await until(() => follower.revisions.length === at + 2, `revision ${at + 1} has come`);
    }
    expect(reads).to.equal(before);
    passedOver = 11;
    rightOf(await scripted.store.append("s", 10, newEvents(3)));
    await until(() => follower.revisions.length === 14, "those passed over have come");
    expect(follower.revisions).to.deep.equal(upTo(14));
    expect(reads).to.be.greaterThan(before);
  });

  it("lets an append follow what others wrote without a look at the stream", async () => {
    let reads = 0;
    const scripted = await scriptedServer({
      read: (call, usual) => {
        if (!isSubscription(call.request)) reads += 1;
        usual(call);
      },
    });
    const store = await openStore(scripted.address, PATIENT);
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    rightOf(await scripted.store.append("s", "no-stream", newEvents(3)));
    await until(() => follower.revisions.length === 3, "all three have come");
    const before = reads;
    rightOf(await store.append("s", 2, newEvents(1)));
    expect(reads).to.equal(before);
    expect(isRight(await verifyStream(scripted.store, "s"))).to.equal(true);
  });

  it("delivers once and in order what was pushed twice or out of order", async () => {
    const scripted = await scriptedServer({
      read: (call, usual) => {
        let held: ReadMessage | undefined;
        usual(
          isSubscription(call.request)
            ? rewritingRead(call, (answer) => {
                if (answer.event === undefined) return [answer];
                const before = held;
                held = answer;
                return before === undefined ? [answer, answer] : [answer, before, answer];
              })
            : call,
        );
      },
    });
    const store = await openStore(scripted.address);
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    let at: number | "no-stream" = "no-stream";
    for (let round = 0; round < 10; round += 1)
      at = rightOf(await store.append("s", at, newEvents(2))).revision;
    await until(() => follower.revisions.length >= 20, "all twenty have come");
    expect(follower.revisions).to.deep.equal(upTo(20));
    expect(follower.errors).to.deep.equal([]);
  });

  it("after a revision that is not there yet waits for it, over a server that dies meanwhile", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const writer = await openStore(served.address);
    rightOf(await writer.append("s", "no-stream", newEvents(2)));
    const follower = following(store, "s", 5);
    await until(() => follower.caughtUp > 0, "caught up");
    rightOf(await writer.append("s", 1, newEvents(2)));
    proxy.cut();
    rightOf(await writer.append("s", 3, newEvents(2)));
    rightOf(await writer.append("s", 5, newEvents(2)));
    await until(() => follower.revisions.length === 2, "what comes after it has come");
    expect(follower.revisions).to.deep.equal([6, 7]);
    expect(follower.errors).to.deep.equal([]);
  });

  /** A server with so many events, and from where pages of it were read. */
  const paged = async (count: number) => {
    const pages: number[] = [];
    const scripted = await scriptedServer({
      read: (call, usual) => {
        const { count, stream } = call.request.options ?? {};
        if (count === 1_000n) pages.push(Number(stream?.revision));
        usual(call);
      },
    });
    let at: number | "no-stream" = "no-stream";
    for (let written = 0; written < count; written += 500)
      at = rightOf(await scripted.store.append("s", at, newEvents(500))).revision;
    const store = await openStore(scripted.address, PATIENT);
    const subscription = store.subscribe("s", -1);
    atEnd(() => subscription.close());
    const items = subscription[Symbol.asyncIterator]();
    const next = async (): Promise<ReadonlyArray<number> | "caught-up"> => {
      const item = await items.next();
      if (item.done === true) throw new Error("it has ended");
      const delivered = rightOf(item.value);
      return delivered.kind === "events"
        ? delivered.events.map(({ revision }) => revision)
        : "caught-up";
    };
    return { behind: scripted.store, pages, next };
  };
  const soon = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 50));

  it("reads one page ahead of a consumer that is busy, and no more", async () => {
    const { pages, next } = await paged(3_500);
    const seen = [await next()].flat();
    await until(() => pages.length === 2, "the second page is read");
    await soon();
    expect(pages).to.deep.equal([0, 1_000]);
    while (seen.at(-1) !== "caught-up") seen.push(...[await next()].flat());
    expect(seen.slice(0, -1)).to.deep.equal(upTo(3_500));
  });

  it("is not at the end because it was when it read ahead", async () => {
    const { behind, pages, next } = await paged(1_000);
    expect(await next()).to.have.length(1_000);
    await until(() => pages.length === 2, "it has looked for more");
    await soon();
    rightOf(await behind.append("s", 999, newEvents(3)));
    expect(await next()).to.deep.equal([1_000, 1_001, 1_002]);
    expect(await next()).to.equal("caught-up");
  });

  it("of a slow consumer keeps little in memory and delivers all", async () => {
    const served = await serve();
    const store = await openStore(served.address, { appendTimeoutMs: 2_000 });
    const subscription = store.subscribe("s", -1);
    const revisions: number[] = [];
    const slow = (async () => {
      for await (const item of subscription) {
        const delivered = rightOf(item);
        if (delivered.kind !== "events") continue;
        revisions.push(...delivered.events.map(({ revision }) => revision));
        if (revisions.length >= 3_000) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    })();
    let at: number | "no-stream" = "no-stream";
    for (let round = 0; round < 30; round += 1)
      at = rightOf(await store.append("s", at, newEvents(100, 200))).revision;
    await slow;
    expect(revisions).to.deep.equal(upTo(3_000));
    expect(isRight(await verifyStream(store, "s"))).to.equal(true);
  });

  it("ends with closed when the store is closed while the server is away", async () => {
    const served = await serve();
    const proxy = await faultyProxy(served.server.port);
    const store = await openStore(clear(proxy.port));
    const follower = following(store, "s");
    await until(() => follower.caughtUp > 0, "caught up");
    proxy.weather.accepts = false;
    proxy.cut();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await store.close();
    await follower.done;
    expect(follower.errors).to.deep.equal([{ kind: "closed" }]);
  });
});
