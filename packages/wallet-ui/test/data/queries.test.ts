import { expect } from "chai";
import { ApiError } from "../../src/data/api-error.js";
import { shouldRetry } from "../../src/data/queries.js";

describe("a query that failed", () => {
  const behind = "PARTICIPANT_DATA_ACCESSED_AFTER_LEDGER_END";
  const failed = (status: number, code: string, cause: string) =>
    new ApiError(status, code, cause, "", undefined);

  it("is asked again where the node may have an answer later", () => {
    for (const error of [
      failed(0, "", "no answer"),
      failed(503, "", "the wallet catches up"),
      failed(429, "", "too many"),
      failed(400, behind, "is at offset 5"),
      failed(400, "", `${behind}(9,b63838e8): is at offset 5`),
    ])
      expect([shouldRetry(0, error), shouldRetry(2, error)], error.message).to.eql([true, false]);
  });

  it("is not where it is the same the next time", () => {
    for (const error of [failed(400, "INVALID_ARGUMENT", "limit"), failed(403, "", "no right")])
      expect(shouldRetry(0, error), error.message).to.equal(false);
  });
});
