import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { proposed, type ReadAnswer } from "../../raw-client.js";
import { type Served, serve, until } from "../../served-store.js";

const events = (count: number) => Array.from({ length: count }, () => proposed());

const following = ({ raw }: Served, from: object, filter?: object) =>
  raw.follow({
    all: from,
    subscription: {},
    ...(filter === undefined ? {} : { filter, noFilter: undefined }),
  });

const wordOf = (answer: ReadAnswer): string | number => {
  if (answer.confirmation !== undefined) return "confirmed";
  if (answer.caughtUp !== undefined) return "caught up";
  if (answer.checkpoint !== undefined) return `checkpoint ${answer.checkpoint.commitPosition}`;
  return Number(answer.event?.commitPosition ?? -1);
};

/** Takes longer for each letter a name has. */
const SLOW = "^(plain|(a+)+)$";

const words = (answers: ReadonlyArray<ReadAnswer>) => answers.map(wordOf);

describe("A subscription to all streams", () => {
  it("is confirmed, gets what is there, a mark, and what comes", async () => {
    const served = await serve();
    await served.raw.append("a", "none", events(2));
    const start = following(served, { start: {} });
    const after = following(served, { position: { commitPosition: 1n, preparePosition: 1n } });
    const end = following(served, { end: {} });
    expect(words(await start.answers(4))).to.deep.equal(["confirmed", 1, 2, "caught up"]);
    expect(words(await after.answers(3))).to.deep.equal(["confirmed", 2, "caught up"]);
    expect(words(await end.answers(2))).to.deep.equal(["confirmed", "caught up"]);
    await served.raw.append("b", "none", events(1));
    await served.raw.append("a", 1, events(1));
    expect(words(await start.answers(6)).slice(4)).to.deep.equal([3, 4]);
    expect(words(await end.answers(4)).slice(2)).to.deep.equal([3, 4]);
    for (const follower of [start, after, end]) follower.cancel();
  });

  it("misses nothing of what is written while it catches up", async () => {
    const served = await serve();
    for (let count = 0; count < 30; count += 1) await served.raw.append("a", "any", events(100));
    const follower = following(served, { start: {} });
    for (let count = 0; count < 50; count += 1) await served.raw.append("b", "any", events(2));
    const answers = await follower.answers(3_102);
    const positions = words(answers).filter((word) => typeof word === "number");
    expect(positions).to.deep.equal(Array.from({ length: 3_100 }, (_, at) => at + 1));
    follower.cancel();
  });

  it("gets what a filter lets through, and checkpoints as often as it asks", async () => {
    const served = await serve();
    await served.raw.append("a", "none", events(3));
    await served.raw.append("b", "none", events(4));
    const filter = { max: 2, checkpointIntervalMultiplier: 2, streamIdentifier: { regex: "^b" } };
    const follower = following(served, { start: {} }, filter);
    expect(words(await follower.answers(7))).to.deep.equal([
      "confirmed",
      4,
      "checkpoint 4",
      5,
      6,
      7,
      "caught up",
    ]);
    await served.raw.append("a", 2, events(2));
    expect(words(await follower.answers(8)).at(-1)).to.equal("checkpoint 8");
    follower.cancel();
  });

  it("ends with a status, and leaves nothing out, when a pattern takes too long", async () => {
    const served = await serve();
    await served.raw.append("plain", "none", events(1));
    await served.raw.append(`${"a".repeat(60)}!`, "none", events(1));
    const filter = { max: 2, checkpointIntervalMultiplier: 1, streamIdentifier: { regex: SLOW } };
    const { answers, failed } = await following(served, { start: {} }, filter).ended();
    expect(words(answers)).to.deep.equal(["confirmed", 1]);
    expect(failed?.code).to.equal(status.UNKNOWN);
  });

  const refused: ReadonlyArray<readonly [string, object, status]> = [
    [
      "a multiplier of 0",
      { max: 2, checkpointIntervalMultiplier: 0, eventType: { prefix: ["T"] } },
      status.UNKNOWN,
    ],
    [
      "a pattern that is none",
      { max: 2, checkpointIntervalMultiplier: 1, eventType: { regex: "(" } },
      status.INVALID_ARGUMENT,
    ],
    ["a filter of nothing", { max: 2, checkpointIntervalMultiplier: 1 }, status.INVALID_ARGUMENT],
    [
      "no window",
      { checkpointIntervalMultiplier: 1, eventType: { prefix: ["T"] } },
      status.INVALID_ARGUMENT,
    ],
  ];
  for (const [name, filter, code] of refused) {
    it(`refuses ${name}`, async () => {
      const served = await serve();
      expect((await following(served, { start: {} }, filter).ended()).failed?.code).to.equal(code);
    });
  }

  /** A served store, and how many listen to its appends. */
  const counted = async (limits: { readonly slowConsumerMs?: number } = {}) => {
    const { store } = await serve();
    let listeners = 0;
    const { allStreams } = store.capabilities;
    const onAppend = (wake: () => void) => {
      const stop = allStreams.onAppend(wake);
      listeners += 1;
      return () => {
        listeners -= 1;
        stop();
      };
    };
    const counting = { ...store, capabilities: { allStreams: { ...allStreams, onAppend } } };
    return { served: await serve({ store: counting, limits }), listeners: () => listeners };
  };

  it("is dropped when it reads nothing while more and more waits for it", async () => {
    const { served, listeners } = await counted({ slowConsumerMs: 30 });
    const follower = following(served, { start: {} });
    await follower.answers(2);
    follower.pause();
    // A fifth of this fills the buffers of both ends, so that more than 64 wait.
    const heavy = `"${"x".repeat(40_000)}"`;
    await served.raw.append("s", "none", [proposed(heavy)]);
    for (let count = 0; count < 15; count += 1) {
      const eight = Array.from({ length: 8 }, () => proposed(heavy));
      await served.raw.append("s", "any", eight);
    }
    await until(() => listeners() === 0, "the server has dropped it");
    follower.resume();
    expect((await follower.ended()).failed?.code).to.equal(status.ABORTED);
  });

  it("stops listening to the store when its client goes", async () => {
    const { served, listeners } = await counted();
    const follower = following(served, { start: {} });
    await follower.answers(2);
    expect(listeners()).to.equal(1);
    follower.cancel();
    await follower.ended();
    await until(() => listeners() === 0, "nobody listens");
  });
});
