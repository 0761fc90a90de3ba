/** What goes back to the caller, ready to be written. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** The whole body; "" for none. */
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/** An answer whose body is text. */
export interface TextAnswer extends Answer {
  readonly body: string;
}

/** Content type of JSON answers. */
export const jsonContentType = "application/json";

/** Content type of plain-text answers. */
export const textContentType = "text/plain; charset=UTF-8";

/** Content type of bytes that are not text. */
export const bytesContentType = "application/octet-stream";

/** 200 with JSON text. */
export const jsonAnswer = (body: string): TextAnswer => ({
  status: 200,
  contentType: jsonContentType,
  body,
});

/** A plain-text answer. */
export const textAnswer = (status: number, body: string): TextAnswer => ({
  status,
  contentType: textContentType,
  body,
});

/**
 * Longest path into a request that an answer shows, in characters: its keys are the caller's, of
 * any length.
 */
const maxPathLength = 300;

/** The plain-text 400 of a request that does not decode (specification 4.1, ledger-api 3.2). */
export const undecodable = (what: string, reason?: string, path?: string): TextAnswer => {
  const shown =
    path === undefined || path.length <= maxPathLength
      ? path
      : `${path.slice(0, maxPathLength)}...`;
  const where = shown === undefined || shown === "" ? "" : ` at '${shown}'`;
  return textAnswer(
    400,
    `Invalid value for: ${what}${reason === undefined ? "" : ` (${reason}${where})`}`,
  );
};
