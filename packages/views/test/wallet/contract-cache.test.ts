import type { Contract } from "@tallystick/core";
import { expect } from "chai";
import { ContractCache } from "../../src/wallet/contract-cache.js";
import type { WalletContracts } from "../../src/wallet/wallet-contracts.js";

const contractOf = (contractId: string): Contract => ({
  contractId,
  templateId: "p:M:T",
  packageName: "p",
  payload: {},
  signatories: ["alice"],
  observers: [],
  createdAt: 0,
});

describe("The contracts a fold looks at", () => {
  const begun = (maxChars: number) => {
    const read: Array<string> = [];
    const table: Pick<WalletContracts, "read"> = {
      read: (contractId) => {
        read.push(contractId);
        return contractId === "none" ? undefined : { contract: contractOf(contractId), chars: 40 };
      },
    };
    // border: nothing else is called
    return { read, looked: new ContractCache(table as WalletContracts, maxChars) };
  };

  it("are read once, and not at all when they were made", () => {
    const { read, looked } = begun(100);
    looked.add(contractOf("made"), 10);
    for (const id of ["made", "a", "made", "a"]) expect(looked.get(id)?.contractId).to.equal(id);
    expect(read).to.deep.equal(["a"]);
    looked.delete("a");
    expect(looked.get("none")).to.equal(undefined);
    looked.get("a");
    expect(read).to.deep.equal(["a", "none", "a"]);
  });

  it("are dropped above a number of characters, however few they are", () => {
    const { read, looked } = begun(100);
    for (const id of ["a", "b", "c", "a"]) looked.get(id);
    expect(read).to.deep.equal(["a", "b", "c", "a"]);
    looked.get("c");
    expect(read).to.have.length(4);
  });
});
