import type { IncomingHttpHeaders } from "node:http";

const jsonType = "application/json";

/** Why the body of a request cannot be taken as it comes: it must not be compressed. Undefined when there is no objection. */
export const codingError = (headers: IncomingHttpHeaders): string | undefined => {
  const coding = headers["content-encoding"];
  return coding === undefined || coding === "identity"
    ? undefined
    : `The content encoding ${coding.slice(0, 60)} is not supported; send the body uncompressed`;
};

/**
 * Why the body of a request cannot be JSON by its headers: the content type, where there is one, must be `application/json`
 * (in UTF-8, the only encoding JSON has) and the body must not be compressed. Undefined when there is no objection.
 */
export const mediaTypeError = (headers: IncomingHttpHeaders): string | undefined => {
  const compressed = codingError(headers);
  if (compressed !== undefined) return compressed;
  const type = headers["content-type"];
  if (type === jsonType) return undefined;
  // the official client loses its own on the way; what is no JSON is found out when it is read
  if (type === undefined || type === "") return undefined;
  const [media = "", ...parameters] = type.toLowerCase().split(";");
  if (media.trim() !== jsonType) {
    return `The content type ${type.slice(0, 60)} is not supported; expected ${jsonType}`;
  }
  const charset = parameters.map((each) => each.trim()).find((each) => each.startsWith("charset="));
  return charset === undefined || /^charset="?utf-?8"?$/.test(charset)
    ? undefined
    : `The ${charset.slice(0, 60)} is not supported; JSON is UTF-8`;
};
