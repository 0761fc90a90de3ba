import { expect } from "chai";
import { compareContractIds } from "../../src/values/contract-id-order.js";
import { LfError } from "../../src/values/lf-error.js";

const v1 = (local: string, suffix: string): string => `00${local.repeat(64)}${suffix}`;
const v2 = (local: string, suffix: string): string => `01${local.repeat(24)}${suffix}`;

const kindOf = (a: string, b: string): string => {
  try {
    return `compared: ${compareContractIds(a, b)}`;
  } catch (thrown) {
    return thrown instanceof LfError ? thrown.failure.kind : "another error";
  }
};

describe("The order of contract ids (daml-lf B.6)", () => {
  const ascending = [
    v1("0", ""),
    v1("1", "ca10"),
    v1("1", "ca11"),
    v1("2", "00"),
    v2("0", "01"),
    v2("1", "80"),
    v2("1", "81"),
    v2("2", ""),
  ];
  for (const [at, a] of ascending.entries()) {
    it(`has at ${at} ${a}`, () => {
      for (const [other, b] of ascending.entries())
        expect(Math.sign(compareContractIds(a, b)), b).to.equal(Math.sign(at - other));
    });
  }

  const incomparable: ReadonlyArray<readonly [what: string, a: string, b: string]> = [
    ["one has no suffix yet", v1("1", ""), v1("1", "ca10")],
    ["neither suffix of version 2 is absolute", v2("1", "00"), v2("1", "01")],
    ["one suffix of version 2 is relative", v2("1", "7f"), v2("1", "80")],
  ];
  for (const [what, a, b] of incomparable) {
    it(`is none where the local parts are equal and ${what}`, () => {
      expect(kindOf(a, b)).to.equal("ContractIdComparability");
      expect(kindOf(b, a)).to.equal("ContractIdComparability");
      expect(kindOf(a, a)).to.equal("compared: 0");
    });
  }
});
