import { expect } from "chai";
import { parse } from "yaml";
import { publishedFields } from "./published-fields.js";
import { publishedOperations, publishedParameters } from "./published-operations.js";
import { fieldsOf, typeOf } from "./schema-lines.js";
import { endpoints } from "../../src/index.js";
import { openApiDocumentOf, openApiText } from "../../src/docs/openapi.js";

const references = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
};

/** Name of the schema of a body: "-" for none, "[]" behind that of an array's elements. */
const schemaName = (holder: unknown): string => {
  const [media] = Object.values(Object(Object(holder).content));
  const nameOf = (schema: {
    readonly $ref?: string;
    readonly type?: string;
    readonly format?: string;
    readonly items?: object;
  }): string => {
    if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "";
    if (schema.type === "array") return `${nameOf(schema.items ?? {})}[]`;
    return schema.format === "binary" ? "binary" : (schema.type ?? "any");
  };
  return media === undefined ? "-" : nameOf(Object(media).schema);
};

/** Method and path of a line. */
const placeOf = (line: string): string => line.split(" ").slice(0, 2).join(" ");

describe("The OpenAPI document", () => {
  const document = Object(openApiDocumentOf(endpoints));
  const { paths, components, info } = document;

  it("is the same as YAML text", async () => {
    expect(parse(await openApiText(document))).to.deep.equal(document);
  });

  it("has the interface version of the specification", () => {
    expect(info.version).to.equal("3.5.8");
  });

  it("names the version a node must have, as generators of clients read it", () => {
    expect(document.openapi).to.equal("3.0.3");
    expect(info.description).to.match(/^MINIMUM_CANTON_VERSION=3\.5\.8$/m);
  });

  it("has every endpoint of the table but the documents themselves, and nothing else", () => {
    const listed = Object.keys(paths).flatMap((path) =>
      Object.keys(paths[path]).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(listed.sort()).to.deep.equal(
      endpoints
        .filter(({ path }) => !path.startsWith("/docs/"))
        .map(({ method, path }) => `${method} ${path}`)
        .sort(),
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
    expect(JsCommands.properties.tapsMaxPasses).to.deep.equal({
      type: "integer",
      format: "int32",
      nullable: true,
    });
    const submit = paths["/v2/commands/async/submit"].post;
    expect(submit.requestBody.content["application/json"].schema).to.deep.equal({
      $ref: "#/components/schemas/JsCommands",
    });
    expect(submit.responses["400"].content).to.have.all.keys("text/plain");
  });

  it("describes the error object with its ten keys", () => {
    const { JsLedgerError } = components.schemas;
    expect(Object.keys(JsLedgerError.properties)).to.have.length(10);
    expect(JsLedgerError.required).to.have.members(["code", "cause", "context", "errorCategory"]);
  });

  it("has the operations of the published interface under their ids, with their schemas", () => {
    expect(publishedOperations).to.have.lengthOf(67);
    for (const line of publishedOperations) {
      const [method = "", path = "", operationId = "", request, response, deprecated] =
        line.split(" ");
      const operation = paths[path]?.[method.toLowerCase()];
      expect(operation, line).to.not.equal(undefined);
      expect(operation.operationId, line).to.equal(operationId);
      expect(schemaName(operation.requestBody), line).to.equal(request);
      expect(schemaName(operation.responses["200"]), line).to.equal(response);
      expect(operation.deprecated === true, line).to.equal(deprecated !== undefined);
    }
  });

  it("has the statuses of the published interface for each operation, with their types, and the error object in addition to the text of a 400", () => {
    for (const line of publishedOperations) {
      const [method = "", path = "", , , response = ""] = line.split(" ");
      const { responses } = paths[path][method.toLowerCase()];
      // the readiness probe has one more, which is all it is for
      const more = path === "/readyz" ? ["503"] : [];
      expect(Object.keys(responses).sort(), line).to.deep.equal(
        ["200", "400", "default", ...more].sort(),
      );
      const typesOf = (status: string) => Object.keys(Object(responses[status].content));
      const asText = path === "/v2/commands/async/submit";
      const bad = asText ? ["text/plain"] : ["text/plain", "application/json"];
      expect(typesOf("400"), line).to.deep.equal(bad);
      expect(typesOf("default"), line).to.deep.equal(["application/json"]);
      const ofText: Readonly<Record<string, ReadonlyArray<string>>> = {
        "-": [],
        binary: ["application/octet-stream"],
        string: ["text/plain"],
      };
      expect(typesOf("200"), line).to.deep.equal(ofText[response] ?? ["application/json"]);
    }
  });

  it("has the parameters of the published interface, and three more", () => {
    const ours = publishedOperations.flatMap((line) => {
      const [method = "", path = ""] = line.split(" ");
      const { parameters } = paths[path][method.toLowerCase()];
      if (parameters === undefined) return [];
      const texts = [...parameters].map(
        (each: { in: string; name: string; required?: boolean; schema: object }) =>
          `${each.in}:${each.name}:${typeOf(each.schema)}${each.required === true ? "!" : ""}`,
      );
      return [`${method} ${path} ${texts.sort().join(" ")}`];
    });
    const provider = "query:identity-provider-id:string";
    const more: Readonly<Record<string, string>> = {
      // without it a provider's users could not be listed or deleted by an administrator
      "GET /v2/users": provider,
      "DELETE /v2/users/{user-id}": provider,
      "GET /readyz": "query:exclude:string[]",
    };
    const published = new Map(publishedParameters.map((line) => [placeOf(line), line]));
    const expected = [...new Set([...published.keys(), ...Object.keys(more)])].map((place) => {
      const [method = "", path = "", ...texts] = (published.get(place) ?? place).split(" ");
      const added = more[place];
      const all = added === undefined ? texts : [...texts, added];
      return `${method} ${path} ${all.sort().join(" ")}`;
    });
    expect(ours).to.have.members(expected);
  });

  it("adds fifteen operations to those of the published interface", () => {
    const published = new Set(
      publishedOperations.map((line) => line.split(" ").slice(0, 2).join(" ")),
    );
    const own = endpoints
      .filter(({ path }) => !path.startsWith("/docs/"))
      .map(({ method, path }) => `${method} ${path}`)
      .filter((each) => !published.has(each));
    expect(own).to.deep.equal([
      "POST /v2/commands/dry-run",
      "POST /v2/commands/trace",
      "POST /v2/commands/completion-by-hash",
      "POST /v2/updates/update-by-hash",
      "POST /v2/updates/trace-by-id",
      "POST /v2/events/events-by-contract-ids",
      "POST /v2/participant-pruning",
      "POST /v0/dev/snapshot",
      "POST /v0/dev/revert",
      "POST /v0/dev/clock",
      "GET /v2/instruments",
      "POST /v2/instruments/readings",
      "POST /v2/state/ledger-end/moves",
      "POST /v2/followers",
      "GET /v2/parties/{party}/rights",
    ]);
  });

  it("has the schemas of the published interface, with their fields and types, and requires no field that a request may lack", () => {
    // the published document requires these, the public node does not (ledger-api 2.1, 2.5, 2.8)
    const relaxed: Readonly<Record<string, string>> = {
      // a text in the published document, an object in its answers
      ProtoAny: "typeUrl:string unknownFields:UnknownFieldSet value:string | valueDecoded:{any}",
      FieldMask: "| paths:string[] unknownFields:UnknownFieldSet",
      GetActiveContractsRequest:
        "| activeAtOffset:int64 eventFormat:EventFormat filter:TransactionFilter streamContinuationToken:string verbose:boolean",
      GetUpdatesRequest:
        "| beginExclusive:int64 descendingOrder:boolean endInclusive:int64 filter:TransactionFilter updateFormat:UpdateFormat verbose:boolean",
    };
    for (const [name, known] of Object.entries(publishedFields)) {
      expect(components.schemas, name).to.have.property(name);
      expect(fieldsOf(components.schemas[name]), name).to.equal(relaxed[name] ?? known);
    }
  });

  it("adds to the schemas of the published interface only those of its own operations", () => {
    const own = Object.keys(components.schemas).filter((name) => !(name in publishedFields));
    // the error object has the name of the specification, and the hash is of the line after 3.5
    expect(own.sort()).to.deep.equal([
      "DevelopmentClock",
      "DevelopmentClockRequest",
      "DevelopmentRevertRequest",
      "DevelopmentSnapshot",
      "DryRunAmount",
      "DryRunAuthority",
      "DryRunContract",
      "DryRunExercise",
      "DryRunHolding",
      "DryRunInstrument",
      "DryRunLocation",
      "DryRunMissing",
      "DryRunNode",
      "DryRunPackage",
      "DryRunResponse",
      "DryRunStop",
      "EventsByContractIdsRequest",
      "EventsByContractIdsResponse",
      "FollowerReport",
      "FollowerReportResponse",
      "GetCompletionByHashRequest",
      "GetCompletionByHashResponse",
      "GetUpdateByHashRequest",
      "Instrument",
      "InstrumentLimits",
      "InstrumentList",
      "InstrumentReading",
      "InstrumentReadingsRequest",
      "JsLedgerError",
      "LedgerEnd",
      "LedgerEndRequest",
      "PartyRightsResponse",
      "PruneRequest",
      "PruneResponse",
      "TraceError",
      "TraceException",
      "TraceFrame",
      "TraceMoment",
      "TracePlace",
      "TraceProfile",
      "TraceResponse",
      "TraceUpdateRequest",
      "UserRights",
    ]);
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

  it("lists a login for every operation that needs one", () => {
    const open = endpoints
      .filter(({ access, isUnlisted }) => access === "open" && isUnlisted !== true)
      .map(({ path }) => path);
    expect(open).to.include.members(["/livez", "/readyz"]);
    for (const path of Object.keys(paths)) {
      const login = open.includes(path) ? [] : [{ httpAuth: [] }, { apiKeyAuth: [] }];
      for (const { security } of Object.values<{ security: object }>(paths[path]))
        expect(security, path).to.deep.equal(login);
    }
  });
});
