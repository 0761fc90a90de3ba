import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import { orderOf, readBytes } from "../../../src/pages/traffic/order.js";
import { lackOf, partyNamed } from "../typed.js";

const least = 200_000;

describe("bytes as people type them", () => {
  it("are whole numbers, with spaces and underlines between groups", () => {
    for (const text of ["1000000", "1 000 000", "1_000_000", " 1000000 "])
      expect(readBytes(text, least)).to.deep.equal(right(1_000_000));
  });

  it("are none with other signs, at 0, or beyond the most", () => {
    for (const text of ["", "0", "-1", "1.5", "1e6", "1000000000001", "99999999999999"])
      expect(lackOf(readBytes(text, least)), text).to.match(/whole number/);
    expect(readBytes("1000000000000", least)).to.deep.equal(right(1_000_000_000_000));
  });

  it("are at least what is sold", () => {
    expect(lackOf(readBytes("199999", least))).to.match(/^At least 200000 bytes/);
    expect(readBytes("200000", least)).to.deep.equal(right(200_000));
  });
});

describe("what is typed to buy traffic", () => {
  it("is an order, or says what is missing, the validator first", () => {
    const validator = partyNamed("validator");
    const draft = { validator, bytes: "200000", life: "24" } as const;
    expect(orderOf(draft, least)).to.deep.equal(right({ ...draft, bytes: 200_000 }));
    expect(lackOf(orderOf({ ...draft, validator: "v", bytes: "" }, least))).to.match(/validator/);
    expect(lackOf(orderOf({ ...draft, bytes: "" }, least))).to.match(/whole number/);
  });
});
