import type { CompositeCommand } from "@tallystick/core";
import { ledgerError } from "@tallystick/core";
import { expect } from "chai";
import { RefusedSubmissions } from "../../src/ledger/refused-submissions.js";

const command = (commandId: string, actAs: ReadonlyArray<string> = ["alice"]): CompositeCommand =>
  // border: what is not kept is not looked at
  ({ userId: "u", commandId, submissionId: "s", actAs }) as unknown as CompositeCommand;
const error = ledgerError("CONTRACT_NOT_FOUND", "x".repeat(5_000));
const all = (): boolean => true;

describe("the refused submissions of a node", () => {
  it("are kept up to 1,000, the newest first, with bounded texts", () => {
    const refused = new RefusedSubmissions();
    for (let n = 1; n <= 5_500; n++) refused.add(command(`c-${n}`), error, n);
    const found = refused.read(10_000, undefined, all);
    expect(found).to.have.lengthOf(1_000);
    expect(found[0]).to.include({ seq: 5_500, commandId: "c-5500", at: 5_500 });
    expect(found.at(-1)).to.include({ seq: 4_501 });
    expect(found[0]?.cause).to.have.lengthOf(2_000);
    refused.add(command("y".repeat(10_000)), error, 1);
    expect(refused.read(1, undefined, all)[0]?.commandId).to.have.lengthOf(500);
  });

  it("continue before one of them, and skip what is not wanted", () => {
    const refused = new RefusedSubmissions();
    for (let n = 1; n <= 5; n++)
      refused.add(command(`c-${n}`, [n % 2 === 0 ? "a" : "b"]), error, n);
    expect(refused.read(2, 4, all).map(({ seq }) => seq)).to.deep.equal([3, 2]);
    const ofA = refused.read(9, undefined, ({ actAs }) => actAs.includes("a"));
    expect(ofA.map(({ seq }) => seq)).to.deep.equal([4, 2]);
  });

  it("leave out commands of more parties than can be checked", () => {
    const refused = new RefusedSubmissions();
    refused.add(
      command(
        "c",
        Array.from({ length: 21 }, (_, n) => `p-${n}`),
      ),
      error,
      1,
    );
    expect(refused.read(9, undefined, all)).to.deep.equal([]);
  });
});
