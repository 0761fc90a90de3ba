import { expect } from "chai";
import { errorRow } from "../../src/errors/error-catalogue.js";
import {
  contractNotActive,
  duplicateKey,
  hiddenKey,
  interpretationError,
  notVetted,
  unauthorized,
  unknownInformees,
} from "../../src/errors/interpretation-error.js";
import {
  contractKeyNotFound,
  contractNotFound,
  templateNotFound,
  updateNotFound,
  userNotFound,
} from "../../src/errors/ledger-error-build.js";
import type { LedgerError } from "../../src/errors/ledger-error.js";

describe("An error of interpretation", () => {
  const key = JSON.stringify({ reference: "x".repeat(300) });
  const table: ReadonlyArray<
    readonly [error: LedgerError, cause: string, resources: LedgerError["resources"]]
  > = [
    [
      contractNotActive("p:M:T", "00aa", 3),
      "The contract 00aa was consumed earlier in the same transaction.",
      [
        ["TEMPLATE_ID", "p:M:T"],
        ["CONTRACT_ID", "00aa"],
      ],
    ],
    [
      duplicateKey("p:M:T", "pkg", key),
      `An active contract of p:M:T already holds the key ${key.slice(0, 200)}.`,
      [
        ["TEMPLATE_ID", "p:M:T"],
        ["CONTRACT_KEY", key],
        ["PACKAGE_NAME", "pkg"],
      ],
    ],
    [
      hiddenKey("p:M:T", "pkg", "{}"),
      "The key {} of p:M:T is held by a contract that neither actAs nor readAs can see.",
      [
        ["TEMPLATE_ID", "p:M:T"],
        ["CONTRACT_KEY", "{}"],
        ["PACKAGE_NAME", "pkg"],
      ],
    ],
    [
      contractNotFound("00aa"),
      "Contract could not be found with id 00aa",
      [["CONTRACT_ID", "00aa"]],
    ],
    [
      contractKeyNotFound("p:M:T", "{}", "pkg"),
      "No active contract of template p:M:T is visible with key {}",
      [
        ["TEMPLATE_ID", "p:M:T"],
        ["CONTRACT_KEY", "{}"],
        ["PACKAGE_NAME", "pkg"],
      ],
    ],
    [templateNotFound("p:M:T"), "Templates do not exist: [p:M:T].", [["TEMPLATE_ID", "p:M:T"]]],
    [
      templateNotFound("p:M:I", "INTERFACE_ID"),
      "Interfaces do not exist: [p:M:I].",
      [["INTERFACE_ID", "p:M:I"]],
    ],
    [userNotFound("ann", "getting user"), "User not found: ann", [["USER", "ann"]]],
    [updateNotFound("OFFSET", "7"), "Update not found, or not visible.", [["OFFSET", "7"]]],
    [
      unknownInformees("Creating", ["a", "b"]),
      "Creating informs parties that are not known on the synchronizer: a, b",
      [],
    ],
    [notVetted("pkg"), "The package pkg is needed but not vetted on this node.", []],
    [interpretationError("why"), "why", []],
  ];
  for (const [error, cause, resources] of table) {
    it(`${error.code} says what is wrong, and names what it is about`, () => {
      expect(error.cause).to.equal(cause);
      expect(error.resources).to.deep.equal(resources);
      expect(error.definiteAnswer).to.equal(errorRow(error.code).definiteAnswer);
    });
  }

  it("names resources of the kinds its row has, in their order", () => {
    for (const [error, , resources] of table) {
      const { resources: kinds } = errorRow(error.code);
      if (resources.length > 1) {
        expect(
          resources.map(([kind]) => kind),
          error.code,
        ).to.deep.equal(kinds);
      }
    }
  });
});

describe("The error of a missing authority", () => {
  const of = (required: ReadonlyArray<string>, given: ReadonlyArray<string>): string =>
    unauthorized("Creating", required, new Set(given)).cause;

  it("names who is required, who is there, and who is missing", () => {
    expect(of(["a", "b", "c"], ["b", "z"])).to.equal(
      "Creating requires authorizers a, b, c, but only b, z authorized it; missing: a, c",
    );
  });

  it("says when no one is there, or no one is required", () => {
    expect(of(["a"], [])).to.equal(
      "Creating requires authorizers a, but only no party authorized it; missing: a",
    );
    expect(of([], ["a"])).to.contain("(no party, which is not allowed)");
  });

  it("has a public node's sentence where it is about a node of the transaction", () => {
    const node = { nodeId: 3, templateId: "p:M:T" };
    expect(unauthorized("Creating", ["a", "b"], new Set(["b", "z"]), node).publicCause).to.equal(
      "Interpretation error: Error: node NodeId(3) (p:M:T) requires authorizers a,b, but only b,z were given",
    );
  });
});
