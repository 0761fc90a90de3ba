import { assert } from "chai";
import fc from "fast-check";
import { base64Of, bytesOfBase64 } from "../../src/custody/base64.js";

describe("Base64", () => {
  it("is that of Node, both ways", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        assert.strictEqual(base64Of(bytes), Buffer.from(bytes).toString("base64"));
        assert.deepEqual(Array.from(bytesOfBase64(base64Of(bytes)) ?? []), Array.from(bytes));
      }),
    );
  });

  it("has one spelling", () => {
    for (const text of ["?", "A", "AA", "AB==", " AA==", "AA==\n", "-_=="])
      assert.isUndefined(bytesOfBase64(text), text);
  });
});
