import { expect } from "chai";
import { errorCategories } from "../../src/errors/error-category.js";
import {
  errorCatalogue,
  errorCatalogueSections,
  type ErrorCode,
  errorCategoryOf,
  errorRow,
  isErrorCode,
} from "../../src/errors/error-catalogue.js";

const categoryOf = (code: ErrorCode, context: Record<string, string> = {}): number =>
  errorCategoryOf({ code, context });

describe("error catalogue", () => {
  const rows: ReadonlyArray<readonly [ErrorCode, number, string | null, boolean, boolean]> = [
    // code, category, retry, redacted, definite answer
    ["UNAUTHENTICATED", 6, null, true, false],
    ["PERMISSION_DENIED", 7, null, true, false],
    ["MISSING_FIELD", 8, null, false, false],
    ["OFFSET_AFTER_LEDGER_END", 12, "1 second", false, false],
    ["DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS", 5, null, true, false],
    ["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", 2, "1 second", false, false],
    ["DUPLICATE_COMMAND", 10, null, false, true],
    ["SUBMISSION_ALREADY_IN_FLIGHT", 2, "1 second", false, false],
    ["CONTRACT_NOT_FOUND", 11, null, false, false],
    ["INTERPRETATION_USER_ERROR", 9, null, false, false],
    ["LOCAL_VERDICT_INACTIVE_CONTRACTS", 11, null, false, true],
    ["REQUEST_TIME_OUT", 3, "1 second", false, false],
    ["SERVICE_NOT_RUNNING", 1, "1 second", false, false],
    ["SERVICE_INTERNAL_ERROR", 4, null, true, false],
    ["METHOD_NOT_ALLOWED", 8, null, false, false],
    ["IDENTITY_PROVIDER_UNAVAILABLE", 1, "1 second", false, false],
    ["RATE_LIMIT_EXCEEDED", 2, "1 second", false, false],
  ];
  for (const [code, category, retry, redacted, definiteAnswer] of rows) {
    it(`has ${code} in category ${category}`, () => {
      expect(errorRow(code)).to.include({
        category,
        retry,
        redacted,
        definiteAnswer,
      });
      expect(categoryOf(code)).to.equal(category);
    });
  }

  it("has every row in exactly one section, and each row described", () => {
    const listed = Object.values(errorCatalogueSections).flatMap((section) => Object.keys(section));
    expect([...listed].sort()).to.deep.equal(Object.keys(errorCatalogue).sort());
    expect(new Set(listed).size).to.equal(202);
    for (const [code, row] of Object.entries(errorCatalogue)) {
      expect(row.description, code).to.match(/^[A-Z].{10,}[^.]$/);
      expect(code).to.match(/^[A-Z][A-Z_]+$/);
    }
  });

  it("takes retry and redaction of every row from its category", () => {
    // these two say why although their category hides it
    const shown = [
      "LOCAL_VERDICT_FAILED_MODEL_CONFORMANCE_CHECK",
      "DUPLICATE_CONFIRMATION_REQUEST_UUID",
    ];
    for (const [code, row] of Object.entries(errorCatalogue)) {
      if (shown.includes(code)) {
        expect(row.redacted).to.equal(false);
        continue;
      }
      const category = errorCategories[row.category];
      expect([row.retry, row.redacted], code).to.deep.equal([category.retry, category.redacted]);
    }
  });

  it("lets DAML_FAILURE choose its category, and nothing else", () => {
    expect(categoryOf("DAML_FAILURE")).to.equal(9);
    expect(errorCategoryOf({ code: "DAML_FAILURE", context: { category: "11" } })).to.equal(11);
    for (const category of ["0", "15", "x", "1.5", ""]) {
      expect(errorCategoryOf({ code: "DAML_FAILURE", context: { category } }), category).to.equal(
        9,
      );
    }
    expect(categoryOf("MISSING_FIELD", { category: "11" })).to.equal(8);
  });

  it("knows its own ids only", () => {
    expect(isErrorCode("MISSING_FIELD")).to.equal(true);
    expect(isErrorCode("toString")).to.equal(false);
  });
});
