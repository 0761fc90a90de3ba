import type { IncomingHttpHeaders } from "node:http";

/** Longest accepted token; characters. */
export const maxTokenLength = 16 * 1024;

/** The scheme, in any case; spaces or tabs follow it. */
const bearer = /^bearer[ \t]+/i;
const webSocketEntry = "jwt.token.";

/**
 * The token of a request: that of `Authorization: Bearer`, else the first entry `jwt.token.<JWT>`
 * of `Sec-WebSocket-Protocol` (specification 5, ledger-api 9.1). Undefined when there is none.
 */
export const presentedToken = (headers: IncomingHttpHeaders): string | undefined => {
  const { authorization } = headers;
  const scheme = authorization === undefined ? undefined : bearer.exec(authorization)?.[0];
  if (scheme !== undefined) return (authorization ?? "").slice(scheme.length).trim();
  const protocols = headers["sec-websocket-protocol"];
  if (protocols === undefined) return undefined;
  for (const entry of protocols.split(",")) {
    const protocol = entry.trim();
    if (protocol.startsWith(webSocketEntry)) return protocol.slice(webSocketEntry.length);
  }
  return undefined;
};
