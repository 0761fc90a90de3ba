// The types of the documents that a node publishes, in the form that openapi-fetch reads.

import { isJsonArray, isJsonObject, type Json, type JsonObject } from "@tallystick/core";

/** How a schema with a name is referred to. */
type Reference = (name: string) => string;

const objectOf = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {});

const listOf = (value: Json | undefined): ReadonlyArray<Json> => (isJsonArray(value) ? value : []);

const key = (name: string): string =>
  /^([A-Za-z_]\w*|\d+)$/.test(name) ? name : JSON.stringify(name);

const block = (lines: ReadonlyArray<string>): string =>
  lines.length === 0 ? "{}" : `{ ${lines.join("; ")} }`;

const fieldsOf = (schema: JsonObject, refer: Reference): string => {
  const required = new Set(listOf(schema["required"]));
  const fields = Object.entries(objectOf(schema["properties"])).map(
    ([name, field]) =>
      `${key(name)}${required.has(name) ? "" : "?"}: ${typeOf(objectOf(field), refer)}`,
  );
  if (fields.length > 0) return block(fields);
  const others = schema["additionalProperties"];
  if (isJsonObject(others)) return `{ [name: string]: ${typeOf(others, refer)} }`;
  return schema["type"] === "object" ? "{ [name: string]: unknown }" : "unknown";
};

const combined = (schema: JsonObject, refer: Reference): string | undefined => {
  for (const [word, between] of [
    ["oneOf", " | "],
    ["anyOf", " | "],
    ["allOf", " & "],
  ] as const) {
    const parts = listOf(schema[word]).map((each) => typeOf(objectOf(each), refer));
    if (parts.length > 0) return `(${[...new Set(parts)].join(between)})`;
  }
  return undefined;
};

const plainType = (schema: JsonObject, refer: Reference): string => {
  const { $ref: reference, enum: values, type } = schema;
  if (typeof reference === "string") return refer(reference.split("/").at(-1) ?? "");
  const parts = combined(schema, refer);
  if (parts !== undefined) return parts;
  if (isJsonArray(values)) return values.map((each) => JSON.stringify(each)).join(" | ");
  switch (type) {
    case "string":
      return "string";
    case "number":
    case "integer":
      return "number";
    case "boolean":
      return "boolean";
    case "array":
      return `Array<${typeOf(objectOf(schema["items"]), refer)}>`;
    default:
      return fieldsOf(schema, refer);
  }
};

const typeOf = (schema: JsonObject, refer: Reference): string => {
  const type = plainType(schema, refer);
  return schema["nullable"] === true && type !== "unknown" ? `${type} | null` : type;
};

const contentOf = (carrier: JsonObject, refer: Reference): string => {
  const kinds = Object.entries(objectOf(carrier["content"])).map(
    ([kind, each]) =>
      `${JSON.stringify(kind)}: ${typeOf(objectOf(objectOf(each)["schema"]), refer)}`,
  );
  return kinds.length === 0 ? "content?: never" : `content: ${block(kinds)}`;
};

const nameOf = ({ name }: JsonObject): string => (typeof name === "string" ? name : "");

const parametersOf = (operation: JsonObject, refer: Reference): string => {
  const all = listOf(operation["parameters"]).map(objectOf);
  const parts = ["query", "path", "header"].map((place) => {
    const own = all.filter((each) => each["in"] === place);
    const fields = own.map(
      (each) =>
        `${key(nameOf(each))}${each["required"] === true ? "" : "?"}: ${typeOf(objectOf(each["schema"]), refer)}`,
    );
    const optional = own.some((each) => each["required"] === true) ? "" : "?";
    return fields.length === 0 ? `${place}?: never` : `${place}${optional}: ${block(fields)}`;
  });
  return block([...parts, "cookie?: never"]);
};

const operationOf = (operation: JsonObject, refer: Reference): string => {
  const { requestBody: body, responses } = operation;
  const answers = Object.entries(objectOf(responses))
    // what an external party signs does not reach the callers of the client
    .filter(([status]) => status !== "202")
    .map(
      ([status, answer]) =>
        `${key(status)}: { headers: { [name: string]: unknown }; ${contentOf(objectOf(answer), refer)} }`,
    );
  return block([
    `parameters: ${parametersOf(operation, refer)}`,
    isJsonObject(body)
      ? `requestBody${body["required"] === true ? "" : "?"}: ${block([contentOf(body, refer)])}`
      : "requestBody?: never",
    `responses: ${block(answers)}`,
  ]);
};

const pathOf = (path: string, item: JsonObject, refer: Reference): string => {
  const methods = Object.entries(item)
    .filter(([method]) => /^(get|put|post|delete|patch)$/.test(method))
    .map(([method, operation]) => `${method}: ${operationOf(objectOf(operation), refer)}`);
  return `${JSON.stringify(path)}: ${block(methods)}`;
};

/**
 * The module of types of one document.
 *
 * @param name the prefix of its types: `Wallet` gives `WalletPaths` and `WalletSchemas`
 */
export const printTypes = (name: string, document: Json): string => {
  const { paths, components } = objectOf(document);
  const refer: Reference = (schema) => `${name}Schemas[${JSON.stringify(schema)}]`;
  const schemas = Object.entries(objectOf(objectOf(components)["schemas"])).map(
    ([schema, type]) => `  ${key(schema)}: ${typeOf(objectOf(type), refer)};`,
  );
  const items = Object.entries(objectOf(paths)).map(
    ([path, item]) => `  ${pathOf(path, objectOf(item), refer)};`,
  );
  return [
    `/** The paths of the ${name.toLowerCase()}'s document. */`,
    `export interface ${name}Paths {`,
    ...items,
    "}",
    "",
    `/** The schemas of the ${name.toLowerCase()}'s document. */`,
    `export interface ${name}Schemas {`,
    ...schemas,
    "}",
    "",
  ].join("\n");
};
