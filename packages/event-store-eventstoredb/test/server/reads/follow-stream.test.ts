import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { identifier, proposed, type ReadAnswer } from "../../raw-client.js";
import { type Served, serve } from "../../served-store.js";

const events = (count: number) => Array.from({ length: count }, () => proposed());

const following = ({ raw }: Served, from: object, name = "s") =>
  raw.follow({ stream: { streamIdentifier: identifier(name), ...from }, subscription: {} });

const wordOf = (answer: ReadAnswer): string | number => {
  if (answer.confirmation !== undefined) return "confirmed";
  if (answer.caughtUp !== undefined) return "caught up";
  return Number(answer.event?.event?.streamRevision ?? -1);
};

const words = (answers: ReadonlyArray<ReadAnswer>) => answers.map(wordOf);

describe("A subscription to a stream", () => {
  it("is confirmed, gets what is there, a mark, and what comes", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(2));
    const follower = following(served, { start: {} });
    expect(words(await follower.answers(4))).to.deep.equal(["confirmed", 0, 1, "caught up"]);
    await served.raw.append("other", "none", events(1));
    await served.raw.append("s", 1, events(2));
    const answers = await follower.answers(6);
    expect(words(answers).slice(4)).to.deep.equal([2, 3]);
    expect(answers[0]?.confirmation?.subscriptionId).to.match(/^[0-9a-f-]{36}$/);
    follower.cancel();
  });

  it("begins after a revision, or at the end", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(5));
    const after = following(served, { revision: 2n });
    const end = following(served, { end: {} });
    expect(words(await after.answers(4))).to.deep.equal(["confirmed", 3, 4, "caught up"]);
    expect(words(await end.answers(2))).to.deep.equal(["confirmed", "caught up"]);
    await served.raw.append("s", 4, events(1));
    expect(wordOf((await end.answers(3))[2] ?? ({} as ReadAnswer))).to.equal(5);
    after.cancel();
    end.cancel();
  });

  it("gets no mark on a stream without events before there is one, except at its end", async () => {
    const served = await serve();
    const start = following(served, { start: {} });
    const end = following(served, { end: {} });
    expect(words(await end.answers(2))).to.deep.equal(["confirmed", "caught up"]);
    expect(words(await start.answers(1))).to.deep.equal(["confirmed"]);
    await served.raw.append("s", "none", events(1));
    expect(words(await start.answers(3))).to.deep.equal(["confirmed", 0, "caught up"]);
    expect(words(await end.answers(3))).to.deep.equal(["confirmed", "caught up", 0]);
    start.cancel();
    end.cancel();
  });

  it("that resumes after a revision that is not there yet gets only what comes after it", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(1));
    const follower = following(served, { revision: 5n });
    await follower.answers(1);
    await served.raw.append("s", 0, events(7));
    await follower.answers(4);
    expect(
      words(await follower.answers(4)).filter((word) => typeof word === "number"),
    ).to.deep.equal([6, 7]);
    follower.cancel();
  });

  it("passes over what the metadata hide", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(4));
    const setting = proposed('{"$tb":3}');
    setting.metadata.set("type", "$metadata");
    await served.raw.append("$$s", "any", [setting]);
    const follower = following(served, { start: {} });
    expect(words(await follower.answers(3))).to.deep.equal(["confirmed", 3, "caught up"]);
    follower.cancel();
  });

  it("ends with the stream, after the event that ends it", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(1));
    const follower = following(served, { start: {} });
    await follower.answers(3);
    await served.raw.unary(
      (await import("../../../src/protocol/service-methods.js")).streamsMethods.tombstone,
      {
        options: { streamIdentifier: identifier("s"), any: {} },
      },
    );
    const { answers, failed } = await follower.ended();
    expect(answers.at(-1)?.event?.event?.streamRevision).to.equal(2n ** 63n - 1n);
    expect(failed?.code).to.equal(status.FAILED_PRECONDITION);
    expect(failed?.trailers).to.include({ exception: "stream-deleted", "stream-name": "s" });
    const late = await following(served, { start: {} }).ended();
    expect(late.failed?.trailers).to.include({ exception: "stream-deleted" });
  });

  it("is dropped when it reads nothing while more and more waits for it", async () => {
    const served = await serve({ limits: { slowConsumerMs: 30 } });
    const follower = following(served, { start: {} });
    await served.raw.append("s", "none", events(1));
    await follower.answers(3);
    follower.pause();
    const heavy = proposed(`"${"x".repeat(100_000)}"`);
    for (let count = 0; count < 300; count += 1)
      await served.raw.append("s", count, [{ ...heavy, id: proposed().id }]);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    follower.resume();
    const { failed } = await follower.ended();
    expect(failed?.code).to.equal(status.ABORTED);
    expect(failed?.details).to.match(/^Operation timed out: Consumer too slow/);
  });

  it("may take its time while it catches up", async () => {
    const served = await serve({ limits: { slowConsumerMs: 20 } });
    const heavy = proposed(`"${"x".repeat(100_000)}"`);
    for (let count = 0; count < 200; count += 1)
      await served.raw.append("s", "any", [{ ...heavy, id: proposed().id }]);
    const follower = following(served, { start: {} });
    await follower.answers(2);
    follower.pause();
    await new Promise((resolve) => setTimeout(resolve, 150));
    follower.resume();
    const mark = (await follower.answers(202)).at(-1)?.caughtUp;
    expect(mark).to.include({ streamRevision: 199n });
    expect(Number(mark?.timestamp?.seconds)).to.be.greaterThan(0);
    follower.cancel();
  });

  it("ends as not ready when the store closes", async () => {
    const served = await serve();
    const follower = following(served, { start: {} });
    await follower.answers(1);
    await served.store.close();
    expect((await follower.ended()).failed?.code).to.equal(status.UNAVAILABLE);
  });
});
