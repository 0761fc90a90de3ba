import { STATUS_CODES } from "node:http";
import { noSniff, type TextAnswer } from "./answer.js";

/** A complete HTTP response, for connections without a request, which it ends. */
export const closingResponse = (
  { status, contentType, body }: Pick<TextAnswer, "status" | "contentType" | "body">,
  headers: Readonly<Record<string, string>> = {},
): string =>
  [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    `Content-Type: ${contentType}`,
    ...Object.entries(noSniff).map(([name, value]) => `${name}: ${value}`),
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${Buffer.byteLength(body)}`,
    "Connection: close",
    "",
    body,
  ].join("\r\n");
