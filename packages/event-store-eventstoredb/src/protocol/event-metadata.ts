/** Content type of an event whose data are JSON. */
export const JSON_CONTENT = "application/json";

/** Content type of every other event. */
export const BINARY_CONTENT = "application/octet-stream";

/** Name of the event type in the metadata map of a message. */
export const TYPE_KEY = "type";

/** Name of the content type in the metadata map of a message. */
export const CONTENT_TYPE_KEY = "content-type";

/**
 * Name of the time of writing in the metadata map of a message: 100 ns since 1970 as a decimal
 * number.
 */
export const CREATED_KEY = "created";

/**
 * The metadata of an event of a chained stream: its chain hash and the exact text of its own
 * metadata.
 */
interface ChainMetadata {
  readonly hash: string;
  readonly metadata: string;
}

const HASH = /^[0-9a-f]{64}$/;

/**
 * The bytes of the metadata: `{"hash":"<64 hex digits>","metadata":"<text>"}`, the only form there
 * is.
 */
export const chainMetadataBytes = ({ hash, metadata }: ChainMetadata): Buffer =>
  Buffer.from(JSON.stringify({ hash, metadata }), "utf8");

const BEFORE_HASH = '{"hash":"';
const AFTER_HASH = '","metadata":""}';
const PLAIN_LENGTH = BEFORE_HASH.length + 64 + AFTER_HASH.length;

/**
 * Reads those bytes; undefined for any other form. Those of an event without its own metadata, as
 * nearly all of a ledger, need no parser.
 */
export const readChainMetadata = (bytes: Uint8Array): ChainMetadata | undefined => {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length === PLAIN_LENGTH) {
    const text = view.toString("latin1");
    const hash = text.slice(BEFORE_HASH.length, -AFTER_HASH.length);
    if (text.startsWith(BEFORE_HASH) && text.endsWith(AFTER_HASH) && HASH.test(hash))
      return { hash, metadata: "" };
  }
  try {
    return chainMetadataOf(JSON.parse(view.toString("utf8")));
  } catch {
    return undefined;
  }
};

/** Checks the parsed text; undefined for any other form. */
export const chainMetadataOf = (value: unknown): ChainMetadata | undefined => {
  if (typeof value !== "object" || value === null) return undefined;
  if (!("hash" in value) || !("metadata" in value) || Object.keys(value).length !== 2)
    return undefined;
  const { hash, metadata } = value;
  if (typeof hash !== "string" || !HASH.test(hash) || typeof metadata !== "string")
    return undefined;
  return { hash, metadata };
};
