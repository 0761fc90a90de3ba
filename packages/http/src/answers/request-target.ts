/**
 * Scheme and authority of a target in the absolute form, which proxies send and every server must
 * accept (RFC 9112, 3.2.2).
 */
const origin = /^https?:\/\/[^/?#]+/i;

/** Path and query of a request target; repeated slashes count as one, as some clients send them. */
export const targetOf = (url: string): { readonly path: string; readonly query: string } => {
  const target = url.startsWith("/") ? url : url.replace(origin, "");
  const mark = target.indexOf("?");
  const path = (mark === -1 ? target : target.slice(0, mark)) || "/";
  return {
    path: path.includes("//") ? path.replace(/\/{2,}/g, "/") : path,
    query: mark === -1 ? "" : target.slice(mark + 1),
  };
};
