import type { IncomingHttpHeaders } from "node:http";
import contentType, { type ParsedMediaType } from "content-type";

const jsonType = "application/json";

const textType = "text/plain";

/** The parts of a content type; undefined when it cannot be parsed. */
const parsedType = (text: string): ParsedMediaType | undefined => {
  try {
    // some clients write a semicolon that no parameter follows
    return contentType.parse(text.replace(/;\s*$/, ""));
  } catch {
    return undefined;
  }
};

/**
 * Why the body of a request cannot be read as bytes: it must not be compressed. Undefined when it
 * can.
 */
export const codingError = (headers: IncomingHttpHeaders): string | undefined => {
  const coding = headers["content-encoding"];
  return coding === undefined || coding.toLowerCase() === "identity"
    ? undefined
    : `The content encoding ${coding.slice(0, 60)} is not supported; send the body uncompressed`;
};

/**
 * Why the body of a request cannot be JSON by its headers: the content type, if present, must be
 * `application/json` (in UTF-8, JSON's only encoding) and the body must not be compressed.
 * Undefined when it can.
 *
 * @param takesText whether `text/plain` will do, as for a public participant
 */
export const mediaTypeError = (
  headers: IncomingHttpHeaders,
  takesText: boolean,
): string | undefined => {
  const compressed = codingError(headers);
  if (compressed !== undefined) return compressed;
  const type = headers["content-type"];
  if (type === jsonType) return undefined;
  // the official client loses its content type; the parser finds out what is not JSON
  if (type === undefined || type === "") return undefined;
  const parsed = parsedType(type);
  const isJson = parsed?.type === jsonType || (takesText && parsed?.type === textType);
  if (parsed === undefined || !isJson)
    return `The content type ${type.slice(0, 60)} is not supported; expected ${jsonType}`;
  const { charset } = parsed.parameters;
  return charset === undefined || /^utf-?8$/i.test(charset)
    ? undefined
    : `The charset ${charset.slice(0, 60)} is not supported; JSON is UTF-8`;
};
