export * from "./commands/command-builders.js";
export * from "./commands/composite-command-codec.js";
export * from "./commands/composite-command-validation.js";
export * from "./errors/error-status.js";
export * from "./errors/status-of-category.js";
export * from "./errors/wire-error.js";
export * from "./types/decode-failure.js";
export * from "./types/schema-type.js";
export * as wire from "./types/wire-type.js";
