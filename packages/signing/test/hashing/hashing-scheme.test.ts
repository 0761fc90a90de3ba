import { expect } from "chai";
import { hashingSchemes, schemeRules } from "../../src/hashing/hashing-scheme.js";

describe("hashing schemes", () => {
  it("have bytes of their own, and only V2 versions its encodings", () => {
    expect(hashingSchemes.map((scheme) => schemeRules[scheme].versionByte)).to.deep.equal([2, 3]);
    expect(hashingSchemes.map((scheme) => schemeRules[scheme].hasEncodingVersion)).to.deep.equal([
      true,
      false,
    ]);
  });

  it("cover contract keys from V3 on", () => {
    expect(hashingSchemes.map((scheme) => schemeRules[scheme].coversKeys)).to.deep.equal([
      false,
      true,
    ]);
    expect(schemeRules.HASHING_SCHEME_VERSION_V2.lfVersions).to.deep.equal(["2.1"]);
    expect(schemeRules.HASHING_SCHEME_VERSION_V3.lfVersions).to.deep.equal(["2.1", "2"]);
  });
});
