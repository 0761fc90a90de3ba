import { execFileSync } from "node:child_process";
import { LedgerFailure, step } from "@tallystick/node";
import { expect } from "chai";
import { testLedger, type TestLedgerOptions } from "../../src/ledger/test-ledger.js";
import { Iou, iouPackage, Rename, Shop, Transfer, Worth } from "../iou.js";
import { thrownBy } from "../thrown-by.js";

const opened = async (options: TestLedgerOptions = {}) => {
  const t = await testLedger({ packages: [iouPackage], ...options });
  return { t, ...(await t.parties("alice", "bank")) };
};

/** Everything that a ledger with a few contracts says. */
const history = async (options: TestLedgerOptions): Promise<string> => {
  const { t, alice, bank } = await opened(options);
  const created = await t.create(Iou, { issuer: bank, owner: alice, amount: "1" }, bank);
  t.clock.advance("1h");
  const moved = await t.exercise(Transfer, created.contractId, { newOwner: bank }, alice);
  const active = await t.active(Iou);
  await t.close();
  return JSON.stringify({ alice, bank, created, moved, active });
};

describe("a ledger for tests", () => {
  it("creates, exercises, reads and takes several steps, with values in and values out", async () => {
    const { t, alice, bank } = await opened();
    const iou = { issuer: bank, owner: alice, amount: "12.5" };
    const { contractId } = await t.create(Iou, iou, bank);
    const worth = await t.exercise(Worth, contractId, { rate: "2" }, { actAs: alice });
    expect(worth.result.toString()).to.equal("25.0000000000");
    expect((await t.fetch(Iou, contractId, { party: alice })).payload.owner).to.equal(alice);
    const { results } = await t.transact(
      [step.exercise(Transfer, contractId, { newOwner: bank }), step.create(Iou, iou)],
      [alice, bank],
    );
    const held = (await t.active(Iou)).map((each) => each.contractId);
    expect(held).to.have.members([results[0].result, results[1].contractId]);
    const shop = { owner: alice, name: "one", opens: t.clock.in("1d") };
    await t.create(Shop, shop, alice);
    const { name, ...rest } = shop;
    const key = { owner: alice, name };
    const renamed = await t.exerciseByKey(Shop, Rename, key, { name: "two" }, alice);
    expect((await t.fetch(Shop, renamed.result)).payload).to.deep.equal({ ...rest, name: "two" });
    await t.close();
  });

  it("gives the same party for the same name", async () => {
    const { t, alice } = await opened();
    const again = await t.parties("alice", "carol");
    expect(again.alice)
      .to.equal(alice)
      .and.to.match(/^alice::/);
    expect(again.carol).to.match(/^carol::/);
    await t.close();
  });

  it("moves its clock by hand only, also that of the ledger", async () => {
    const { t, alice, bank } = await opened({ start: "2026-03-01T00:00:00Z" });
    const iou = { issuer: bank, owner: alice, amount: "1" };
    const first = await t.create(Iou, iou, bank);
    expect((await t.fetch(Iou, first.contractId)).createdAt).to.match(/^2026-03-01T00:00:00/);
    t.clock.advance("1d");
    const second = await t.create(Iou, iou, bank);
    expect((await t.fetch(Iou, second.contractId)).createdAt).to.match(/^2026-03-02T00:00:00/);
    await t.close();
  });

  it("has the same ids and parties for the same seed, and others for another", async () => {
    const one = await history({});
    expect(await history({})).to.equal(one);
    expect(await history({ seed: "other" })).to.not.equal(one);
  });

  it("throws what the ledger answers on the left, with its code", async () => {
    const { t, alice, bank } = await opened();
    const iou = { issuer: bank, owner: alice, amount: "0" };
    const thrown = await thrownBy(() => t.create(Iou, iou, bank));
    expect(thrown).to.be.instanceOf(LedgerFailure);
    expect(thrown)
      .to.have.property("error")
      .that.includes({ code: "TEMPLATE_PRECONDITION_VIOLATED" });
    await t.close();
  });

  it("refuses options that it does not have, by name", async () => {
    const wrong: ReadonlyArray<readonly [options: object, says: RegExp]> = [
      [{ clock: () => 0 }, /^clock: a test ledger has its own clock; set start/],
      [{ ids: {} }, /^ids: a test ledger derives its ids from a seed; set seed/],
      [
        { start: "tomorrow" },
        /^start: expected a Date or ISO-8601 text .*, found the text "tomorrow"/,
      ],
      [{ pakages: [iouPackage] }, /pakages.*packages/],
    ];
    for (const [options, says] of wrong)
      expect((await thrownBy(() => testLedger(options))).message).to.match(says);
  });

  it("is closed by `await using`, and does not keep the process alive when it is not", async () => {
    const { t, alice, bank } = await opened();
    await t[Symbol.asyncDispose]();
    const iou = { issuer: bank, owner: alice, amount: "1" };
    expect((await thrownBy(() => t.create(Iou, iou, bank))).message).to.match(/closed|shut/i);
    const index = new URL("../../src/index.js", import.meta.url).href;
    const script = `import { testLedger } from ${JSON.stringify(index)};
      const t = await testLedger(); await t.parties("alice"); console.log("left open");`;
    const args = ["--input-type=module", "-e", script];
    expect(execFileSync(process.execPath, args, { encoding: "utf8" })).to.equal("left open\n");
  });
});
