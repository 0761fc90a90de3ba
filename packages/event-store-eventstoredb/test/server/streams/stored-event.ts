import { chainHash, type NewEvent } from "@tallystick/event-store";
import { chainMetadataBytes, chainMetadataOf } from "../../../src/protocol/event-metadata.js";
import {
  type Envelope,
  ENVELOPE_START,
  parsed,
  TICKS_PER_MS,
} from "../../../src/server/streams/stored-message.js";

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

/** The text of these bytes, or undefined if they are not exactly the UTF-8 form of a text. */
const textOf = (bytes: Uint8Array): string | undefined => {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("utf8");
  // Bytes that are not UTF-8 were replaced, so the text does not give them back.
  return Buffer.from(text, "utf8").equals(bytes) ? text : undefined;
};

const base64Of = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64");

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
