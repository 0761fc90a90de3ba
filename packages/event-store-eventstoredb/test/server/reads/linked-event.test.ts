import { expect } from "chai";
import { identifier, type Proposed, proposed, type ReadAnswer } from "../../raw-client.js";
import { serve } from "../../served-store.js";

const link = (data: string): Proposed => ({
  ...proposed(data),
  metadata: new Map([
    ["type", "$>"],
    ["content-type", "application/octet-stream"],
  ]),
});

const setting = (data: string): Proposed => ({
  ...proposed(data),
  metadata: new Map([
    ["type", "$metadata"],
    ["content-type", "application/json"],
  ]),
});

const placeOf = (answer: ReadAnswer): string => {
  const show = (event: NonNullable<ReadAnswer["event"]>["event"]): string =>
    event === undefined
      ? "none"
      : `${event.streamRevision}@${Buffer.from(event.streamIdentifier?.streamName ?? "").toString()}`;
  const { event, link: by } = answer.event ?? {};
  return by === undefined ? show(event) : `${show(event)} by ${show(by)}`;
};

/** A stream of three events, of which the first is hidden, and links. */
const linked = async (...data: ReadonlyArray<string>) => {
  const { raw } = await serve();
  await raw.append("s", "none", [proposed('"a"'), proposed('"b"'), proposed('"c"')]);
  await raw.append("$$s", "none", [setting('{"$tb":1}')]);
  await raw.append("links", "none", data.map(link));
  const place = { streamIdentifier: identifier("links"), start: {} };
  const read = async (resolveLinks: boolean): Promise<ReadonlyArray<string>> =>
    (await raw.read({ stream: place, count: 99n, resolveLinks })).answers.map(placeOf);
  return { raw, place, read };
};

describe("A link to an event", () => {
  const rows: ReadonlyArray<readonly [data: string, shown: string]> = [
    ["1@s", "1@s by 0@links"],
    ["+2@s", "2@s by 0@links"],
    [" 2 @s", "2@s by 0@links"],
    ["-1@s", "2@s by 0@links"],
    ["0@links", "0@links by 0@links"],
    ["0@s", "none by 0@links"],
    ["3@s", "none by 0@links"],
    ["-2@s", "none by 0@links"],
    ["0@nowhere", "none by 0@links"],
    ["1", "none by 0@links"],
    ["x@s", "0@links"],
    ["@s", "0@links"],
    ["1.5@s", "0@links"],
  ];
  for (const [data, shown] of rows) {
    it(`with the data ${JSON.stringify(data)} is read as ${shown}`, async () => {
      const { read } = await linked(data);
      expect(await read(true)).to.deep.equal([shown]);
      expect(await read(false)).to.deep.equal(["0@links"]);
    });
  }

  it("has its own place among all events, read either way, and followed", async () => {
    const { raw, place } = await linked("1@s");
    const shown = "1@s by 0@links";
    const all = { all: { start: {} }, resolveLinks: true };
    const forwards = (await raw.read({ ...all, count: 99n })).answers;
    const last = forwards.at(-1)?.event;
    expect(forwards.map(placeOf).at(-1)).to.equal(shown);
    expect(last?.commitPosition).to.equal(last?.link?.commitPosition);
    const backwards = { all: { end: {} }, resolveLinks: true, readDirection: 1, count: 1n };
    expect((await raw.read(backwards)).answers.map(placeOf)).to.deep.equal([shown]);
    for (const options of [{ stream: place, all: undefined }, { all: { start: {} } }]) {
      const following = raw.follow({ ...options, resolveLinks: true, subscription: {} });
      const count = options.all === undefined ? 2 : forwards.length + 1;
      const answers = await following.answers(count);
      expect(answers.map(placeOf).at(-1)).to.equal(shown);
      following.cancel();
    }
  });

  it("to a deleted stream has no event", async () => {
    const { raw, read } = await linked("1@s");
    await raw.append("$$s", 0, [setting('{"$tb":9223372036854775807}')]);
    expect(await read(true)).to.deep.equal(["none by 0@links"]);
  });
});
