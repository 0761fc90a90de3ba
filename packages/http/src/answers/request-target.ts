/**
 * Scheme and authority of a target in the absolute form, which proxies send and every server must
 * accept (RFC 9112, 3.2.2).
 */
const origin = /^https?:\/\/[^/?#]+/i;

/**
 * The path a request is routed by: repeated slashes count as one, as some clients send them, and
 * one at the end does not count.
 */
export const routedPath = (path: string): string => {
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
