import { assert } from "chai";
import { safeLink } from "../../src/texts/safe-link.js";

describe("an address of someone else", () => {
  it("is a link when it is http or https", () => {
    assert.deepEqual(safeLink("https://example.com/a?b=c"), {
      href: "https://example.com/a?b=c",
      host: "example.com",
    });
    assert.strictEqual(safeLink("http://127.0.0.1:3000")?.host, "127.0.0.1:3000");
    assert.strictEqual(safeLink("https://раypal.com/")?.host, "xn--ypal-43d9g.com");
  });

  for (const address of [
    "javascript:alert(1)",
    " javascript:alert(1)",
    "java\nscript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "blob:https://a/b",
    "file:///etc/passwd",
    "//example.com",
    "/wallet",
    "example.com",
    "https:example.com",
    "https://user:pw@example.com",
    "https://example.com@evil.com",
    "https://exam\nple.com",
    "https://a\\b",
    "https://",
    `https://example.com/${"a".repeat(2048)}`,
    "",
  ]) {
    it(`is none: ${JSON.stringify(address.slice(0, 40))}`, () => {
      assert.isUndefined(safeLink(address));
    });
  }
});
