import { Ajv, type ValidateFunction } from "ajv";

/** What the tests read of a schema of OpenAPI 3.0. */
export interface Schema {
  readonly $ref?: string;
  readonly allOf?: ReadonlyArray<Schema>;
  readonly oneOf?: ReadonlyArray<Schema>;
  readonly type?: string;
  readonly format?: string;
  readonly nullable?: boolean;
  readonly enum?: ReadonlyArray<string>;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: ReadonlyArray<string>;
  readonly additionalProperties?: Schema;
}

/** A parameter of a path or a query string. */
export interface Parameter {
  readonly name: string;
  readonly in: "path" | "query";
  readonly required: boolean;
  readonly schema: Schema;
}

type Content = Readonly<Record<string, { readonly schema: Schema }>>;

interface Response {
  readonly content?: Content;
}

/** One operation of a document. */
export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: ReadonlyArray<Parameter>;
  /** Undefined where the operation takes no JSON. */
  readonly body: Schema | undefined;
  readonly takesBytes: boolean;
  readonly responses: Readonly<Record<string, Response>>;
  readonly needsToken: boolean;
}

/** A document with its operations, and a check of values against its schemas. */
export interface ApiDocument {
  readonly operations: ReadonlyArray<Operation>;
  readonly schemas: Readonly<Record<string, Schema>>;
  /** What is wrong with a value; undefined when it conforms. */
  readonly mismatch: (schema: Schema, value: unknown) => string | undefined;
}

/** JSON Schema knows no `nullable`. */
export const withNull = (schema: unknown): unknown => {
  if (typeof schema !== "object" || schema === null) return schema;
  if (Array.isArray(schema)) return schema.map(withNull);
  const { nullable, ...others } = Object(schema);
  const plain = Object.fromEntries(
    Object.entries(others).map(([key, inner]) => [key, withNull(inner)]),
  );
  return nullable === true ? { anyOf: [plain, { type: "null" }] } : plain;
};

const operationOf = (method: string, path: string, text: unknown): Operation => {
  const { parameters = [], requestBody, responses, security } = Object(text);
  const content: Content = requestBody?.content ?? {};
  return {
    method: method.toUpperCase(),
    path,
    parameters,
    body: content["application/json"]?.schema,
    takesBytes: content["application/octet-stream"] !== undefined,
    responses,
    needsToken: security.length > 0,
  };
};

/** A document as the node serves it, parsed. */
export const apiDocument = (document: unknown): ApiDocument => {
  const { paths, components } = Object(document);
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: false });
  ajv.addSchema({ $id: "document", components: withNull(components) as object });
  const known = new Map<string, ValidateFunction>();
  const validatorOf = (schema: Schema): ValidateFunction => {
    const text = JSON.stringify(withNull(schema)).replaceAll('"#/', '"document#/');
    const found = known.get(text) ?? ajv.compile(JSON.parse(text));
    known.set(text, found);
    return found;
  };
  return {
    operations: Object.entries<object>(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, text]) => operationOf(method, path, text)),
    ),
    schemas: components.schemas,
    mismatch: (schema, value) => {
      const validate = validatorOf(schema);
      return validate(value) ? undefined : ajv.errorsText(validate.errors);
    },
  };
};
