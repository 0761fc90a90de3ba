import { STATUS_CODES } from "node:http";

/**
 * A whole JSON answer as it is on the wire, for connections that no request holds and that end
 * with it.
 */
export const closingResponse = (
  status: number,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    "Content-Type: application/json",
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
