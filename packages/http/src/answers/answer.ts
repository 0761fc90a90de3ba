/** An answer, ready to be written. */
export interface Answer {
  readonly status: number;
  readonly contentType: string;
  /** The whole body; "" for none. */
  readonly body: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TextAnswer extends Answer {
  readonly body: string;
}

/** Browsers take an answer for what it says it is, and never for a page. */
export const noSniff = { "X-Content-Type-Options": "nosniff" } as const;

export const jsonContentType = "application/json";

export const textContentType = "text/plain; charset=UTF-8";

/** Content type of bytes that are not text. */
export const bytesContentType = "application/octet-stream";

/** 200 with JSON text. */
export const jsonAnswer = (body: string): TextAnswer => ({
  status: 200,
  contentType: jsonContentType,
  body,
});

export const textAnswer = (status: number, body: string): TextAnswer => ({
  status,
  contentType: textContentType,
  body,
});

/** Longest explanation in a header; characters. */
export const maxExplanationLength = 500;

/** Says more than the body of an error: what was found where, and what is expected. */
export const explanationHeader = "X-Tallystick-Explanation";

/** The header with a text, as far as a header can carry it: visible ASCII and spaces. */
export const explained = (text: string): Readonly<Record<string, string>> => ({
  [explanationHeader]: text.slice(0, maxExplanationLength).replace(/[^\x20-\x7e]/g, "?"),
});

/**
 * Longest path into a request that an answer shows, in characters: its keys are the caller's, of
 * any length.
 */
const maxPathLength = 300;

/** What is wrong at a place in a request; "" is the whole of it. */
export const atPath = (reason: string, path = ""): string => {
  if (path === "") return reason;
  const isLong = path.length > maxPathLength;
  return `${reason} at '${isLong ? `${path.slice(0, maxPathLength)}...` : path}'`;
};

/**
 * The plain-text 400 of a request that does not decode (specification 4.1, ledger-api 3.2), in the
 * words that clients compare.
 *
 * @param what the part of the request
 * @param own what is wrong with it in our own words, for the header
 */
export const undecodable = (
  what: string,
  sentence: string | undefined,
  own: string,
): TextAnswer => {
  const body = `Invalid value for: ${what}${sentence === undefined ? "" : ` (${sentence})`}`;
  return { ...textAnswer(400, body), ...(own === sentence ? {} : { headers: explained(own) }) };
};
