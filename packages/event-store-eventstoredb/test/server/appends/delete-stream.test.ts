import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { streamsMethods } from "../../../src/protocol/service-methods.js";
import { expecting, identifier, proposed } from "../../raw-client.js";
import { type Served, serve } from "../../served-store.js";

type Expected = Parameters<typeof expecting>[0];

const events = (count: number) => Array.from({ length: count }, () => proposed());

const remove = ({ raw }: Served, how: "delete" | "tombstone", expected: Expected, stream = "s") =>
  raw.unary(streamsMethods[how], {
    options: { streamIdentifier: identifier(stream), ...expecting(expected) },
  });

const read = ({ raw }: Served, stream = "s") =>
  raw.read({ stream: { streamIdentifier: identifier(stream), start: {} }, count: 99n });

const revisions = async (served: Served) =>
  (await read(served)).answers.map(({ event }) => event?.event?.streamRevision);

describe("Delete", () => {
  it("hides a stream until it is written again, one revision further", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(3));
    const deleted = await remove(served, "delete", 2);
    expect(deleted.answers[0]?.position?.commitPosition).to.equal(4n);
    expect((await read(served)).answers[0])
      .to.have.property("streamNotFound")
      .that.is.not.equal(undefined);
    const exists = await served.raw.append("s", "exists", events(1));
    expect(exists.failed?.trailers).to.include({ exception: "stream-deleted" });
    const again = await served.raw.append("s", "none", events(2));
    expect(again.answers[0]?.success?.currentRevision).to.equal(4n);
    expect(await revisions(served)).to.deep.equal([3n, 4n]);
    expect((await served.raw.append("s", 4, events(1))).failed).to.equal(undefined);
    expect(await revisions(served)).to.deep.equal([3n, 4n, 5n]);
  });

  it("replaces the metadata; what comes next begins behind what was there", async () => {
    const served = await serve();
    const setting = proposed('{"$maxCount":2,"own":"x"}');
    setting.metadata.set("type", "$metadata");
    await served.raw.append("$$s", "none", [setting]);
    await served.raw.append("s", "none", events(3));
    await remove(served, "delete", "any");
    await served.raw.append("s", "any", events(1));
    const { answers } = await read(served, "$$s");
    expect(answers).to.have.length(1);
    expect(JSON.parse(Buffer.from(answers[0]?.event?.event?.data ?? []).toString())).to.deep.equal({
      $tb: 3,
    });
  });

  it("is undone neither by metadata that name another beginning nor by an append of nothing", async () => {
    for (const bring of [
      (served: Awaited<ReturnType<typeof serve>>) => {
        const setting = proposed('{"$tb":0,"own":"x"}');
        setting.metadata.set("type", "$metadata");
        return served.raw.append("$$s", "any", [setting]);
      },
      (served: Awaited<ReturnType<typeof serve>>) => served.raw.append("s", "any", []),
    ]) {
      const served = await serve();
      await served.raw.append("s", "none", events(3));
      await remove(served, "delete", "any");
      expect((await bring(served)).failed).to.equal(undefined);
      expect(await revisions(served)).to.deep.equal([]);
      await served.raw.append("s", "any", events(1));
      expect(await revisions(served)).to.deep.equal([3n]);
    }
  });

  const wrong: ReadonlyArray<readonly ["delete" | "tombstone", Expected, string, string, string]> =
    [
      ["delete", 1, "s", "1", "2"],
      ["delete", "none", "s", "-1", "2"],
      ["delete", "any", "missing", "-2", "-1"],
      ["delete", "exists", "missing", "-4", "-1"],
      ["tombstone", 7, "s", "7", "2"],
    ];
  for (const [how, expected, stream, expectedText, actual] of wrong) {
    it(`answers a ${how} of ${stream} that expects ${expected} with both revisions`, async () => {
      const served = await serve();
      await served.raw.append("s", "none", events(3));
      const { failed } = await remove(served, how, expected, stream);
      expect(failed?.code).to.equal(status.FAILED_PRECONDITION);
      expect(failed?.trailers).to.include({
        exception: "wrong-expected-version",
        "stream-name": stream,
        "expected-version": expectedText,
        "actual-version": actual,
      });
    });
  }

  it("is refused on streams that clients may not write", async () => {
    const served = await serve({ isWritable: () => false });
    for (const how of ["delete", "tombstone"] as const) {
      const { failed } = await remove(served, how, "any");
      expect(failed?.code).to.equal(status.PERMISSION_DENIED);
      expect(failed?.trailers).to.include({ exception: "access-denied" });
    }
  });
});

describe("Tombstone", () => {
  it("ends a stream for good, one without events too", async () => {
    const served = await serve();
    await served.raw.append("s", "none", events(3));
    for (const stream of ["s", "missing"]) {
      const { answers } = await remove(served, "tombstone", "any", stream);
      expect(answers[0]?.position).to.not.equal(undefined);
      const again = await remove(served, "tombstone", "any", stream);
      expect(again.failed?.trailers).to.include({ exception: "stream-deleted" });
      const { failed } = await read(served, stream);
      expect(failed?.code).to.equal(status.FAILED_PRECONDITION);
      expect(failed?.trailers).to.include({ exception: "stream-deleted", "stream-name": stream });
      const appended = await served.raw.append(stream, "any", events(1));
      expect(appended.failed?.trailers).to.include({ exception: "stream-deleted" });
    }
    const batch = served.raw.batch();
    batch.write({
      correlationId: { string: "8c3b2f61-3f0b-4d8e-9d1a-0a3f1de5c001" },
      options: { streamIdentifier: identifier("s"), any: {} },
      proposedMessages: events(1),
      isFinal: true,
    });
    const [answer] = await batch.answers(1);
    expect(answer?.error).to.include({ code: status.NOT_FOUND, message: "StreamDeleted" });
    batch.cancel();
  });
});
