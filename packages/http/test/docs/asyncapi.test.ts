import { asyncApiByVersion } from "@canton-network/core-ledger-client-types";
import { expect } from "chai";
import { parse } from "yaml";
import { channels } from "../../src/index.js";
import { asyncApiDocumentOf } from "../../src/docs/asyncapi.js";
import { fakeLedger } from "../fixtures/fake-ledger.js";
import { runServer } from "../fixtures/running-server.js";

const references = (value: unknown): ReadonlyArray<string> => {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    key === "$ref" ? [String(inner)] : references(inner),
  );
};

describe("The AsyncAPI document", () => {
  const document = Object(asyncApiDocumentOf(channels));

  it("is served as YAML text to everybody, under both of its names", async () => {
    const running = await runServer(await fakeLedger());
    for (const path of ["/docs/asyncapi", "/docs/asyncapi.yaml"]) {
      const reply = await running.call("GET", path, { token: null });
      expect(reply.status).to.equal(200);
      expect(parse(reply.text)).to.deep.equal(document);
    }
    await running.server.close();
  });

  it("has every channel of the table, and those the published document has", () => {
    expect(Object.keys(document.channels)).to.deep.equal(channels.map(({ path }) => path));
    for (const path of Object.values(asyncApiByVersion["3.5"].CHANNELS))
      expect(document.channels).to.have.property(path);
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
