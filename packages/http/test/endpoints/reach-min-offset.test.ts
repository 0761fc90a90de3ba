import type { ViewsError } from "@tallystick/views";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { reachMinOffset } from "../../src/endpoints/reach-min-offset.js";

const header = "x-tallystick-min-offset";

/** A ledger at an offset, which remembers what it waited for. */
const ledgerAt = (end: number) => {
  const waited: Array<readonly [offset: number, timeoutMs: number]> = [];
  return {
    waited,
    ledgerEnd: () => end,
    waitForOffset: async (offset: number, timeoutMs: number) => {
      waited.push([offset, timeoutMs]);
      return offset <= end;
    },
  };
};

describe("The least offset of a request", () => {
  it("is not looked for when the request names none", () => {
    const ledger = ledgerAt(5);
    expect(reachMinOffset({}, ledger, 10)).to.equal(undefined);
    expect(ledger.waited).to.deep.equal([]);
  });

  for (const text of ["0", "5", "0005"]) {
    it(`${text} is waited for, and has been reached at 5`, async () => {
      const ledger = ledgerAt(5);
      expect(await reachMinOffset({ [header]: text }, ledger, 10)).to.equal(undefined);
      expect(ledger.waited).to.deep.equal([[Number(text), 10]]);
    });
  }

  it("that is not reached in time is an error that names both offsets", async () => {
    const error = await reachMinOffset({ [header]: "6" }, ledgerAt(5), 10);
    expect(error).to.include({
      code: "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END",
      definiteAnswer: true,
    });
    expect(error?.cause).to.match(/is 6, but this node is at offset 5 .* within 10 ms/);
  });

  it("waits for the views of the wallet too, where a request reads them", async () => {
    const folded = (found: Either<ViewsError, number>) => ({
      waitFor: () => Promise.resolve(found),
    });
    const readOf = (found: Either<ViewsError, number>) =>
      reachMinOffset({ [header]: "5" }, ledgerAt(5), 10, folded(found));
    expect(await readOf(right(5))).to.equal(undefined);
    const late = await readOf(left({ kind: "file", message: "late" }));
    expect(late?.code).to.equal("PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END");
  });

  const wrong = ["", "-1", "1.5", "1e3", " 5", "five", "9007199254740992", "0".repeat(17), "5, 6"];
  for (const text of wrong) {
    it(`${JSON.stringify(text)} is not an offset`, async () => {
      const ledger = ledgerAt(5);
      const error = await reachMinOffset({ [header]: text }, ledger, 10);
      expect(error?.code).to.equal("INVALID_ARGUMENT");
      expect(error?.cause).to.include("X-Tallystick-Min-Offset");
      expect(ledger.waited).to.deep.equal([]);
    });
  }
});
