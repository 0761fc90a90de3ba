import { errorCatalogue, type ErrorCode, isErrorCode } from "@tallystick/core";
import { expect } from "chai";
import { categoryStatus, statusOf, statusOfCode } from "../../src/errors/status-of-category.js";

const httpStatus = (code: ErrorCode, context: Record<string, string> = {}): number =>
  statusOf({ code, context }).httpStatus;

describe("status of an error", () => {
  const rows: ReadonlyArray<readonly [ErrorCode, number, number]> = [
    // code, gRPC, HTTP
    ["UNAUTHENTICATED", 16, 401],
    ["PERMISSION_DENIED", 7, 403],
    ["MISSING_FIELD", 3, 400],
    ["OFFSET_AFTER_LEDGER_END", 11, 400],
    ["DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS", 3, 400],
    ["JSON_API_MAXIMUM_LIST_ELEMENTS_NUMBER_REACHED", 10, 413],
    ["DUPLICATE_COMMAND", 6, 409],
    ["SUBMISSION_ALREADY_IN_FLIGHT", 10, 409],
    ["CONTRACT_NOT_FOUND", 5, 404],
    ["INTERPRETATION_USER_ERROR", 9, 400],
    ["LOCAL_VERDICT_INACTIVE_CONTRACTS", 5, 404],
    ["REQUEST_TIME_OUT", 4, 504],
    ["SERVICE_NOT_RUNNING", 14, 503],
    ["SERVICE_INTERNAL_ERROR", 13, 500],
    ["METHOD_NOT_ALLOWED", 3, 405],
    ["REQUEST_BODY_TOO_LARGE", 3, 413],
    ["UNSUPPORTED_MEDIA_TYPE", 3, 415],
    ["IDENTITY_PROVIDER_UNAVAILABLE", 14, 503],
    ["RATE_LIMIT_EXCEEDED", 8, 429],
  ];
  for (const [code, grpcCode, status] of rows) {
    it(`answers ${code} with ${status}`, () => {
      expect(statusOf({ code, context: {} })).to.include({ grpcCode, httpStatus: status });
      expect(statusOfCode(code)).to.include({ grpcCode, httpStatus: status });
    });
  }

  it("takes the gRPC code of every row from its category, except where no category has it", () => {
    const codes = Object.keys(errorCatalogue).filter(isErrorCode);
    expect(codes.length).to.be.greaterThan(190);
    for (const code of codes) {
      if (code === "RATE_LIMIT_EXCEEDED") continue;
      const { grpcCode, grpcName } = categoryStatus[errorCatalogue[code].category];
      expect(statusOfCode(code), code).to.include({ grpcCode, grpcName });
    }
  });

  it("lets DAML_FAILURE choose its category, and nothing else", () => {
    expect(httpStatus("DAML_FAILURE")).to.equal(400);
    expect(httpStatus("DAML_FAILURE", { category: "11" })).to.equal(404);
    expect(httpStatus("MISSING_FIELD", { category: "11" })).to.equal(400);
  });
});
