import { expect } from "chai";
import { apiTypes } from "./api-types.js";
import { printTypes } from "./print-types.js";

describe("the types of the API", () => {
  it("know optional fields, references, lists, maps and choices", () => {
    const schema = {
      type: "object",
      required: ["id", "kinds"],
      properties: {
        id: { type: "string" },
        kinds: { type: "array", items: { $ref: "#/components/schemas/Kind" } },
        texts: { type: "object", additionalProperties: { type: "string" } },
        "at-once": { type: "boolean", nullable: true },
      },
    };
    const kind = { oneOf: [{ enum: ["a", "b"] }, { type: "integer" }] };
    const printed = printTypes("Some", { components: { schemas: { Thing: schema, Kind: kind } } });
    expect(printed).to.include(
      'Thing: { id: string; kinds: Array<SomeSchemas["Kind"]>; ' +
        'texts?: { [name: string]: string }; "at-once"?: boolean | null };',
    );
    expect(printed).to.include('Kind: ("a" | "b" | number);');
  });

  it("have the paths and schemas of the wallet and of the ledger", () => {
    const types = apiTypes();
    for (const name of ["WalletPaths", "WalletSchemas", "LedgerPaths", "LedgerSchemas"])
      expect(types).to.include(`export interface ${name} {`);
    expect(types).to.match(/"\/v0\/wallet\/balance": \{ get: .*GetBalanceResponse/);
    expect(types).to.match(/"\/v2\/commands\/submit-and-wait": \{ post: /);
  });
});
