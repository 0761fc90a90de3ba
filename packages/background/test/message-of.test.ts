import { expect } from "chai";
import { messageOf } from "../src/message-of.js";

describe("The message of what was thrown", () => {
  it("is that of an error, or the value", () => {
    expect([messageOf(new Error("a", { cause: new Error("b") })), messageOf("c")]).to.deep.equal([
      "a",
      "c",
    ]);
  });

  it("says why fetch failed", async () => {
    const thrown = await fetch("http://127.0.0.1:1").catch((error: unknown) => error);
    expect(messageOf(thrown)).to.equal("fetch failed (bad port)");
    const refused = new TypeError("fetch failed", {
      cause: Object.assign(new Error(""), { code: "ECONNREFUSED" }),
    });
    expect(messageOf(refused)).to.equal("fetch failed (ECONNREFUSED)");
  });
});
