import { expect } from "chai";
import {
  choiceArgumentId,
  identifierOf,
  templateIdOf,
} from "../../src/ledger/ledger-identifier.js";

const packageId = "ab".repeat(32);

describe("An identifier in a prepared transaction", () => {
  const names: ReadonlyArray<readonly [module: string, entity: string]> = [
    ["Main", "Iou"],
    ["Splice.Api.Token.HoldingV1", "Holding"],
    ["A.B", "Outer.Inner"],
  ];
  for (const [moduleName, entityName] of names) {
    it(`has ${moduleName} and ${entityName} apart, and together again as text`, () => {
      const text = `${packageId}:${moduleName}:${entityName}`;
      expect(identifierOf(text)).to.deep.equal({ packageId, moduleName, entityName });
      expect(templateIdOf(identifierOf(text))).to.equal(text);
    });
  }

  it("of a choice's argument is in the template's module, under the choice's name", () => {
    expect(choiceArgumentId(`${packageId}:A.B:Iou`, "Transfer")).to.deep.equal({
      packageId,
      moduleName: "A.B",
      entityName: "Transfer",
    });
  });

  it("of an archive's argument is one for all templates", () => {
    const ids = [`${packageId}:A.B:Iou`, "pkg:C:D"].map((of) => choiceArgumentId(of, "Archive"));
    expect(ids[0]).to.deep.equal(ids[1]);
    expect(ids[0]).to.deep.include({ moduleName: "DA.Internal.Template", entityName: "Archive" });
  });
});
