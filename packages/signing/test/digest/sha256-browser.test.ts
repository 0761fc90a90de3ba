import { expect } from "chai";
import fc from "fast-check";
import { sha256 } from "#sha256";
import { sha256 as inBrowsers } from "../../src/digest/sha256-browser.js";

describe("SHA-256 in a browser", () => {
  it("is that of Node", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(inBrowsers(bytes)).to.deep.equal(sha256(bytes));
      }),
    );
  });
});
