export * from "./content.js";
export * from "./field.js";
export * from "./message.js";
export * from "./message-bytes.js";
export { defaultReadLimits, type MessageSource, type ReadLimits } from "./message-source.js";
export { type ReadError, unreadable } from "./read-error.js";
export { textMap } from "./text-map.js";
