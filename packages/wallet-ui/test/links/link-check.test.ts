import { assert } from "chai";
import { linkCheck } from "../../src/links/link-check.js";

describe("the check of a link", () => {
  it("is FNV-1a with 64 bits", () => {
    assert.strictEqual(linkCheck(""), "cbf29ce484222325");
    assert.strictEqual(linkCheck("a"), "af63dc4c8601ec8c");
    assert.strictEqual(linkCheck("foobar"), "85944171f73967e8");
  });
});
