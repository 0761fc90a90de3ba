import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { parse } from "yaml";
import { startTestNode, type TestNode } from "../browser/test-node.js";
import { printTypes } from "./print-types.js";

const file = fileURLToPath(new URL("../../../src/data/openapi.d.ts", import.meta.url));
const head = `// From the OpenAPI documents of a node; UPDATE_DOCS=1 npm test -- openapi-types writes it.\n`;

describe("the types of the API", () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode();
  });
  after(() => node.close());

  it("are those of the documents that a node publishes", async () => {
    const documentAt = async (path: string) => parse(await (await fetch(node.base + path)).text());
    const expected = [
      head,
      printTypes("Wallet", await documentAt("/docs/wallet-openapi")),
      printTypes("Ledger", await documentAt("/docs/openapi")),
    ].join("\n");
    if (process.env["UPDATE_DOCS"] === "1") writeFileSync(file, expected);
    expect(existsSync(file) ? readFileSync(file, "utf8") : "").to.equal(expected);
  });

  it("knows optional fields, references, lists, maps and choices", () => {
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
});
