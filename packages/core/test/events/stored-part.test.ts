import { expect } from "chai";
import { optional, recordPart } from "../../src/events/stored-fields.js";
import {
  anyJson,
  flag,
  listPart,
  number,
  oneOf,
  ownText,
  pairPart,
  type StoredPart,
  mapPart,
  textThat,
  yes,
} from "../../src/events/stored-part.js";
import {
  StoredValueError,
  StringTableReader,
  StringTableWriter,
} from "../../src/events/string-table.js";

/** That exactly the good values are read, and are written as their JSON. */
const isOf = <A>(
  name: string,
  part: StoredPart<A>,
  good: ReadonlyArray<NoInfer<A>>,
  bad: ReadonlyArray<unknown>,
): void => {
  const table = new StringTableReader([], []);
  it(`${name} is written and read back, and nothing else is read`, () => {
    for (const value of good) {
      const writer = new StringTableWriter();
      part.write(writer, "", value);
      expect(writer.written).to.equal(JSON.stringify(value));
      expect(part.read(JSON.parse(writer.written), table)).to.deep.equal(value);
    }
    for (const value of bad)
      expect(() => part.read(value, table), JSON.stringify(value)).to.throw(StoredValueError);
  });
};

describe("A part of an event in the journal:", () => {
  const isLong = (text: string): text is "long" => text.length > 3;
  isOf("a number", number, [0, -1, 1.5], ["0", null, undefined, true]);
  isOf("a text", ownText, ["", 'a "b"\n'], [0, null, undefined, ["a"]]);
  isOf("a flag", flag, [true, false], ["true", 0, null, undefined]);
  isOf<true>("yes", yes, [true], [false, 1, null, undefined]);
  isOf<"a" | "b">(
    "one of two texts",
    oneOf("a", "b"),
    ["a", "b"],
    ["c", "", 0, undefined, "toString"],
  );
  isOf<"long">("a text of a kind", textThat(isLong), ["long"], ["", 4, undefined]);
  isOf("a map", mapPart, [{}, { a: "b", z: "" }], [{ a: 1 }, { a: null }, [], null, undefined]);
  isOf("any JSON", anyJson, [null, 0, "", [{ a: [] }]], [undefined]);
  isOf("a list", listPart(number), [[], [1, 2]], [{}, null, [1, "2"], [null], undefined]);
  const bad = [[], ["a"], ["a", 1, 2], [1, "a"], {}, undefined];
  isOf("a pair", pairPart(ownText, number), [["a", 1]], bad);
  const row = recordPart({ a: number, b: optional(flag) });
  const noRow = [{}, { b: true }, { a: 1, b: null }, [], null, undefined];
  isOf("a record", row, [{ a: 1 }, { a: 1, b: true }], noRow);
});
