import { AssertionError } from "node:assert";
import { step } from "@tallystick/node";
import { expect } from "chai";
import { testLedger, type TestLedger } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Shop, Transfer, Worth } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

describe("a scenario", () => {
  let t: TestLedger;
  let alice: string;
  let bank: string;
  let iou: { issuer: string; owner: string; amount: string };
  beforeEach(async () => {
    t = await testLedger({ packages: [iouPackage] });
    ({ alice, bank } = await t.parties("alice", "bank"));
    iou = { issuer: bank, owner: alice, amount: "1" };
  });
  afterEach(() => t.close());

  it("expects what is active then, in any order and however amounts are written", async () => {
    const moved = t
      .given(bank, step.create(Iou, iou), step.create(Iou, { ...iou, amount: "2" }))
      .given(alice, step.create(Shop, { owner: alice, name: "one", opens: t.clock.in("1d") }))
      .when(alice, (one, _two, shop) => {
        expect(shop.contractId).to.match(/^00/);
        return step.exercise(Transfer, one.contractId, { newOwner: bank });
      });
    await moved.thenActive(Iou, { ...iou, amount: "2.00" }, { ...iou, owner: bank });
  });

  it("expects an error, or gives what was answered", async () => {
    const given = t.given(bank, step.create(Iou, iou));
    const { code } = await given
      .when(bank, ({ contractId }) => step.exercise(Transfer, contractId, { newOwner: bank }))
      .thenRefused("DAML_AUTHORIZATION_ERROR", "Transfer");
    expect(code).to.equal("DAML_AUTHORIZATION_ERROR");
    const { result } = await given
      .when(alice, ({ contractId }) => step.exercise(Worth, contractId, { rate: "3" }))
      .thenAnswers();
    expect(result.toString()).to.equal("3.0000000000");
    await t
      .when(bank, step.create(Iou, { ...iou, amount: "0" }))
      .thenRefused("TEMPLATE_PRECONDITION_VIOLATED");
  });

  it("lets time pass", async () => {
    await t
      .given(bank, step.create(Iou, iou))
      .after("2d")
      .when(bank, step.create(Iou, iou))
      .thenAnswers();
    expect(t.clock.now()).to.equal("2026-01-03T00:00:00Z");
  });

  it("does nothing before its last part", async () => {
    t.given(bank, step.create(Iou, iou)).when(bank, step.create(Iou, iou));
    expect(await t.active(Iou)).to.deep.equal([]);
  });

  it("says what came instead, and which part it was", async () => {
    const given = t.given(bank, step.create(Iou, iou));
    const move = (as: string) =>
      given.when(as, ({ contractId }) => step.exercise(Transfer, contractId, { newOwner: bank }));
    const other = await thrownBy(() => move(alice).thenActive(Iou, { ...iou, amount: "2" }));
    expect(other).to.be.instanceOf(AssertionError);
    expect(other.message.replaceAll(/::1220[0-9a-f]+/g, "")).to.equal(
      [
        "expected these active contracts of Iou:Iou:",
        '{"amount":"2.0000000000","issuer":"bank","owner":"alice"}',
        "found:",
        '{"amount":"1.0000000000","issuer":"bank","owner":"bank"}',
      ].join("\n"),
    );
    const refused = await thrownBy(() => move(bank).thenActive(Iou));
    expect(refused.message).to.match(
      /^expected it to take effect, but it was rejected: DAML_AUTHORIZATION_ERROR: /,
    );
    const never = t.given(bank, step.create(Iou, { ...iou, amount: "0" }));
    const first = await thrownBy(() => never.when(bank, step.create(Iou, iou)).thenAnswers());
    expect(first.message).to.match(
      /^expected what is given to take effect, but it was rejected: TEMPLATE_PRECONDITION_VIOLATED: /,
    );
    const wrong = await thrownBy(() => move(alice).thenActive(Iou, { ...iou, amount: "x" }));
    expect(wrong.message).to.match(/^payloads\[0\]\.amount: expected a decimal .*"x"/);
  });
});
