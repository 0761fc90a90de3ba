import { expect } from "chai";
import fc from "fast-check";
import {
  chainMetadataBytes,
  chainMetadataOf,
  readChainMetadata,
} from "../../src/protocol/event-metadata.js";

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

  it("are read from their bytes as from what these parse to, whatever is changed in them", () => {
    const parsed = (bytes: Uint8Array): unknown => {
      try {
        return JSON.parse(Buffer.from(bytes).toString());
      } catch {
        return undefined;
      }
    };
    const metadata = fc.oneof(fc.constant(""), fc.constant("x"), fc.string({ unit: "binary" }));
    const changes = fc.array(
      fc.tuple(fc.nat(), fc.constantFrom(...Buffer.from('"{},: 0fF\u00ff'))),
      {
        maxLength: 2,
      },
    );
    fc.assert(
      fc.property(fc.boolean(), metadata, changes, (isOffset, text, list) => {
        const bytes = chainMetadataBytes({ hash: HASH, metadata: text });
        if (list.length === 0)
          expect(readChainMetadata(bytes)).to.deep.equal({ hash: HASH, metadata: text });
        for (const [at, byte] of list) bytes[at % bytes.length] = byte;
        const given = isOffset ? Buffer.concat([Buffer.from("{"), bytes]).subarray(1) : bytes;
        expect(readChainMetadata(Uint8Array.from(given))).to.deep.equal(
          chainMetadataOf(parsed(bytes)),
        );
        expect(readChainMetadata(given)).to.deep.equal(chainMetadataOf(parsed(bytes)));
      }),
      { numRuns: 300 },
    );
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
