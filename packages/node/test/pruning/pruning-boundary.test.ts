import { createHash } from "node:crypto";
import { expect } from "chai";
import { boundaryText, newResidue } from "../../src/pruning/pruning-boundary.js";

const boundary = {
  offset: 7,
  hash: "ab",
  erased: 5,
  kept: 2,
  residue: "cd",
  lastErased: 6,
  forgottenUpTo: 3,
};

describe("The boundary of a pruning", () => {
  it("is this text", () => {
    expect(boundaryText("node::1220", boundary)).to.equal(
      "tallystick-pruning-v1\nnode::1220\n7\nab\n5\n2\ncd\n6\n3\n",
    );
  });

  it("is another text when anything of it is another", () => {
    const texts = [
      boundaryText("node::1220", boundary),
      boundaryText("node::1221", boundary),
      ...(["offset", "erased", "kept", "lastErased", "forgottenUpTo"] as const).map((field) =>
        boundaryText("node::1220", { ...boundary, [field]: 9 }),
      ),
      ...(["hash", "residue"] as const).map((field) =>
        boundaryText("node::1220", { ...boundary, [field]: "ef" }),
      ),
    ];
    expect(new Set(texts).size).to.equal(texts.length);
  });
});

describe("The residue of a pruning", () => {
  const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

  it("is the SHA-256 of offset, digest and text of each event, each with a line break", () => {
    const residue = newResidue();
    expect([residue.count(), residue.digest()]).to.deep.equal([0, sha256("")]);
    residue.add(3, "aa", "{}");
    expect([residue.count(), residue.digest()]).to.deep.equal([1, sha256("3\naa\n{}\n")]);
    residue.add(12, "bb", '"é"');
    expect([residue.count(), residue.digest()]).to.deep.equal([
      2,
      sha256('3\naa\n{}\n12\nbb\n"é"\n'),
    ]);
    expect(residue.digest()).to.equal(residue.digest());
  });
});
