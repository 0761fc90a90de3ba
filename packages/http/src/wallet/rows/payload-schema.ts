import type { Json, JsonObject, Template } from "@tallystick/core";
import { SchemaType, wireJson, wireObject, required, wireString, optional } from "@tallystick/wire";
import type { ContractWire, ContractWithState } from "./contract-wire.js";
import { foldModel, type ModelCases, type Named } from "./model-fold.js";

const scalars: Readonly<Record<string, JsonObject>> = {
  Bool: { type: "boolean" },
  Int: { type: "string", description: "A 64-bit integer" },
  Numeric: { type: "string", description: "A decimal with 1 to 10 digits after the point" },
  Timestamp: { type: "string", format: "date-time" },
  Date: { type: "string", format: "date" },
  Unit: { type: "object" },
};

const recordSchema = (fields: ReadonlyArray<Named<JsonObject>>): JsonObject => {
  const always = fields.filter(({ isOptional }) => !isOptional).map(({ name }) => name);
  return {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, type }) => [name, type])),
    ...(always.length === 0 ? {} : { required: always }),
  };
};

const caseSchema = ({ name, type }: Named<JsonObject>): JsonObject => ({
  type: "object",
  properties: { tag: { type: "string", enum: [name] }, value: type },
  required: ["tag", "value"],
});

const schemas: ModelCases<JsonObject> = {
  // the model of a decimal names its places: Numeric10
  scalar: (name) => scalars[name.replace(/[ (]*\d+\)?$/, "")] ?? { type: "string" },
  optional: (value) => (Object.keys(value).length === 0 ? value : { ...value, nullable: true }),
  list: (element) => ({ type: "array", items: element }),
  textMap: (value) => ({ type: "object", additionalProperties: value }),
  // pairs of key and value
  genMap: () => ({ type: "array", items: { type: "array", items: {} } }),
  record: recordSchema,
  variant: (constructors) => ({ oneOf: constructors.map(caseSchema) }),
  enumeration: (names) => ({ type: "string", enum: names }),
  other: {},
};

/** The JSON Schema of the values of a Daml type, by its model (ledger-api 2.1). */
export const schemaOfModel = (model: Json): JsonObject => foldModel(model, schemas);

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
