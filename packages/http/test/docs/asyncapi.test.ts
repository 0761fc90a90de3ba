import { asyncApiByVersion } from "@canton-network/core-ledger-client-types";
import { expect } from "chai";
import { parse } from "yaml";
import { channels, endpoints } from "../../src/index.js";
import { asyncApiDocumentOf } from "../../src/docs/asyncapi.js";
import { openApiDocumentOf } from "../../src/docs/openapi.js";
import { fakeLedger } from "../fixtures/fake-ledger.js";
import { runServer } from "../fixtures/running-server.js";
import { publishedChannels } from "./published-operations.js";

const references = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
};

describe("The AsyncAPI document", () => {
  const document = Object(asyncApiDocumentOf(channels));

  it("is served as YAML text to everyone, under both of its names", async () => {
    const running = await runServer(await fakeLedger());
    for (const path of ["/docs/asyncapi", "/docs/asyncapi.yaml"]) {
      const reply = await running.call("GET", path, { token: null });
      expect(reply.status).to.equal(200);
      expect(parse(reply.text)).to.deep.equal(document);
    }
    await running.server.close();
  });

  it("has every channel of the table, and those the official client knows", () => {
    expect(Object.keys(document.channels)).to.deep.equal(channels.map(({ path }) => path));
    for (const path of Object.values(asyncApiByVersion["3.5"].CHANNELS))
      expect(document.channels).to.have.property(path);
  });

  it("has the channels of the published interface, with their ids and messages", () => {
    const ours = Object.entries<{
      publish: { operationId: string; message: { $ref: string } };
      subscribe: { operationId: string; message: { $ref: string } };
    }>(document.channels).map(([path, { publish, subscribe }]) => {
      const nameOf = (message: { $ref: string }) => message.$ref.split("/").at(-1) ?? "";
      const answer = nameOf(subscribe.message).replace(/^Either_JsLedgerError_/, "");
      const request = nameOf(publish.message);
      return [path, publish.operationId, subscribe.operationId, request, answer].join(" ");
    });
    const own = /^\/v2\/(instruments\/readings|state\/ledger-end\/moves) /;
    expect(ours.filter((line) => !own.test(line))).to.deep.equal(publishedChannels);
  });

  it("has the schemas of the OpenAPI document, none with another meaning", () => {
    const { components } = Object(openApiDocumentOf(endpoints));
    const shared = Object.entries(document.components.schemas).filter(
      ([name]) => !name.startsWith("Either_"),
    );
    expect(shared).to.have.lengthOf.at.least(60);
    for (const [name, schema] of shared)
      expect(components.schemas[name], name).to.deep.equal(schema);
  });

  it("names the version a node must have, as generators of clients read it", () => {
    expect(document.asyncapi).to.equal("2.6.0");
    expect(document.info.version).to.equal("3.5.8");
    expect(document.info.description).to.match(/^MINIMUM_CANTON_VERSION=3\.5\.8$/m);
  });

  it("describes the two ways a token comes", () => {
    expect(document.components.securitySchemes).to.have.all.keys("httpAuth", "httpApiKeyAuth");
    expect(document.components.securitySchemes.httpApiKeyAuth).to.include({
      type: "httpApiKey",
      name: "Sec-WebSocket-Protocol",
      in: "header",
    });
  });

  it("has something for every reference", () => {
    const all = new Set(references(document));
    expect(all.size).to.be.greaterThan(20);
    for (const reference of all) {
      const [, , kind = "", name = ""] = reference.split("/");
      expect(document.components[kind], reference).to.have.property(name);
    }
  });

  it("says what is sent and what comes back", () => {
    const { publish, subscribe, bindings } = document.channels["/v2/updates/trees"];
    expect(publish.message.$ref).to.equal("#/components/messages/GetUpdatesRequest");
    const answer = "Either_JsLedgerError_JsGetUpdateTreesResponse";
    expect(subscribe.message.$ref).to.equal(`#/components/messages/${answer}`);
    expect(document.components.schemas[answer].oneOf).to.deep.equal([
      { $ref: "#/components/schemas/JsLedgerError" },
      { $ref: "#/components/schemas/JsGetUpdateTreesResponse" },
    ]);
    expect(bindings.ws.method).to.equal("GET");
  });
});
