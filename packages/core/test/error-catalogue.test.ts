import { expect } from "chai";
import { ERROR_CATEGORIES } from "../src/error-category.js";
import {
  ERROR_CATALOGUE,
  ERROR_CATALOGUE_SECTIONS,
  type ErrorCode,
  errorCategoryOf,
  errorRow,
  httpStatusOf,
  isErrorCode,
} from "../src/error-catalogue.js";

const status = (code: ErrorCode, context: Record<string, string> = {}): number =>
  httpStatusOf({ code, context });

describe("error catalogue", () => {
  const rows: ReadonlyArray<
    readonly [ErrorCode, number, number, number, string | null, boolean, boolean]
  > = [
    // code, category, gRPC, HTTP, retry, redacted, definite answer
    ["UNAUTHENTICATED", 6, 16, 401, null, true, false],
    ["PERMISSION_DENIED", 7, 7, 403, null, true, false],
    ["MISSING_FIELD", 8, 3, 400, null, false, false],
    ["OFFSET_AFTER_LEDGER_END", 12, 11, 400, "1 second", false, false],
    ["DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS", 5, 3, 400, null, true, false],
    ["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", 2, 10, 413, "1 second", false, false],
    ["DUPLICATE_COMMAND", 10, 6, 409, null, false, true],
    ["SUBMISSION_ALREADY_IN_FLIGHT", 2, 10, 409, "1 second", false, false],
    ["CONTRACT_NOT_FOUND", 11, 5, 404, null, false, false],
    ["INTERPRETATION_USER_ERROR", 9, 9, 400, null, false, false],
    ["LOCAL_VERDICT_INACTIVE_CONTRACTS", 11, 5, 404, null, false, true],
    ["REQUEST_TIME_OUT", 3, 4, 504, "1 second", false, false],
    ["SERVICE_NOT_RUNNING", 1, 14, 503, "1 second", false, false],
    ["SERVICE_INTERNAL_ERROR", 4, 13, 500, null, true, false],
    ["METHOD_NOT_ALLOWED", 8, 3, 405, null, false, false],
    ["IDENTITY_PROVIDER_UNAVAILABLE", 1, 14, 503, "1 second", false, false],
    ["RATE_LIMIT_EXCEEDED", 2, 8, 429, "1 second", false, false],
  ];
  for (const [code, category, grpcCode, httpStatus, retry, redacted, definiteAnswer] of rows) {
    it(`answers ${code} with ${httpStatus}`, () => {
      expect(errorRow(code)).to.include({
        category,
        grpcCode,
        httpStatus,
        retry,
        redacted,
        definiteAnswer,
      });
      expect(status(code)).to.equal(httpStatus);
    });
  }

  it("has every row in exactly one section, and each row described", () => {
    const listed = Object.values(ERROR_CATALOGUE_SECTIONS).flatMap((section) =>
      Object.keys(section),
    );
    expect([...listed].sort()).to.deep.equal(Object.keys(ERROR_CATALOGUE).sort());
    expect(new Set(listed).size).to.equal(195);
    for (const [code, row] of Object.entries(ERROR_CATALOGUE)) {
      expect(row.description, code).to.match(/^[A-Z].{10,}[^.]$/);
      expect(code).to.match(/^[A-Z][A-Z_]+$/);
    }
  });

  it("takes gRPC code and retry of every row from its category, except where no category has the code", () => {
    for (const [code, row] of Object.entries(ERROR_CATALOGUE)) {
      if (row.grpcName === "RESOURCE_EXHAUSTED") continue;
      const category = ERROR_CATEGORIES[row.category];
      expect([row.grpcCode, row.retry, row.redacted], code).to.deep.equal([
        category.grpcCode,
        category.retry,
        category.redacted,
      ]);
    }
  });

  it("lets DAML_FAILURE choose its category, and nothing else", () => {
    expect(status("DAML_FAILURE")).to.equal(400);
    expect(status("DAML_FAILURE", { category: "11" })).to.equal(404);
    expect(errorCategoryOf({ code: "DAML_FAILURE", context: { category: "11" } })).to.equal(11);
    for (const category of ["0", "15", "x", "1.5", ""]) {
      expect(errorCategoryOf({ code: "DAML_FAILURE", context: { category } }), category).to.equal(
        9,
      );
    }
    expect(status("MISSING_FIELD", { category: "11" })).to.equal(400);
  });

  it("knows its own ids only", () => {
    expect(isErrorCode("MISSING_FIELD")).to.equal(true);
    expect(isErrorCode("toString")).to.equal(false);
  });
});
