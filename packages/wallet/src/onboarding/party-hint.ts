import type { UserId } from "@tallystick/core";
/** Characters of a user id that are escaped, or would split a party id. */
const escaped = /:(?=:|$)|[^A-Za-z0-9:\- ]/g;

const escapeOf = (character: string): string =>
  character === "_" ? "__" : `_${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The name of a user's party, different for different users: `_` is doubled, and characters that a
 * party's name cannot have become `_` and four hex digits, as the public validator does (wallet
 * 14.1).
 *
 * @param count above 1 for a further name, when the first ones are taken
 * @example
 * partyHintOf("alice@example.com"); // "alice_0040example_002ecom"
 * partyHintOf("alice", 2); // "alice_2"
 */
export const partyHintOf = (userId: UserId, count = 1): string =>
  userId.replace(escaped, escapeOf) + (count === 1 ? "" : `_${count}`);
