import { expect } from "chai";
import { chainMetadataBytes, chainMetadataOf } from "../../src/protocol/event-metadata.js";

const HASH = "0f".repeat(32);

describe("The metadata of a chained event", () => {
  it("are one exact text", () => {
    expect(chainMetadataBytes({ hash: HASH, metadata: '{"a":"ü"}' }).toString()).to.equal(
      `{"hash":"${HASH}","metadata":"{\\"a\\":\\"ü\\"}"}`,
    );
  });

  it("are read from what that text parses to", () => {
    const chain = { hash: HASH, metadata: "x" };
    expect(chainMetadataOf(JSON.parse(chainMetadataBytes(chain).toString()))).to.deep.equal(chain);
  });

  for (const other of [
    undefined,
    null,
    "text",
    [],
    { hash: HASH },
    { metadata: "" },
    { hash: HASH.toUpperCase(), metadata: "" },
    { hash: HASH.slice(1), metadata: "" },
    { hash: HASH, metadata: 1 },
    { hash: HASH, metadata: "", more: 1 },
    Buffer.from("{}"),
  ]) {
    it(`are not ${JSON.stringify(other)}`, () => {
      expect(chainMetadataOf(other)).to.equal(undefined);
    });
  }
});
