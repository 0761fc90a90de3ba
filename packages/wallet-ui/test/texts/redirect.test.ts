import { assert } from "chai";
import { redirectRule } from "../../src/texts/redirect.js";

const provider = ["https://shop.example"];

describe("the address to return to", () => {
  it("is followed to the provider of the request only", () => {
    assert.deepEqual(redirectRule("https://shop.example/thanks", provider), {
      kind: "follow",
      href: "https://shop.example/thanks",
    });
    assert.deepEqual(redirectRule("https://shop.example.evil.com/", provider), {
      kind: "ask",
      href: "https://shop.example.evil.com/",
      host: "shop.example.evil.com",
    });
    assert.strictEqual(redirectRule("https://shop.example:444/", provider).kind, "ask");
    assert.strictEqual(redirectRule("https://other.example/", []).kind, "ask");
  });

  it("is refused when it would run or leak", () => {
    for (const address of [
      "javascript:alert(1)",
      "data:text/html,x",
      "//evil.example",
      "/wallet",
      "https://shop.example@evil.example/",
      "http://shop.example/",
    ])
      assert.strictEqual(redirectRule(address, provider).kind, "refuse", address);
  });

  it("may be on this machine without encryption", () => {
    assert.strictEqual(
      redirectRule("http://localhost:4000/", ["http://localhost:4000"]).kind,
      "follow",
    );
    assert.strictEqual(redirectRule("http://localhost.evil.example/", []).kind, "refuse");
  });

  it("can be absent", () => {
    assert.deepEqual(redirectRule(null, provider), { kind: "none" });
    assert.deepEqual(redirectRule("", provider), { kind: "none" });
  });
});
