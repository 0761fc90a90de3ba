import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  type Template,
} from "@tallystick/core";
import { SchemaType, wireJson, wireObject, required, wireString, optional } from "@tallystick/wire";
import type { ContractWire, ContractWithState } from "./contract-wire.js";

const scalars: Readonly<Record<string, JsonObject>> = {
  Bool: { type: "boolean" },
  Int: { type: "string", description: "A 64-bit integer" },
  Numeric: { type: "string", description: "A decimal with 1 to 10 digits after the point" },
  Timestamp: { type: "string", format: "date-time" },
  Date: { type: "string", format: "date" },
  Unit: { type: "object" },
};

/** The named pairs of a record's or variant's model. */
const pairsOf = (pairs: Json | undefined): ReadonlyArray<readonly [string, Json]> =>
  (isJsonArray(pairs) ? pairs : []).flatMap((pair) => {
    const [name, model = null] = isJsonArray(pair) ? pair : [];
    return typeof name === "string" ? [[name, model] as const] : [];
  });

const isOptional = (model: Json): boolean => isJsonObject(model) && model.Optional !== undefined;

const recordSchema = (fields: Json | undefined): JsonObject => {
  const pairs = pairsOf(fields);
  const always = pairs.filter(([, model]) => !isOptional(model)).map(([name]) => name);
  return {
    type: "object",
    properties: Object.fromEntries(pairs.map(([name, model]) => [name, schemaOfModel(model)])),
    ...(always.length === 0 ? {} : { required: always }),
  };
};

const caseSchema = ([tag, model]: readonly [string, Json]): JsonObject => ({
  type: "object",
  properties: { tag: { type: "string", enum: [tag] }, value: schemaOfModel(model) },
  required: ["tag", "value"],
});

/** The JSON Schema of the values of a Daml type, by its model (ledger-api 2.1). */
export const schemaOfModel = (model: Json): JsonObject => {
  // the model of a decimal names its places: Numeric10
  if (typeof model === "string")
    return scalars[model.replace(/[ (]*\d+\)?$/, "")] ?? { type: "string" };
  if (!isJsonObject(model)) return {};
  const { Optional, List, TextMap, GenMap, Record: fields, Variant, Enum } = model;
  if (Optional !== undefined) {
    const schema = schemaOfModel(Optional);
    return Object.keys(schema).length === 0 ? schema : { ...schema, nullable: true };
  }
  if (List !== undefined) return { type: "array", items: schemaOfModel(List) };
  if (TextMap !== undefined)
    return { type: "object", additionalProperties: schemaOfModel(TextMap) };
  // pairs of key and value
  if (GenMap !== undefined) return { type: "array", items: { type: "array", items: {} } };
  if (fields !== undefined) return recordSchema(fields);
  if (Variant !== undefined) return { oneOf: pairsOf(Variant).map(caseSchema) };
  return isJsonArray(Enum) ? { type: "string", enum: Enum } : {};
};

/** The name of a template without its module. */
const entityOf = ({ name }: { readonly name: string }): string => name.slice(name.indexOf(":") + 1);

/** The payload of a template's contracts; it is not read again, as the ledger has checked it. */
const payloadOf = <P>(template: Template<P>): SchemaType<Json> => {
  const name = `${entityOf(template)}Payload`;
  const schema = schemaOfModel(template.payload.model);
  return new SchemaType<Json>(name, schema, wireJson.read, { [name]: schema });
};

/** A contract of a template in the wallet's interface (wallet 0.3), its payload typed. */
export const contractWireOf = <P>(template: Template<P>): SchemaType<ContractWire> =>
  wireObject(`${entityOf(template)}Contract`, {
    template_id: required(wireString),
    contract_id: required(wireString),
    payload: required(payloadOf(template)),
    created_event_blob: required(wireString),
    created_at: required(wireString),
  });

/** The same with the synchronizer it is assigned to. */
export const contractWithStateOf = <P>(template: Template<P>): SchemaType<ContractWithState> =>
  wireObject(`${entityOf(template)}ContractWithState`, {
    contract: required(contractWireOf(template)),
    domain_id: optional(wireString),
  });
