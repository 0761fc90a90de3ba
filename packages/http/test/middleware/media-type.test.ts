import type { IncomingHttpHeaders } from "node:http";
import { expect } from "chai";
import { codingError, mediaTypeError } from "../../src/middleware/media-type.js";

const type = (contentType: string): IncomingHttpHeaders => ({ "content-type": contentType });
const coding = (contentEncoding: string): IncomingHttpHeaders => ({
  "content-encoding": contentEncoding,
});

describe("the media type of a JSON body", () => {
  const good: ReadonlyArray<readonly [what: string, headers: IncomingHttpHeaders]> = [
    ["absent", {}],
    ["empty", type("")],
    ["application/json", type("application/json")],
    ["in other case", type("Application/JSON")],
    ["text/plain", type("text/plain;charset=UTF-8")],
    ["with UTF-8", type("application/json; charset=utf-8")],
    ["with UTF-8 in other spellings", type('application/json;charset="UTF8"')],
    ["with a semicolon that nothing follows", type("application/json;")],
    ["with another parameter", type("application/json; odata=verbose")],
    ["not encoded", { ...type("application/json"), ...coding("identity") }],
  ];
  for (const [what, headers] of good) {
    it(`may be ${what}`, () => {
      expect(mediaTypeError(headers, true)).to.equal(undefined);
    });
  }

  const bad: ReadonlyArray<readonly [headers: IncomingHttpHeaders, error: string]> = [
    [type("text/html"), "The content type text/html is not supported; expected application/json"],
    [
      type("application/x-www-form-urlencoded"),
      "The content type application/x-www-form-urlencoded is not supported",
    ],
    [type("application/json+x"), "The content type application/json+x is not supported"],
    [type("json"), "The content type json is not supported"],
    [type("application/json; charset"), "The content type application/json; charset is not"],
    [
      type("application/json; charset=utf-16"),
      "The charset utf-16 is not supported; JSON is UTF-8",
    ],
    [type("application/json; charset=latin1"), "The charset latin1 is not supported"],
    [
      { ...type("application/json"), ...coding("gzip") },
      "The content encoding gzip is not supported; send the body uncompressed",
    ],
    // what is said of the encoding counts before what is said of the type
    [{ ...type("text/html"), ...coding("br") }, "The content encoding br is not supported"],
  ];
  for (const [headers, error] of bad) {
    it(`may not be ${JSON.stringify(headers)}`, () => {
      expect(mediaTypeError(headers, true)).to.contain(error);
    });
  }

  it("may not be text where only JSON will do", () => {
    expect(mediaTypeError(type("application/json"), false)).to.equal(undefined);
    expect(mediaTypeError(type("text/plain"), false)).to.contain("text/plain is not supported");
  });

  it("is shown cut", () => {
    expect(mediaTypeError(type("x".repeat(5_000)), true)).to.have.length.below(150);
    expect(codingError(coding("x".repeat(5_000)))).to.have.length.below(150);
    const charset = type(`application/json; charset=${"x".repeat(5_000)}`);
    expect(mediaTypeError(charset, true)).to.have.length.below(150);
  });
});

describe("the encoding of a body", () => {
  it("is none, in any spelling of the name", () => {
    expect(codingError({})).to.equal(undefined);
    // names of encodings have no case (RFC 9110, 8.4.1)
    for (const name of ["identity", "Identity", "IDENTITY"])
      expect(codingError(coding(name)), name).to.equal(undefined);
  });

  for (const name of ["gzip", "deflate", "br", "identity, gzip", ""]) {
    it(`is not ${JSON.stringify(name)}`, () => {
      expect(codingError(coding(name))).to.contain(`The content encoding ${name} is not supported`);
    });
  }
});
