import { messages } from "./messages.js";

/** Names of parties whose id has the fingerprint of a key after it. */
const name = /^[A-Za-z0-9_-]{1,100}$/;

/** What is wrong with the name of a party; undefined when nothing is. */
export const partyNameError = (text: string): string | undefined =>
  name.test(text) ? undefined : messages.partyName.malformed;
