import { AssertionError } from "node:assert";
import { expect } from "chai";
import { expectRefused } from "../../src/ledger/expect-refused.js";
import { testLedger, type TestLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Transfer } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

const code = "DAML_AUTHORIZATION_ERROR";

describe("an error that a test expects", () => {
  let t: TestLedger;
  let iou: { issuer: string; owner: string; amount: string };
  beforeEach(async () => {
    t = await testLedger({ packages: [iouPackage] });
    const { alice, bank } = await t.parties("alice", "bank");
    iou = { issuer: bank, owner: alice, amount: "1" };
  });
  afterEach(() => t.close());

  it("is the error, of a promise that rejects, an Either, or a function that gives one", async () => {
    const as = { actAs: iou.owner };
    for (const tried of [
      t.create(Iou, iou, as),
      t.ledger.create(Iou, iou, as),
      await t.ledger.create(Iou, iou, as),
      () => t.create(Iou, iou, as),
    ])
      expect(await expectRefused(code, tried, "authoriz")).to.include({ code });
  });

  it("is an assertion error that shows what came instead", async () => {
    const { contractId } = await t.create(Iou, iou, iou.issuer);
    const move = () => t.exercise(Transfer, contractId, { newOwner: iou.issuer }, iou.owner);
    const taken = await thrownBy(() => expectRefused(code, move));
    expect(taken).to.be.instanceOf(AssertionError);
    expect(taken.message).to.match(
      /^expected DAML_AUTHORIZATION_ERROR, but it was not rejected: \{.*"result":"00[0-9a-f]+/,
    );
    expect(taken).to.include({ expected: code, actual: "not refused" });
    const other = await thrownBy(() => expectRefused(code, move));
    expect(other).to.be.instanceOf(AssertionError);
    expect(other.message).to.match(
      /^expected DAML_AUTHORIZATION_ERROR, found CONTRACT_NOT_FOUND: .*could not be found/,
    );
    expect(other).to.include({ expected: code, actual: "CONTRACT_NOT_FOUND" });
    const text = await thrownBy(() =>
      expectRefused("CONTRACT_NOT_FOUND", move, /no such sentence/),
    );
    expect(text.message).to.match(/^CONTRACT_NOT_FOUND as expected, but its text is: .*found/);
  });

  it("is not a code that the ledger does not have, nor an error of the test itself", async () => {
    const misspelt = await thrownBy(() =>
      // @ts-expect-error -- a code that is none
      expectRefused("DAML_AUTHORISATION_ERROR", t.create(Iou, iou, iou.owner)),
    );
    expect(misspelt.message).to.equal(
      "code: the ledger has no error DAML_AUTHORISATION_ERROR; did you mean DAML_AUTHORIZATION_ERROR?",
    );
    const own = new Error("of the test");
    const thrown = await thrownBy(() => expectRefused(code, () => Promise.reject(own)));
    expect(thrown).to.equal(own);
  });
});
