import { expect } from "chai";
import type { Endpoint } from "../../../src/endpoints/endpoint.js";
import { openApiDocumentOf } from "../../../src/docs/openapi.js";
import { walletRows } from "../../../src/wallet/wallet-rows.js";
import type { Schema } from "../../generated/document-operations.js";
import { publishedShapes } from "./published-shapes.js";

const { paths, components } = Object(openApiDocumentOf(walletRows));

const resolved = (schema: Schema): Schema => {
  const [inner] = schema.allOf ?? [];
  if (inner !== undefined) return resolved(inner);
  const name = schema.$ref?.split("/").at(-1);
  return name === undefined ? schema : resolved(components.schemas[name]);
};

/** The fields of a schema, each in the form of `publishedShapes`. */
const fieldsIn = (given: Schema, path = ""): ReadonlyArray<string> => {
  const {
    type,
    enum: values,
    items,
    properties,
    required = [],
    additionalProperties,
  } = resolved(given);
  if (items !== undefined) return fieldsIn(items, `${path}[]`);
  const named = Object.entries(properties ?? {});
  if (named.length > 0) {
    return named.flatMap(([name, inner]) => {
      const field = required.includes(name) ? name : `${name}?`;
      return fieldsIn(inner, path === "" ? field : `${path}.${field}`);
    });
  }
  if (additionalProperties !== undefined) return fieldsIn(additionalProperties, `${path}{}`);
  return [`${path}:${values?.join("/") ?? type ?? "object"}`];
};

interface Field {
  readonly text: string;
  readonly isOptional: boolean;
  readonly type: string;
}

const namesOf = (fields: ReadonlyArray<string>): ReadonlyMap<string, Field> =>
  new Map(
    fields.map((text) => {
      const [path = "", type = ""] = text.split(":");
      return [path.replaceAll("?", ""), { text, isOptional: path.includes("?"), type }];
    }),
  );

const schemaAt = (holder: unknown): Schema | undefined =>
  Object(Object(Object(holder).content)["application/json"]).schema;

const rowOf = new Map<string, Endpoint>(
  walletRows.map((row) => [`${row.method} ${row.path.replaceAll(/\{[^}]+\}/g, "{}")}`, row]),
);

describe("the token standard's operations against the documents of Splice 0.6.12", () => {
  for (const [operation, { request, response }] of Object.entries(publishedShapes)) {
    const { method = "", path = "" } = rowOf.get(operation) ?? {};
    const ours = Object(paths[path])[method.toLowerCase()] ?? {};

    if (request !== undefined) {
      it(`${operation} takes what is published, and needs no more`, () => {
        const fields = namesOf(fieldsIn(schemaAt(ours.requestBody) ?? {}));
        const published = namesOf(request.split(" "));
        for (const [name, { text, type, isOptional }] of published) {
          const own = fields.get(name);
          expect(own?.type, text).to.equal(type);
          if (isOptional) expect(own?.isOptional, text).to.equal(true);
        }
        for (const [name, { text, isOptional }] of fields)
          if (!isOptional) expect([...published.keys()], text).to.include(name);
      });
    }

    if (response !== undefined) {
      it(`${operation} answers what is published`, () => {
        const fields = namesOf(fieldsIn(schemaAt(ours.responses?.["200"]) ?? {}));
        for (const [name, { text, type, isOptional }] of namesOf(response.split(" "))) {
          const own = fields.get(name);
          // an object of which the document says no more
          if (type === "object" && [...fields.keys()].some((it) => it.startsWith(`${name}.`)))
            continue;
          if (own === undefined) expect(isOptional, text).to.equal(true);
          else expect(own.type, text).to.equal(type);
          if (!isOptional) expect(own?.isOptional, text).to.equal(false);
        }
      });
    }
  }
});
