import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { nothingToRestore, restoreOf } from "../../../src/pages/parties/restore-draft.js";
import { lackOf } from "../typed.js";

describe("a key that is restored", () => {
  it("needs the file and the name of its party", () => {
    const file = new File(["{}"], "key-savings.json");
    const draft = { file, name: "savings", passphrase: "" };
    expect(restoreOf(draft)).to.deep.equal(right(draft));
    expect(lackOf(restoreOf(nothingToRestore))).to.match(/Choose the file/);
    for (const name of ["", "a b", "x".repeat(101), "savings::1220"])
      expect(lackOf(restoreOf({ ...draft, name })), name).to.match(/1 to 100 letters/);
  });
});
