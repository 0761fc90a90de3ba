import { expect } from "chai";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { JsCommands } from "../../src/commands/composite-command-codec.js";
import { JsPrepareSubmissionRequest } from "../../src/signing/interactive-codecs.js";
import { eachError } from "../../src/types/schema-type.js";
import { wireInstant, wireInstantText } from "../../src/types/wire-instant.js";

const sentenceOf = (value: unknown): string | undefined => {
  const read = wireInstantText.read(value);
  return isLeft(read) ? read.left.sentence : undefined;
};

const atIndex = (text: string, index: number): string =>
  `Text '${text}' could not be parsed at index ${index}`;

describe("an instant on the wire", () => {
  it("is microseconds, or stays the text it is", () => {
    const text = "2026-01-01T00:00:00.0000019Z";
    expect(wireInstant.read(text)).to.deep.equal(right(1_767_225_600_000_001n));
    expect(wireInstantText.read(text)).to.deep.equal(right(text));
    expect(wireInstant.read("2026-01-01T02:00:00+02:00")).to.deep.equal(
      wireInstant.read("2026-01-01T00:00:00Z"),
    );
  });

  // recorded of a public node: "yesterday"; the others are what Java's parser says
  const unreadable: ReadonlyArray<readonly [text: string, index: number]> = [
    ["yesterday", 0],
    ["", 0],
    ["26-01-01T00:00:00Z", 0],
    ["10000-01-01T00:00:00Z", 0],
    ["2026/01/01T00:00:00Z", 4],
    ["2026-1-01T00:00:00Z", 5],
    ["2026-01-01", 10],
    ["2026-01-01 00:00:00Z", 10],
    ["2026-01-01T00:00Z", 16],
    ["2026-01-01T00:00:00", 19],
    ["2026-01-01T00:00:00.1234567891Z", 29],
    ["2026-13-01T00:00:00Z", 0],
  ];
  for (const [text, index] of unreadable) {
    it(`is not ${JSON.stringify(text)}, in a public node's words`, () => {
      expect(sentenceOf(text)).to.equal(atIndex(text, index));
    });
  }

  it("is refused with what follows it, and shown up to 64 characters", () => {
    expect(sentenceOf("2026-01-01T00:00:00Zulu")).to.equal(
      "Text '2026-01-01T00:00:00Zulu' could not be parsed, unparsed text found at index 20",
    );
    expect(sentenceOf("x".repeat(65))).to.equal(atIndex(`${"x".repeat(64)}...`, 0));
  });

  it("is of Daml, and said to be in our words where a public node takes another", () => {
    for (const time of ["0000-01-01T00:00:00Z", "+10000-01-01T00:00:00Z", "2026-01-01T24:00:00Z"]) {
      const read = wireInstantText.read(time);
      expect(isLeft(read) && read.left.sentence).to.equal(undefined);
      expect(isLeft(read) && read.left.reason).to.match(/^expected /);
    }
  });

  it("is a text", () => {
    expect(sentenceOf(5)).to.equal("Got value '5' with wrong type, expecting string");
  });

  it("is what all times of submissions are", () => {
    const time = "soon";
    const value = { value: time };
    const bodies = [
      [JsCommands, { minLedgerTimeAbs: time }, "minLedgerTimeAbs"],
      [JsPrepareSubmissionRequest, { maxRecordTime: time }, "maxRecordTime"],
      [
        JsPrepareSubmissionRequest,
        { minLedgerTime: { time: { MinLedgerTimeAbs: value } } },
        "minLedgerTime.time.MinLedgerTimeAbs.value",
      ],
    ] as const;
    for (const [type, times, path] of bodies) {
      const read = type.read({ commands: [], commandId: "c", actAs: ["a"], ...times });
      const errors = isLeft(read) ? eachError(read.left) : [];
      expect(errors.map((each) => [each.path.join("."), each.sentence])).to.deep.include([
        path,
        atIndex(time, 0),
      ]);
    }
  });
});
