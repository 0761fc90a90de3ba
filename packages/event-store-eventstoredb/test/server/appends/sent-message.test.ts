import { decoded } from "../../decoded.js";
import { type Encodable, encodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { proposedMessage } from "../../../src/protocol/append-messages.js";
import { expectationOf, expectedNumber, MAX_NAME_LENGTH, sentMessage } from "./sent-message.js";

const ID = "0123abcd-4567-89ef-fedc-ba9876543210";

type Init = Encodable<typeof proposedMessage>;

const metadata = (type: string | undefined, contentType: string | undefined) =>
  new Map([
    ...(type === undefined ? [] : [["type", type] as const]),
    ...(contentType === undefined ? [] : [["content-type", contentType] as const]),
  ]);

const read = (init: Init) =>
  sentMessage(decoded(proposedMessage, encodeMessage(proposedMessage, init)));

const GOOD: Init = {
  id: { string: ID },
  metadata: metadata("T", "application/json"),
  data: Buffer.from("{}"),
  customMetadata: Buffer.from("m"),
};

describe("A message that was sent", () => {
  it("is read as it is", () => {
    const message = read(GOOD);
    expect(message).to.deep.include({ id: ID, type: "T", isJson: true });
    expect("data" in message && Buffer.from(message.data).toString()).to.equal("{}");
    expect("metadata" in message && Buffer.from(message.metadata).toString()).to.equal("m");
  });

  it("is JSON only when its content type says exactly that", () => {
    for (const contentType of ["application/octet-stream", "text/plain", "", "APPLICATION/JSON"])
      expect(read({ ...GOOD, metadata: metadata("T", contentType) })).to.include({ isJson: false });
  });

  const refused: ReadonlyArray<readonly [string, Init, object]> = [
    ["a type", { metadata: metadata(undefined, "x") }, { kind: "missing", property: "type" }],
    [
      "a content type",
      { metadata: metadata("T", undefined) },
      { kind: "missing", property: "content-type" },
    ],
    ["a type with letters", { metadata: metadata("", "x") }, { kind: "bad" }],
    [
      "a type of bounded length",
      { metadata: metadata("T".repeat(MAX_NAME_LENGTH + 1), "x") },
      { kind: "bad" },
    ],
    ["an id", { id: undefined }, { kind: "bad" }],
    ["an id that is a UUID", { id: { string: "x" } }, { kind: "bad" }],
    [
      "an id that is not nothing",
      { id: { structured: { mostSignificantBits: 0n, leastSignificantBits: 0n } } },
      { kind: "bad" },
    ],
  ];
  for (const [what, init, error] of refused) {
    it(`must have ${what}`, () => {
      expect(read({ ...GOOD, ...init })).to.include(error);
    });
  }
});

describe("What a request expects", () => {
  const none = {
    revision: undefined,
    noStream: undefined,
    any: undefined,
    streamExists: undefined,
  };

  it("is one of four things, or missing", () => {
    expect(expectationOf({ ...none, revision: 7n })).to.equal(7);
    expect(expectationOf({ ...none, noStream: {} })).to.equal("no-stream");
    expect(expectationOf({ ...none, any: {} })).to.equal("any");
    expect(expectationOf({ ...none, streamExists: {} })).to.equal("stream-exists");
    expect(expectationOf(none)).to.equal(undefined);
  });

  it("is a number in messages for people", () => {
    const numbers = [7, "no-stream", "any", "stream-exists"] as const;
    expect(numbers.map(expectedNumber)).to.deep.equal([7, -1, -2, -4]);
  });
});
