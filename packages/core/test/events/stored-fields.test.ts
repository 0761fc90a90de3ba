import { expect } from "chai";
import {
  fieldsOf,
  optional,
  readFields,
  recordPart,
  tagged,
  textOfFields,
} from "../../src/events/stored-fields.js";
import { listPart, number, ownText } from "../../src/events/stored-part.js";
import { StoredValueError } from "../../src/events/string-table.js";

const right = tagged("kind", { a: { party: ownText }, b: {} });

interface Row {
  readonly first: number;
  readonly list: ReadonlyArray<{ kind: "a"; party: string } | { kind: "b" }>;
  readonly last?: { readonly x: number; readonly y?: number };
}
const fields = fieldsOf<Row>({
  first: number,
  list: listPart(right),
  last: optional(recordPart({ x: number, y: optional(number) })),
});

describe("The fields of a record in the journal", () => {
  it("are written in the order of the table, at every depth, and read back", () => {
    const row: Row = {
      last: { y: 2, x: 1 },
      list: [{ party: "p", kind: "a" }, { kind: "b" }],
      first: 0,
    };
    const text = textOfFields(1, fields, row);
    expect(text).to.equal(
      '{"v":1,"first":0,"list":[{"kind":"a","party":"p"},{"kind":"b"}],"last":{"x":1,"y":2}}',
    );
    expect(readFields({}, fields, JSON.parse(text))).to.deep.equal(row);
  });

  it("leave out what the table does not name and what is absent", () => {
    const row = { first: 1, list: [], last: { x: 1 }, other: 1 };
    const text = textOfFields(1, fields, row);
    expect(text).to.equal('{"v":1,"first":1,"list":[],"last":{"x":1}}');
    const read = readFields({}, fields, { first: 1, list: [], other: 1 });
    expect(read).to.deep.equal({ first: 1, list: [] });
  });

  const wrong: ReadonlyArray<readonly [place: string, stored: object]> = [
    ["first", { list: [] }],
    ["first", { first: null, list: [] }],
    ["list", { first: 1, list: {} }],
    ["list.1.kind", { first: 1, list: [{ kind: "b" }, { kind: "c" }] }],
    ["list.0.kind", { first: 1, list: [{ party: "p" }] }],
    ["list.0.kind", { first: 1, list: [{ kind: "toString" }] }],
    ["list.0.party", { first: 1, list: [{ kind: "a" }] }],
    ["last", { first: 1, list: [], last: null }],
    ["last", { first: 1, list: [], last: [] }],
    ["last.x", { first: 1, list: [], last: {} }],
    ["last.y", { first: 1, list: [], last: { x: 1, y: "" } }],
  ];
  for (const [place, stored] of wrong) {
    it(`name the place of what is wrong: ${place} of ${JSON.stringify(stored)}`, () => {
      try {
        readFields({}, fields, JSON.parse(JSON.stringify(stored)));
      } catch (thrown) {
        if (!(thrown instanceof StoredValueError)) throw thrown;
        expect(thrown.place.join(".")).to.equal(place);
        return;
      }
      expect.fail("it was read");
    });
  }
});
