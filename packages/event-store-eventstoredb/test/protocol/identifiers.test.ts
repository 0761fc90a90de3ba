import { expect } from "chai";
import fc from "fast-check";
import {
  identifierOf,
  idOf,
  isCanonicalId,
  NIL_ID,
  streamNameOf,
  structuredId,
} from "../../src/protocol/identifiers.js";

const ID = "0123abcd-4567-89ef-fedc-ba9876543210";

describe("Identifiers", () => {
  it("are canonical in lower case with hyphens, and nothing else", () => {
    expect(isCanonicalId(ID)).to.equal(true);
    expect(isCanonicalId(NIL_ID)).to.equal(true);
    for (const other of [ID.toUpperCase(), ID.replaceAll("-", ""), `{${ID}}`, `${ID}\n`, ""])
      expect(isCanonicalId(other), other).to.equal(false);
  });

  it("are read from text in any case and from two halves", () => {
    expect(idOf({ string: ID.toUpperCase(), structured: undefined })).to.equal(ID);
    expect(idOf({ string: "x", structured: undefined })).to.equal(undefined);
    expect(idOf({ string: undefined, structured: undefined })).to.equal(undefined);
    expect(idOf(undefined)).to.equal(undefined);
    expect(idOf({ string: undefined, structured: structuredId(ID) })).to.equal(ID);
  });

  it("come back from their two halves", () => {
    fc.assert(
      fc.property(fc.uuid(), (id) => {
        expect(idOf({ string: undefined, structured: structuredId(id) })).to.equal(id);
      }),
    );
  });

  it("of streams are their names in UTF-8", () => {
    expect(streamNameOf(identifierOf("s ü🪙"))).to.equal("s ü🪙");
    expect(streamNameOf(identifierOf(""))).to.equal(undefined);
    expect(streamNameOf(undefined)).to.equal(undefined);
  });
});
