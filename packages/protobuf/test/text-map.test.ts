import { expect } from "chai";
import { decodeMessage, encodeMessage } from "../src/message-bytes.js";
import { message } from "../src/message.js";
import { textMap } from "../src/text-map.js";
import { expectRight, fromHex, hex } from "./support.js";

const type = message("Labels", { labels: textMap(3) });
const read = (encoded: string) => [...expectRight(decodeMessage(type, fromHex(encoded))).labels];

describe("textMap", () => {
  for (const [what, entries, encoded] of [
    ["an entry", [["a", "b"]], "1a060a0161120162"],
    ["an entry of empty texts, both written", [["", ""]], "1a040a001200"],
    ["no entry", [], ""],
    [
      "entries in their order",
      [
        ["b", "1"],
        ["a", "2"],
      ],
      "1a060a01621201311a060a0161120132",
    ],
  ] as const) {
    it(`writes ${what}, and reads them`, () => {
      expect(hex(encodeMessage(type, { labels: entries }))).to.equal(encoded);
      expect(read(encoded)).to.deep.equal(entries);
    });
  }

  it("reads an entry that leaves out what is empty, and the last of two with one key", () => {
    expect(read("1a00" + "1a030a0161")).to.deep.equal([
      ["", ""],
      ["a", ""],
    ]);
    expect(read("1a060a0161120162" + "1a060a0161120163")).to.deep.equal([["a", "c"]]);
  });
});
