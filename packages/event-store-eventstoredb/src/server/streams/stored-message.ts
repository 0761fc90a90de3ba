import { chainHash, type NewEvent, type RecordedEvent } from "@tallystick/event-store";
import {
  BINARY_CONTENT,
  chainMetadataBytes,
  chainMetadataOf,
  JSON_CONTENT,
} from "../../protocol/event-metadata.js";

/** An event as a client of the protocol sends it. */
export interface SentMessage {
  /** Canonical UUID. */
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** True for the event by which the server ends a stream. */
  readonly isTombstone?: true;
}

/** An event as a client of the protocol receives it. */
interface ServedMessage {
  readonly id: string;
  readonly type: string;
  readonly contentType: string;
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
  /** 100 ns since 1970. */
  readonly createdTicks: bigint;
}

/** Ticks of 100 ns in a millisecond. */
export const TICKS_PER_MS = 10_000n;

/** Start of the metadata of every event with content that the port has no field for. */
const ENVELOPE_START = '{"eventstoredb":';

/**
 * Content that the port has no field for; `base64` names those of `data` and `metadata` that are
 * not UTF-8 text.
 */
interface Envelope {
  readonly content: "json" | "binary";
  readonly created: string;
  readonly metadata: string;
  readonly base64: ReadonlyArray<"data" | "metadata">;
  /** True for the event by which the server ends a stream; a client cannot write one. */
  readonly tombstone?: true;
}

/** The text of these bytes, or undefined if they are not exactly the UTF-8 form of a text. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  // Bytes that are not UTF-8 were replaced, so the text does not give them back.
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
};

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** The place of an event to write. */
interface Place {
  readonly stream: string;
  readonly revision: number;
  readonly previousHash: string;
}

/** An event for the store, and its chain hash. */
export interface StoredEvent {
  readonly event: NewEvent;
  readonly hash: string;
}

/**
 * A message that has the form of a chained event, and whose hash is the one the store will compute.
 */
const chainedEvent = (message: SentMessage, place: Place): StoredEvent | undefined => {
  if (message.isJson) return undefined;
  const chain = chainMetadataOf(parsed(Buffer.from(message.metadata).toString("utf8")));
  const data = chain === undefined ? undefined : textOf(message.data);
  if (chain === undefined || data === undefined) return undefined;
  if (!chainMetadataBytes(chain).equals(message.metadata)) return undefined;
  const { stream, revision, previousHash } = place;
  const event = { id: message.id, type: message.type, data, metadata: chain.metadata };
  if (chain.metadata.startsWith(ENVELOPE_START)) return undefined;
  const hash = chainHash(previousHash, { ...event, stream, revision });
  return hash === chain.hash ? { event, hash } : undefined;
};

const envelopedEvent = (message: SentMessage, nowMs: number): NewEvent => {
  const data = textOf(message.data);
  const metadata = textOf(message.metadata);
  const envelope: Envelope = {
    content: message.isJson ? "json" : "binary",
    created: String(BigInt(nowMs) * TICKS_PER_MS),
    metadata: metadata ?? base64Of(message.metadata),
    base64: [
      ...(data === undefined ? ["data" as const] : []),
      ...(metadata === undefined ? ["metadata" as const] : []),
    ],
    ...(message.isTombstone === true ? { tombstone: true } : {}),
  };
  return {
    id: message.id,
    type: message.type,
    data: data ?? base64Of(message.data),
    metadata: `${ENVELOPE_START}${JSON.stringify(envelope)}}`,
  };
};

/**
 * The event of the port for a message, from which `servedMessage` restores the same message. An
 * event that another store of ours chained becomes the event it was there, so that a ledger written
 * through the server is the same as one written directly; others keep what the port has no field
 * for in their metadata.
 *
 * @param place the place of the event, with the hash of its predecessor
 */
export const storedEvent = (message: SentMessage, place: Place, nowMs: number): StoredEvent => {
  const chained = chainedEvent(message, place);
  if (chained !== undefined) return chained;
  const event = envelopedEvent(message, nowMs);
  const { stream, revision, previousHash } = place;
  return { event, hash: chainHash(previousHash, { ...event, stream, revision }) };
};

const isEnvelope = (value: unknown): value is Envelope =>
  typeof value === "object" &&
  value !== null &&
  "content" in value &&
  "created" in value &&
  typeof value.created === "string" &&
  /^\d+$/.test(value.created) &&
  "metadata" in value &&
  typeof value.metadata === "string" &&
  "base64" in value &&
  Array.isArray(value.base64);

const envelopeOf = (metadata: string): Envelope | undefined => {
  if (!metadata.startsWith(ENVELOPE_START)) return undefined;
  const envelope = parsed(metadata.slice(ENVELOPE_START.length, -1));
  return isEnvelope(envelope) ? envelope : undefined;
};

export const isTombstone = ({ metadata }: RecordedEvent): boolean =>
  envelopeOf(metadata)?.tombstone === true;

/**
 * The message of an event. An event that was not written through the server has the form the
 * adapter writes to EventStoreDB: the hashed bytes as binary data, chain hash and metadata in the
 * metadata.
 *
 * @param createdTicks time of an event that was not written through the server, in 100 ns since
 * 1970
 */
export const servedMessage = (event: RecordedEvent, createdTicks: bigint): ServedMessage => {
  const { id, type, hash } = event;
  const envelope = envelopeOf(event.metadata);
  if (envelope === undefined) {
    return {
      id,
      type,
      contentType: BINARY_CONTENT,
      data: Buffer.from(event.data, "utf8"),
      metadata: chainMetadataBytes({ hash, metadata: event.metadata }),
      createdTicks,
    };
  }
  const encodingOf = (part: "data" | "metadata") =>
    envelope.base64.includes(part) ? "base64" : "utf8";
  return {
    id,
    type,
    contentType: envelope.content === "json" ? JSON_CONTENT : BINARY_CONTENT,
    data: Buffer.from(event.data, encodingOf("data")),
    metadata: Buffer.from(envelope.metadata, encodingOf("metadata")),
    createdTicks: BigInt(envelope.created),
  };
};
