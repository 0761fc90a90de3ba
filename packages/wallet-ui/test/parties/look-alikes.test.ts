import { assert } from "chai";
import { hintShape, lookAlikesOf } from "../../src/parties/look-alikes.js";

const fingerprint = (head: string, middle: string, tail: string): string =>
  `1220${head}${middle.repeat(56)}${tail}`;
const one = fingerprint("abcd", "0", "1234");
const twin = fingerprint("abcd", "f", "1234");
const other = fingerprint("9999", "0", "8888");

const reason = (party: string, known: string) => lookAlikesOf(party, [known])[0]?.reason;

describe("look-alikes of a party", () => {
  it("have the same name and another fingerprint", () => {
    assert.strictEqual(reason(`alice::${other}`, `alice::${one}`), "same-name");
  });

  it("have a fingerprint with the same ends", () => {
    assert.strictEqual(reason(`bob::${twin}`, `alice::${one}`), "similar-fingerprint");
    assert.strictEqual(reason(`alice::${twin}`, `alice::${one}`), "similar-fingerprint");
  });

  it("have letters that look alike", () => {
    for (const name of ["Alice", "aIice", "al1ce", "a-lice", "alice_"])
      assert.strictEqual(reason(`${name}::${other}`, `alice::${one}`), "similar-name", name);
    assert.strictEqual(reason(`rnary::${one}`, `mary::${one}`), "similar-name");
  });

  it("are not the party itself, nor others of its participant", () => {
    assert.isUndefined(reason(`alice::${one}`, `alice::${one}`));
    assert.isUndefined(reason(`bob::${one}`, `alice::${one}`));
    assert.isUndefined(reason(`bob::${other}`, `alice::${one}`));
  });

  it("come with the most suspicious first, each once", () => {
    const known = [`al1ce::${other}`, `alice::${other}`, `x::${twin}`, `x::${twin}`];
    assert.deepEqual(
      lookAlikesOf(`alice::${one}`, known).map((each) => each.reason),
      ["similar-fingerprint", "same-name", "similar-name"],
    );
  });

  it("are found by the shape of the name", () => {
    assert.strictEqual(hintShape("O0-5S"), "ooss");
    assert.notStrictEqual(hintShape("alice"), hintShape("alicia"));
  });
});
