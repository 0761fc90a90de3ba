/**
 * Scheme and authority of a target in the absolute form, which proxies send and every server must
 * accept (RFC 9112, 3.2.2).
 */
const origin = /^https?:\/\/[^/?#]+/i;

const encodedCharacter = /%[0-9a-f]{2}/gi;

/** Characters that mean the same whether they are percent-encoded or not (RFC 3986, 2.3). */
const unreserved = /^[\w.~-]$/;

/** `%75sers` as `users`; what is reserved, such as `%2F`, stays as it is. */
const withoutNeedlessEncoding = (path: string): string =>
  path.replace(encodedCharacter, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return unreserved.test(character) ? character : encoded;
  });

const decodedPath = (written: string): string =>
  written.includes("%") ? withoutNeedlessEncoding(written) : written;

/** Whether a path has no slashes but those of the path it is routed by. */
export const isOwnPath = (written: string): boolean => decodedPath(written) === routedPath(written);

/**
 * The path a request is routed by: repeated slashes count as one, as some clients send them, one at
 * the end does not count, and neither does the encoding of characters that need none.
 */
export const routedPath = (written: string): string => {
  const path = decodedPath(written);
  const single = path.includes("//") ? path.replace(/\/{2,}/g, "/") : path;
  return single.length > 1 && single.endsWith("/") ? single.slice(0, -1) : single;
};

/** Path, as it is routed, and query of a request target. */
export const targetOf = (url: string): { readonly path: string; readonly query: string } => {
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = (mark === -1 ? target : target.slice(0, mark)) || "/";
  return {
    path: routedPath(path),
    query: mark === -1 ? "" : target.slice(mark + 1),
  };
};
