import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { withSource } from "../../src/audit/audit-source.js";
import { endedLedger } from "../ledger-folder.js";

describe("The source of an audit", () => {
  it("shows how far it was read, and clears the line at the end", async () => {
    const { data, end } = await endedLedger();
    const shown: Array<string> = [];
    const progress = (text: string): void => void shown.push(text);
    await withSource({ data }, { env: {}, progress }, async ({ store, stream }) => {
      for await (const page of store.readStream(stream)) expect(isLeft(page)).to.equal(false);
    });
    expect(shown[0]).to.match(new RegExp(`^offset \\d+ of ${end}$`));
    expect(shown.at(-1)).to.equal("");
  });
});
