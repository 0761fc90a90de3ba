import { isLeft, map, right } from "fp-ts/lib/Either.js";
import { readParty } from "../../parties/party-id.js";
import { type Checked, lacks } from "../../states/checked.js";
import { messages } from "./messages.js";

/** Hours for which the wallet tries to buy. */
export const lives = [
  ["1", messages.span.hours({ count: 1 })],
  ["24", messages.span.days({ count: 1 })],
  ["168", messages.span.days({ count: 7 })],
] as const;

const mostBytes = 1_000_000_000_000;

/** What is typed to buy traffic. */
export interface OrderDraft {
  readonly validator: string;
  readonly bytes: string;
  readonly life: (typeof lives)[number][0];
}

/** What is to be bought, for whom, and how long the wallet tries. */
export interface Order {
  readonly validator: string;
  readonly bytes: number;
  readonly life: OrderDraft["life"];
}

/** Bytes as people type them; Left: what is wrong. */
export const readBytes = (text: string, leastBytes: number): Checked<number> => {
  const plain = text.replaceAll(/[\s_]/g, "");
  const bytes = /^[0-9]{1,13}$/.test(plain) ? Number(plain) : 0;
  if (bytes === 0 || bytes > mostBytes) return lacks(messages.bytes.malformed);
  return bytes < leastBytes ? lacks(messages.bytes.tooFew({ count: leastBytes })) : right(bytes);
};

/** What is bought; Left: what is missing. */
export const orderOf = (
  { validator, bytes, life }: OrderDraft,
  leastBytes: number,
): Checked<Order> => {
  const party = readParty(validator);
  if (isLeft(party)) return lacks(messages.validator.missing);
  return map((count: number) => ({ validator: party.right, bytes: count, life }))(
    readBytes(bytes, leastBytes),
  );
};
