import { expect } from "chai";
import { reasonText } from "../../../src/components/lists/waiting-words.js";

describe("why something waits", () => {
  it("says how much is missing, as the user writes amounts", () => {
    const reason = { code: "short-of-funds", missing: "1234.5" } as const;
    expect(reasonText(reason, "CC", "en-US")).to.match(/: 1,234\.5\d* CC are missing$/);
    expect(reasonText(reason, "CC", "de-DE")).to.match(/: 1\.234,5\d* CC are missing$/);
    expect(reasonText({ code: "short-of-funds" }, "CC", "en-US")).to.equal("You have too little");
  });

  it("counts the commands that come first", () => {
    expect(reasonText({ code: "nonce-behind", behind: 1 }, "CC", "en")).to.match(
      /^1 earlier command /,
    );
    expect(reasonText({ code: "nonce-behind", behind: 3 }, "CC", "en")).to.match(
      /^3 earlier commands /,
    );
    expect(reasonText({ code: "nonce-behind" }, "CC", "en")).to.equal(
      "Earlier commands come first",
    );
  });
});
