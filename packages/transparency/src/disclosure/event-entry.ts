import { createHmac } from "node:crypto";
import type { DisclosureRow } from "@tallystick/core";
import { emptyFrontier, rootOfFrontier, withLeaf } from "../tree/frontier.js";
import { type Hash, leafHash } from "../tree/merkle-hash.js";

const hmac = (key: Uint8Array, text: string): Uint8Array =>
  createHmac("sha256", key).update(text).digest();

/**
 * The key of one event, which opens all rows of it and of no other event.
 *
 * @param key the disclosure key in force, 32 bytes
 */
export const eventKeyOf = (key: Uint8Array, offset: number): Uint8Array =>
  hmac(key, `tallystick-event-v1\n${offset}`);

/** The salt of a row, 32 bytes. */
export const saltOf = (eventKey: Uint8Array, name: string): Uint8Array => hmac(eventKey, name);

/** The hash of a row in the tree of its event. */
export const rowHash = (salt: Uint8Array, { name, text }: DisclosureRow): Hash =>
  leafHash(Buffer.concat([salt, Buffer.from(`${name}\n${text}`)]));

/** The hashes of the rows of an event, in their order. */
export const rowHashes = (
  eventKey: Uint8Array,
  rows: ReadonlyArray<DisclosureRow>,
): ReadonlyArray<Hash> => rows.map((row) => rowHash(saltOf(eventKey, row.name), row));

export const eventRootOf = (hashes: ReadonlyArray<Hash>): Hash =>
  rootOfFrontier(hashes.reduce((tree, leaf) => withLeaf(tree, leaf), emptyFrontier));

const entryVersion = Uint8Array.of(1);

/** What the log has of an event: 33 bytes, which say nothing of it to who lacks its salts. */
export const entryOf = (eventRoot: Hash): Uint8Array => Buffer.concat([entryVersion, eventRoot]);
