import { expect } from "chai";
import {
  errorCatalogue,
  type ErrorCode,
  errorCategoryOf,
  isErrorCode,
} from "../../src/errors/error-catalogue.js";
import { errorCategories, isErrorCategoryId } from "../../src/errors/error-category.js";
import { errorRowOf } from "../../src/errors/error-row.js";

describe("The categories of errors", () => {
  // ledger-api 4.3
  const table: ReadonlyArray<readonly [id: number, retries: boolean, redacted: boolean]> = [
    [1, true, false],
    [2, true, false],
    [3, true, false],
    [4, false, true],
    [5, false, true],
    [6, false, true],
    [7, false, true],
    [8, false, false],
    [9, false, false],
    [10, false, false],
    [11, false, false],
    [12, true, false],
    [13, false, false],
    [14, false, true],
  ];
  for (const [id, retries, redacted] of table) {
    it(`say whether a retry helps and what may leave the node: ${id}`, () => {
      if (!isErrorCategoryId(id)) throw new Error("no category");
      const category = errorCategories[id];
      expect(category.redacted).to.equal(redacted);
      expect(category.retry).to.equal(retries ? "1 second" : null);
      expect(category.retrySeconds).to.equal(retries ? 1 : null);
    });
  }

  it("have names of their own", () => {
    const names = Object.values(errorCategories).map(({ name }) => name);
    expect(new Set(names).size).to.equal(14);
  });

  for (const value of [0, 15, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    it(`are none of number ${value}`, () => {
      expect(isErrorCategoryId(value)).to.equal(false);
    });
  }
});

describe("A row of the catalogue", () => {
  it("takes from its category what its options leave out", () => {
    expect(errorRowOf(1, "D", "Something.")).to.deep.equal({
      category: 1,
      retry: "1 second",
      resources: [],
      redacted: false,
      answer: "D",
      definiteAnswer: false,
      categoryFromContext: false,
      description: "Something.",
    });
  });

  it("shows a code of a redacted category only when it says so", () => {
    expect(errorRowOf(7, "-", "x").redacted).to.equal(true);
    expect(errorRowOf(7, "-", "x", { shown: true }).redacted).to.equal(false);
    expect(errorRowOf(8, "-", "x", { shown: true }).redacted).to.equal(false);
  });

  it("has the resources and the answer of its options", () => {
    const row = errorRowOf(11, "T", "x", {
      resources: ["CONTRACT_ID"],
      definiteAnswer: true,
      categoryFromContext: true,
    });
    expect(row).to.deep.include({
      resources: ["CONTRACT_ID"],
      definiteAnswer: true,
      categoryFromContext: true,
    });
  });
});

describe("The category of an occurrence", () => {
  const codes = Object.keys(errorCatalogue).filter(isErrorCode);

  it("is that of its row, whatever its context says, but for those that choose it", () => {
    const choosing: Array<ErrorCode> = [];
    for (const code of codes) {
      const row = errorCatalogue[code];
      expect(errorCategoryOf({ code, context: {} }), code).to.equal(row.category);
      const other = row.category === 1 ? "2" : "1";
      if (errorCategoryOf({ code, context: { category: other } }) !== row.category)
        choosing.push(code);
    }
    expect(choosing).to.deep.equal(["DAML_FAILURE"]);
  });

  for (const category of ["", "0", "15", "1.5", "x", "1e3", "NaN"]) {
    it(`is that of its row when it chooses "${category}", which is none`, () => {
      const code = "DAML_FAILURE";
      expect(errorCategoryOf({ code, context: { category } })).to.equal(
        errorCatalogue[code].category,
      );
    });
  }

  it("is of an error code, and a name of every object is none", () => {
    for (const text of ["toString", "__proto__", "constructor", "", "missing_field"])
      expect(isErrorCode(text), text).to.equal(false);
  });
});
