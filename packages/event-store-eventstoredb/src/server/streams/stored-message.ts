import type { RecordedEvent } from "@tallystick/event-store";
import { BINARY_CONTENT, chainMetadataBytes, JSON_CONTENT } from "../../protocol/event-metadata.js";

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
export const ENVELOPE_START = '{"eventstoredb":';

/**
 * Content that the port has no field for; `base64` names those of `data` and `metadata` that are
 * not UTF-8 text.
 */
export interface Envelope {
  readonly content: "json" | "binary";
  readonly created: string;
  readonly metadata: string;
  readonly base64: ReadonlyArray<"data" | "metadata">;
  /** True for the event by which the server ends a stream; a client cannot write one. */
  readonly tombstone?: true;
}

export const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
