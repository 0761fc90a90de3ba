import { randomUUID } from "node:crypto";
import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { type AppendAnswer, type Ended, expecting, proposed } from "../../raw-client.js";
import { serve } from "../../served-store.js";

const ids = (count: number): ReadonlyArray<string> =>
  Array.from({ length: count }, () => randomUUID());
const withIds = (some: ReadonlyArray<string>) => some.map((id) => proposed("{}", id));
const events = (count: number) => withIds(ids(count));

const successOf = ({ answers }: Ended<AppendAnswer>) => {
  const success = answers[0]?.success;
  return success === undefined
    ? undefined
    : { revision: success.currentRevision, position: success.position?.commitPosition };
};

const wrongVersionOf = ({ answers }: Ended<AppendAnswer>) => answers[0]?.wrongExpectedVersion;

describe("Append", () => {
  it("appends to a new stream and names the last event's revision and position", async () => {
    const { raw } = await serve();
    await raw.append("other", "any", events(2));
    const appended = successOf(await raw.append("s", "none", events(3)));
    expect(appended).to.deep.equal({ revision: 2n, position: 5n });
    const all = await raw.read({ all: { start: {} }, count: 100n });
    const last = all.answers.at(-1)?.event?.event;
    expect(last?.streamRevision).to.equal(2n);
    expect(last?.commitPosition).to.equal(appended?.position);
    expect(last?.preparePosition).to.equal(appended?.position);
  });

  it("answers a repeat as the first time, forever, and writes nothing", async () => {
    const { raw, store } = await serve();
    const first = withIds(ids(3));
    const answer = successOf(await raw.append("s", "none", first));
    expect(successOf(await raw.append("s", "none", first))).to.deep.equal(answer);
    await raw.append("s", 2, events(4));
    expect(successOf(await raw.append("s", "none", first))).to.deep.equal(answer);
    const part = successOf(await raw.append("s", "none", first.slice(0, 2)));
    expect(part?.revision).to.equal(1n);
    const more = await raw.append("s", "none", [...first, ...events(1)]);
    expect(wrongVersionOf(more)?.currentRevision).to.equal(6n);
    const last = await store.lastEvent("s");
    expect(last).to.have.nested.property("right.revision", 6);
  });

  it("does not compare ids when the expected revision is the last one", async () => {
    const { raw } = await serve();
    const [first] = withIds(ids(1));
    await raw.append("s", "none", [first]);
    expect(successOf(await raw.append("s", 0, [first]))?.revision).to.equal(1n);
  });

  const wrong: ReadonlyArray<
    readonly [string, number, number | "none" | "exists", bigint | "none"]
  > = [
    ["a revision past the end", 3, 3, 2n],
    ["a revision before the end with other events", 3, 0, 2n],
    ["no stream where there is one", 2, "none", 1n],
    ["a stream where there is none", 0, "exists", "none"],
    ["a revision where there is no stream", 0, 0, "none"],
  ];
  for (const [name, before, expected, current] of wrong) {
    it(`names what is there when ${name} is expected`, async () => {
      const { raw } = await serve();
      if (before > 0) await raw.append("s", "none", events(before));
      const answer = wrongVersionOf(await raw.append("s", expected, events(1)));
      expect(answer?.currentRevision).to.equal(current === "none" ? undefined : current);
      expect(answer?.oldCurrentRevision).to.equal(current === "none" ? undefined : current);
      expect(answer?.currentNoStream !== undefined).to.equal(current === "none");
      expect(answer?.oldNoStream !== undefined).to.equal(current === "none");
      const fields = expecting(expected);
      expect(answer?.expectedRevision).to.equal("revision" in fields ? fields.revision : undefined);
      expect(answer?.expectedNoStream !== undefined).to.equal("noStream" in fields);
      expect(answer?.expectedStreamExists !== undefined).to.equal("streamExists" in fields);
      expect(answer?.oldExpectedRevision).to.equal(
        expected === "none" ? 2n ** 64n - 1n : "revision" in fields ? fields.revision : undefined,
      );
    });
  }

  it("finds repeats of any revision while they are remembered, in whatever order", async () => {
    const { raw, store } = await serve();
    const first = withIds(ids(2));
    const answer = successOf(await raw.append("s", "any", first));
    expect(successOf(await raw.append("s", "any", first))).to.deep.equal(answer);
    expect(successOf(await raw.append("s", "any", first.toReversed()))?.revision).to.equal(0n);
    const mixed = await raw.append("s", "any", [...first, ...events(1)]);
    expect(wrongVersionOf(mixed)?.currentRevision).to.equal(1n);
    expect(wrongVersionOf(mixed)?.expectedAny).to.deep.equal({});
    // A new id first: the known ones are written again.
    expect(successOf(await raw.append("s", "any", [...events(1), ...first]))?.revision).to.equal(
      4n,
    );
    const restarted = await serve({ store });
    expect(successOf(await restarted.raw.append("s", "any", first))?.revision).to.equal(6n);
  });

  it("takes data of exactly the greatest size, whatever the metadata, and not a byte more", async () => {
    const { raw } = await serve();
    const most = Buffer.alloc(1024 * 1024, 97);
    expect(successOf(await raw.append("s", "none", [proposed(most)]))?.revision).to.equal(0n);
    const more = await raw.append("s", 0, [proposed(most), proposed("1")]);
    expect(more.failed).to.deep.include({ code: status.INVALID_ARGUMENT });
    expect(more.failed?.trailers).to.include({
      exception: "maximum-append-size-exceeded",
      "maximum-append-size": "1048576",
    });
    const heavy = { ...proposed("1"), customMetadata: Buffer.alloc(2 * 1024 * 1024, 32) };
    expect(successOf(await raw.append("s", 0, [heavy]))?.revision).to.equal(1n);
  });

  it("says which property an event lacks", async () => {
    const { raw } = await serve();
    for (const missing of ["type", "content-type"]) {
      const event = proposed();
      event.metadata.delete(missing);
      const { failed } = await raw.append("s", "any", [event]);
      expect(failed?.code).to.equal(status.INVALID_ARGUMENT);
      expect(failed?.details).to.contain(`'${missing}'`);
      expect(failed?.trailers).to.include({
        exception: "missing-required-metadata-property",
        "required-metadata-properties": "type,content-type",
      });
    }
  });

  it("answers an append without events with what is there", async () => {
    const { raw, store } = await serve();
    const empty = await raw.append("s", "none", []);
    expect(empty.answers[0]?.success).to.deep.include({ noStream: {}, noPosition: {} });
    await raw.append("s", "none", events(2));
    expect(successOf(await raw.append("s", 1, []))?.revision).to.equal(1n);
    expect(wrongVersionOf(await raw.append("s", 0, []))?.currentRevision).to.equal(1n);
    expect(await store.lastEvent("s")).to.have.nested.property("right.revision", 1);
  });

  it("refuses streams that clients may not write, and names without end", async () => {
    const { raw, store } = await serve({ isWritable: (stream) => stream !== "ledger" });
    const { failed } = await raw.append("ledger", "any", events(1));
    expect(failed?.code).to.equal(status.PERMISSION_DENIED);
    expect(failed?.trailers).to.include({ exception: "access-denied" });
    expect(await store.lastEvent("ledger")).to.have.property("right", undefined);
    const long = await raw.append("s".repeat(5_000), "any", events(1));
    expect(long.failed?.code).to.equal(status.INVALID_ARGUMENT);
    const newline = await raw.append("a\nb", "any", events(1));
    expect(newline.failed?.code).to.equal(status.INVALID_ARGUMENT);
  });

  it("says that it is not ready when the store is closed", async () => {
    const { raw, store } = await serve();
    await store.close();
    const { failed } = await raw.append("s", "any", events(1));
    expect(failed).to.deep.include({ code: status.UNAVAILABLE, details: "Server Is Not Ready" });
  });
});
