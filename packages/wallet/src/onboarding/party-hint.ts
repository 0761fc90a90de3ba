import type { UserId } from "@tallystick/core";
/** What of a user's id escapes, or would part the id of a party. */
const escaped = /:(?=:|$)|[^A-Za-z0-9:\- ]/g;

const escapeOf = (character: string): string =>
  character === "_" ? "__" : `_${character.charCodeAt(0).toString(16).padStart(4, "0")}`;

/**
 * The name of a user's party, different for different users: `_` is doubled, and what the name of a
 * party cannot have becomes `_` and four hex digits, as the public validator does (wallet 14.1).
 *
 * @param count above 1 for a name that is no user's, where the first ones are taken
 * @example
 * partyHintOf("alice@example.com"); // "alice_0040example_002ecom"
 * partyHintOf("alice", 2); // "alice_2"
 */
export const partyHintOf = (userId: UserId, count = 1): string =>
  userId.replace(escaped, escapeOf) + (count === 1 ? "" : `_${count}`);
