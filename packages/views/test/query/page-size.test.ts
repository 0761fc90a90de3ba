import { expect } from "chai";
import {
  activeContractsPageSizes,
  pageSizeOf,
  updatesPageSizes,
} from "../../src/query/page-size.js";
import { leftOf, rightOf } from "../journal-fixture.js";

describe("The size of a page", () => {
  for (const [what, sizes, usual, most] of [
    ["updates", updatesPageSizes, 100, 2_000],
    ["active contracts", activeContractsPageSizes, 2_000, 10_000],
  ] as const) {
    it(`of ${what} is ${usual} unless one is requested`, () => {
      expect(rightOf(pageSizeOf(undefined, sizes))).to.equal(usual);
    });

    for (const asked of [1, 2, usual, most]) {
      it(`of ${what} may be ${asked}`, () => {
        expect(rightOf(pageSizeOf(asked, sizes))).to.equal(asked);
      });
    }

    for (const asked of [0, -1, most + 1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      it(`of ${what} cannot be ${asked}`, () => {
        const error = leftOf(pageSizeOf(asked, sizes));
        expect(error.code).to.equal("INVALID_ARGUMENT");
        expect(error.cause).to.include(`found ${asked}`).and.include(`1 to ${most}`);
      });
    }
  }
});
