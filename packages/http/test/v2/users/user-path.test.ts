import { expect } from "chai";
import { right } from "fp-ts/lib/Either.js";
import {
  ProviderQuery,
  sameUserId,
  UserPath,
  validUserId,
} from "../../../src/v2/users/user-path.js";
import { leftOf, rightOf } from "../../fixtures/outcomes.js";

describe("the user of a path", () => {
  for (const userId of [
    "a",
    "alice@example.com",
    "auth0|12-3",
    "a".repeat(128),
    "^$.!`-#+'~_|:()",
  ]) {
    it(`may be ${userId.slice(0, 20)}`, () => {
      expect(validUserId(userId)).to.deep.equal(right(userId));
    });
  }

  for (const userId of ["", "a b", "a/b", "ä", "a".repeat(129), "a\u0000"]) {
    it(`may not be ${JSON.stringify(userId.slice(0, 20))}, in the words of ledger-api 3.4`, () => {
      const error = leftOf(validUserId(userId));
      expect(error.code).to.equal("INVALID_ARGUMENT");
      expect(error.cause).to.contain(`Malformed user-id: User ID "${userId}" does not match`);
    });
  }

  it("must be the user of the body", () => {
    expect(sameUserId("alice", "alice", "userId")).to.deep.equal(right("alice"));
    const error = leftOf(sameUserId("alice", "bob", "user.id"));
    expect(error).to.include({ code: "INVALID_ARGUMENT", field: "user.id" });
    expect(error.cause).to.contain('found "bob", expected "alice" as in the path');
    expect(leftOf(sameUserId("alice", "", "userId")).code).to.equal("INVALID_ARGUMENT");
    // a path that is none is said first
    expect(leftOf(sameUserId("a b", "bob", "userId")).cause).to.contain(
      'Malformed user-id: User ID "a b"',
    );
  });

  it("is decoded with its provider", () => {
    expect(rightOf(UserPath.read({ "user-id": "x" }))).to.deep.equal({ "user-id": "x" });
    expect(leftOf(UserPath.read({})).path).to.deep.equal(["user-id"]);
    expect(rightOf(ProviderQuery.read({}))).to.deep.equal({});
    expect(leftOf(ProviderQuery.read({ "identity-provider-id": ["a", "b"] })).path).to.deep.equal([
      "identity-provider-id",
    ]);
  });
});
