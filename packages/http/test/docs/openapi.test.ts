import { expect } from "chai";
import { parse } from "yaml";
import { endpoints, openApiDocumentOf, openApiText } from "../../src/index.js";

const references = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
};

describe("The OpenAPI document", () => {
  const document = Object(openApiDocumentOf(endpoints));
  const { paths, components, info } = document;

  it("is the same as YAML text", async () => {
    expect(parse(await openApiText(endpoints))).to.deep.equal(document);
  });

  it("has the interface version of the specification", () => {
    expect(info.version).to.equal("3.5.8");
  });

  it("has every endpoint of the table and nothing else", () => {
    const listed = Object.keys(paths).flatMap((path) =>
      Object.keys(paths[path]).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).to.deep.equal(
      endpoints.map(({ method, path }) => `${method} ${path}`).sort(),
    );
  });

  it("has a schema for every reference", () => {
    const all = new Set(references(document));
    expect(all.size).to.be.greaterThan(20);
    for (const reference of all) {
      const name = reference.replace("#/components/schemas/", "");
      expect(components.schemas, reference).to.have.property(name);
    }
  });

  it("describes the composite command by its codec", () => {
    const { JsCommands } = components.schemas;
    expect(JsCommands.required).to.have.members(["commands", "commandId", "actAs"]);
    expect(JsCommands.properties.tapsMaxPasses).to.deep.equal({ type: "integer", format: "int32" });
    const submit = paths["/v2/commands/async/submit"].post;
    expect(submit.requestBody.content["application/json"].schema).to.deep.equal({
      $ref: "#/components/schemas/JsCommands",
    });
    expect(submit.responses["400"].content).to.have.all.keys("text/plain");
  });

  it("describes the error object with its ten keys", () => {
    const { JsLedgerError } = components.schemas;
    const keys = JsLedgerError.allOf.flatMap((part: object) =>
      Object.keys(Object(part).properties),
    );
    expect(keys).to.have.length(10);
    const [mandatory] = JsLedgerError.allOf;
    expect(mandatory.required).to.have.members(["code", "cause", "context", "errorCategory"]);
  });

  it("names path and query parameters", () => {
    const rights = paths["/v2/users/{user-id}/rights"].get;
    expect(rights.parameters[0]).to.include({ name: "user-id", in: "path", required: true });
    const updates = paths["/v2/updates"].post.parameters.map(({ name }: { name: string }) => name);
    expect(updates).to.deep.equal(["limit", "stream_idle_timeout_ms"]);
  });

  it("describes bodies that are bytes", () => {
    const bytes = { schema: { type: "string", format: "binary" } };
    const upload = paths["/v2/dars"].post;
    expect(upload.requestBody.content).to.deep.equal({ "application/octet-stream": bytes });
    const names = upload.parameters.map(({ name }: { name: string }) => name);
    expect(names).to.deep.equal(["vetAllPackages", "synchronizerId"]);
    const download = paths["/v2/packages/{package-id}"].get.responses["200"];
    expect(download.content).to.deep.equal({ "application/octet-stream": bytes });
    expect(paths["/v2/dars/validate"].post.responses["200"]).not.to.have.property("content");
    const preferred = paths["/v2/interactive-submission/preferred-package-version"].get;
    const needed = preferred.parameters.filter(({ required }: { required: boolean }) => required);
    expect(needed).to.have.length(1);
    expect(needed[0]).to.include({ name: "package-name", in: "query" });
  });

  it("says that the readiness probe may answer 503", () => {
    expect(paths["/readyz"].get.responses["503"].content).to.have.all.keys("text/plain");
  });

  it("asks for a token under /v2 only", () => {
    for (const { method, path } of endpoints) {
      const { security } = paths[path][method.toLowerCase()];
      expect(security.length > 0, path).to.equal(path.startsWith("/v2/"));
    }
  });
});
