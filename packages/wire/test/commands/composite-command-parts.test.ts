import { int32Max, type LedgerError, type SubmittedPrefetchKey } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import {
  commandError,
  contractIdError,
  disclosedIdentifierError,
  foundInstead,
  identifierError,
  maxPrefetchKeys,
  synchronizerError,
  validatePrefetchKeys,
  withinCount,
} from "../../src/commands/composite-command-parts.js";

const errorOf = (outcome: Either<LedgerError, unknown>): LedgerError => {
  if (!isLeft(outcome)) throw new Error("accepted");
  return outcome.left;
};
const keysOf = (keys: ReadonlyArray<SubmittedPrefetchKey>) => {
  const outcome = validatePrefetchKeys(keys);
  if (isLeft(outcome)) throw new Error(outcome.left.cause);
  return outcome.right;
};

describe("a count within its limit", () => {
  it("has no error up to the limit, and one above it that names both numbers", () => {
    fc.assert(
      fc.property(fc.nat(50), fc.nat(50), (count, most) => {
        const error = withinCount("commands", count, most);
        if (count <= most) {
          expect(error).to.equal(undefined);
        } else {
          expect(error).to.include({ code: "INVALID_ARGUMENT", field: "commands" });
          expect(error?.cause).to.contain(`found ${count} elements, expected at most ${most}`);
        }
      }),
    );
  });

  it("shows what was found with its quotes", () => {
    expect(foundInstead('a"b', "a name")).to.equal('found "a\\"b", expected a name');
  });
});

describe("identifiers", () => {
  const good = [
    "#iou:Iou:Iou",
    "p:M:T",
    `${"a".repeat(64)}:Main.Sub:T.Nested`,
    "#a-b_C9:M$:_t",
    `#${"n".repeat(255)}:M:T`,
  ];
  for (const text of good) {
    it(`may be ${text.slice(0, 30)}`, () => {
      expect(identifierError("templateId", text)).to.equal(undefined);
    });
  }

  const ofPackage = "Value does not match the package-id or package-name formats: ";
  const bad: ReadonlyArray<readonly [text: string, sentence: string]> = [
    ["M:T", "Expected a non-empty string"],
    [":M:T", `${ofPackage}Daml-LF Package ID is empty`],
    ["p::T", "Expected a non-empty string"],
    ["p:M:", "Expected a non-empty string"],
    ["#:M:T", `${ofPackage}Daml-LF Package Name is empty`],
    ["#a b:M:T", `${ofPackage}non expected character 0x20 in Daml-LF Package Name "a b"`],
    ["#a.b:M:T", `${ofPackage}non expected character 0x2e in Daml-LF Package Name "a.b"`],
    ["p:1M:T", 'non expected first character 0x31 in Daml-LF Name "1M"'],
    ["p:M..N:T", "Daml-LF Name is empty"],
    ["p:.M:T", "Daml-LF Name is empty"],
    ["p:M:T-x", 'non expected non first character 0x2d in Daml-LF Name "T-x"'],
    [`${"a".repeat(65)}:M:T`, `${ofPackage}Daml-LF Package ID is too long (max: 64)`],
    [`#${"n".repeat(256)}:M:T`, `${ofPackage}Daml-LF Package Name is too long (max: 255)`],
    [`p:${"M".repeat(600)}.${"N".repeat(600)}:T`, "DottedName is too long (max: 1000)"],
  ];
  for (const [text, sentence] of bad) {
    it(`are not ${text.slice(0, 30)}, in a public node's words`, () => {
      const error = identifierError("commands[0].templateId", text);
      expect(error).to.include({ code: "INVALID_ARGUMENT", field: "commands[0].templateId" });
      expect(error?.cause).to.match(/found ".*expected.*\(<package>:<module>:<entity>\)/);
      const said = "The submitted request has invalid arguments: ";
      expect(error?.publicCause).to.equal(`${said}${sentence}`);
    });
  }

  it("of disclosed contracts name the part that is wrong", () => {
    const parts = {
      "#p:M:T": undefined,
      "p!:M:T": "package_id",
      "p::T": "module_name",
      "p:M:1": "entity_name",
    };
    for (const [text, name] of Object.entries(parts)) {
      const cause = disclosedIdentifierError("at.templateId", text)?.publicCause;
      if (name === undefined) expect(cause).to.equal(undefined);
      else expect(cause).to.contain(`Invalid field ${name}: `);
    }
  });

  it("that are empty are missing", () => {
    expect(identifierError("templateId", "")).to.include({ code: "MISSING_FIELD" });
  });
});

describe("contract ids and synchronizer ids", () => {
  const contractIds: ReadonlyArray<readonly [text: string, code: string | undefined]> = [
    ["", "MISSING_FIELD"],
    [`00${"ab".repeat(32)}`, undefined],
    [`01${"ab".repeat(12)}`, undefined],
    ["00", "INVALID_FIELD"],
    ["00ab", "INVALID_FIELD"],
    ["not hex", "INVALID_FIELD"],
    ["a?b", "INVALID_FIELD"],
    ["ä", "INVALID_FIELD"],
  ];
  for (const [text, code] of contractIds) {
    it(`"${text.slice(0, 20)}" of ${text.length} characters is ${code ?? "a contract id"}`, () => {
      expect(contractIdError("contractId", text)?.code).to.equal(code);
    });
  }

  const synchronizers: ReadonlyArray<readonly [text: string, isTaken: boolean]> = [
    ["local::1220ab", true],
    ["local", false],
    ["::1220", false],
    ["local::", false],
    ["lo cal?::1220", false],
  ];
  for (const [text, isTaken] of synchronizers) {
    it(`${text} is ${isTaken ? "a" : "no"} synchronizer id`, () => {
      const error = synchronizerError("synchronizerId", text);
      expect(error?.code).to.equal(isTaken ? undefined : "INVALID_FIELD");
      if (!isTaken) expect(error?.cause).to.contain("<name>::<fingerprint>");
    });
  }
});

describe("one command", () => {
  const templateId = "#m:M:T";
  const contractId = `00${"ab".repeat(32)}`;
  it("reports the template before the contract, and the contract before the choice", () => {
    const wrong = { templateId: "x", contractId: "?", choice: "1", choiceArgument: {} };
    const fieldOf = (change: object) =>
      commandError({ kind: "ExerciseCommand", ...wrong, ...change }, 3)?.field;
    expect(fieldOf({})).to.equal("commands[3].ExerciseCommand.templateId");
    expect(fieldOf({ templateId })).to.equal("commands[3].ExerciseCommand.contractId");
    expect(fieldOf({ templateId, contractId })).to.equal("commands[3].ExerciseCommand.choice");
  });

  const choices: ReadonlyArray<readonly [name: string, code: string | undefined]> = [
    ["", "INVALID_ARGUMENT"],
    ["Archive", undefined],
    ["$x_9", undefined],
    ["_", undefined],
    ["9x", "INVALID_ARGUMENT"],
    ["a b", "INVALID_ARGUMENT"],
    ["a.b", "INVALID_ARGUMENT"],
    ["x".repeat(1_000), undefined],
    ["x".repeat(1_001), "INVALID_ARGUMENT"],
  ];
  for (const [name, code] of choices) {
    it(`has ${code ?? "no error"} for a choice of ${name.length} characters "${name.slice(0, 8)}"`, () => {
      const command = { templateId, contractId, choice: name, choiceArgument: {} };
      const error = commandError({ kind: "ExerciseCommand", ...command }, 0);
      expect(error?.code).to.equal(code);
    });
  }
});

describe("keys to be loaded early", () => {
  const templateId = "#m:M:T";

  const limits: ReadonlyArray<readonly [given: number | undefined, limit: number]> = [
    [undefined, 1],
    [1, 1],
    [2, 2],
    [int32Max, int32Max],
    // an unsigned limit above 2^31 - 1 looks negative, and is capped
    [-1, int32Max],
    [-(2 ** 31), int32Max],
  ];
  for (const [given, limit] of limits) {
    it(`have the limit ${limit} where ${String(given)} is given`, () => {
      const key = {
        templateId,
        contractKey: "k",
        ...(given === undefined ? {} : { limit: given }),
      };
      expect(keysOf([key])).to.deep.equal([{ templateId, contractKey: "k", limit }]);
    });
  }

  it("are not limited to 0", () => {
    const keys = [
      { templateId, contractKey: 1 },
      { templateId, contractKey: 2, limit: 0 },
    ];
    const error = errorOf(validatePrefetchKeys(keys));
    expect(error).to.include({
      code: "INVALID_ARGUMENT",
      field: "prefetchContractKeys[1].limit",
      invalidRequest: true,
    });
    expect(error.cause).to.contain("found 0, expected at least 1");
  });

  it("name the entry whose template is malformed", () => {
    const keys = [
      { templateId, contractKey: 1 },
      { templateId: "x", contractKey: 2, limit: 0 },
    ];
    expect(errorOf(validatePrefetchKeys(keys)).field).to.equal(
      "prefetchContractKeys[1].templateId",
    );
  });

  it("count the last limit of a key, at its first place", () => {
    const repeated = fc.array(fc.tuple(fc.nat(4), fc.integer({ min: 1, max: 9 })));
    fc.assert(
      fc.property(repeated, (entries) => {
        const keys = keysOf(
          entries.map(([key, limit]) => ({ templateId, contractKey: String(key), limit })),
        );
        const last = new Map(entries.map(([key, limit]) => [String(key), limit]));
        expect(keys).to.deep.equal(
          [...last].map(([contractKey, limit]) => ({ templateId, contractKey, limit })),
        );
      }),
    );
  });

  it("are equal in any order of the fields of a record, and of one template only", () => {
    const keys = keysOf([
      { templateId, contractKey: { a: 1, b: 2 }, limit: 5 },
      { templateId, contractKey: { b: 2, a: 1 }, limit: 7 },
      { templateId: "#m:M:U", contractKey: { a: 1, b: 2 }, limit: 9 },
    ]);
    expect(keys.map(({ limit }) => limit)).to.deep.equal([7, 9]);
  });

  it("are at most a thousand; later ones are left out, though later limits count", () => {
    const numbered = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ templateId, contractKey: index }));
    for (const count of [maxPrefetchKeys - 1, maxPrefetchKeys, maxPrefetchKeys + 1])
      expect(keysOf(numbered(count))).to.have.lengthOf(Math.min(count, maxPrefetchKeys));
    const again = keysOf([
      ...numbered(maxPrefetchKeys + 1),
      { templateId, contractKey: 0, limit: 3 },
      { templateId, contractKey: maxPrefetchKeys, limit: 3 },
    ]);
    expect(again).to.have.lengthOf(maxPrefetchKeys);
    expect(again[0]?.limit).to.equal(3);
    expect(again.some(({ contractKey }) => contractKey === maxPrefetchKeys)).to.equal(false);
  });
});
