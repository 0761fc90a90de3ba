import { expect } from "chai";
import { amountRoom } from "../../../src/components/lists/amount-room.js";

describe("the room of the amounts of a list", () => {
  const rows: ReadonlyArray<
    readonly [amounts: ReadonlyArray<string | undefined>, decimals: number, digits: number]
  > = [
    [[], 2, 3],
    [["7.2500000000", undefined], 2, 3],
    [["-1.1250000000", "100.0000000000"], 3, 6],
    [["1234567.0000000000"], 2, 11],
    [["0.0000000001"], 10, 11],
  ];
  for (const [amounts, decimals, digits] of rows) {
    it(`is that of ${JSON.stringify(amounts)}`, () =>
      expect(amountRoom(amounts)).to.deep.equal({ "--decimals": decimals, "--digits": digits }));
  }
});
