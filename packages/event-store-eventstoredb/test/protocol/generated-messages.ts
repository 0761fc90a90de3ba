// The messages as the official client has them, generated from the published descriptions: what
// ours are compared with.
import { createRequire } from "node:module";

/** A generated message: bytes, and plain values for comparison. */
interface Generated {
  serializeBinary(): Uint8Array;
  toObject(): Record<string, unknown>;
}

interface GeneratedType {
  deserializeBinary(bytes: Uint8Array): Generated;
}

const require = createRequire(import.meta.url);

/** A generated type by module and path, such as `streams_pb` and `ReadReq.Options`. */
export const generatedType = (module: string, path: string): GeneratedType => {
  let found: unknown = require(`@eventstore/db-client/generated/${module}.js`);
  for (const name of path.split(".")) {
    // border: generated code without types of its own
    found = (found as Record<string, unknown>)[name];
  }
  // border: every generated message has these functions
  return found as GeneratedType;
};

/** Decodes with the generated code, and encodes again. */
export const throughGenerated = (module: string, path: string, bytes: Uint8Array): Uint8Array =>
  generatedType(module, path).deserializeBinary(bytes).serializeBinary();
