import { expect } from "chai";
import { AnsEntry, AnsEntry_Expire } from "../../src/index.js";
import { AnsEntry_Renew } from "../../src/names/ans-entry.js";
import { alice, bob, day, dso } from "../coin-fixture.js";
import { int } from "../int-values.js";
import { given, namesOf } from "../names-fixture.js";

describe("a name", () => {
  it("ends after its time, by its user or the DSO", () => {
    const { ledger, entryCid } = given();
    const expire = (actor: string) => () =>
      ledger.exercise([actor], AnsEntry_Expire, entryCid, { actor });
    ledger.pass(90 * day);
    expect(ledger.reasonOf(expire(dso))).to.equal("Contract expired");
    ledger.pass(1);
    expect(ledger.reasonOf(expire(bob))).to.equal("Actor 'bob' is a signatory");
    expire(alice)();
    expect(namesOf(ledger)).to.deep.equal([0, 1]);
  });

  it("is renewed by the word of both, for a time above 0", () => {
    const { ledger, entryCid } = given();
    const renewed = (actAs: ReadonlyArray<string>, micros: number) => () =>
      ledger.exercise([...actAs], AnsEntry_Renew, entryCid, {
        extension: { microseconds: int(BigInt(micros)) },
      });
    expect(ledger.reasonOf(renewed([dso], day))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(renewed([alice], day))).to.equal("DAML_AUTHORIZATION_ERROR");
    expect(ledger.reasonOf(renewed([alice, dso], 0))).to.equal("Extension positive");
    renewed([alice, dso], day)();
    expect(ledger.active(AnsEntry)[0]?.payload.expiresAt).to.equal(BigInt(ledger.now + 91 * day));
  });
});
