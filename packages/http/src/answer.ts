/** What goes back to the caller, ready to be written. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** The whole body; "" for none. */
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Content type of JSON answers. */
export const jsonContentType = "application/json";

/** Content type of plain-text answers. */
export const textContentType = "text/plain; charset=utf-8";

/** 200 with JSON text. */
export const jsonAnswer = (body: string): Answer => ({
  status: 200,
  contentType: jsonContentType,
  body,
});

/** A plain-text answer. */
export const textAnswer = (status: number, body: string): Answer => ({
  status,
  contentType: textContentType,
  body,
});

/** The plain-text 400 of a request that does not decode (specification 4.1, ledger-api 3.2). */
export const undecodable = (what: string, reason?: string, path?: string): Answer => {
  const where = path === undefined || path === "" ? "" : ` at '${path}'`;
  return textAnswer(
    400,
    `Invalid value for: ${what}${reason === undefined ? "" : ` (${reason}${where})`}`,
  );
};
