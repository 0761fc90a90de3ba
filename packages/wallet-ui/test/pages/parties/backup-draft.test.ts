import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { minPassphraseLength } from "../../../src/custody/key-backup.js";
import { noPassphrase, sealOf } from "../../../src/pages/parties/backup-draft.js";
import { lackOf } from "../typed.js";

const long = "x".repeat(minPassphraseLength);

describe("the passphrase of a backup", () => {
  it("is long enough, and the same twice", () => {
    expect(sealOf({ passphrase: long, repeated: long })).to.deep.equal(right(long));
    expect(lackOf(sealOf({ passphrase: long, repeated: `${long}x` }))).to.match(/different/);
    const short = long.slice(1);
    expect(lackOf(sealOf({ passphrase: short, repeated: short }))).to.contain(`${short.length}`);
    expect(lackOf(sealOf(noPassphrase))).to.contain("found 0");
  });
});
