import { base64Encode } from "@tallystick/core";

// The wire format of protocol buffers, as far as the details of an error need it: varints and
// length-delimited fields.
const wireVarint = 0;
const wireLengthDelimited = 2;
const continues = 0x80;
const sevenBits = 0x7f;

const utf8 = new TextEncoder();

/** A message as the list of its bytes. */
export type MessageBytes = ReadonlyArray<number>;

const varint = (value: number): MessageBytes => {
  const bytes: Array<number> = [];
  let rest = value;
  while (rest > sevenBits) {
    bytes.push((rest % continues) | continues);
    rest = Math.floor(rest / continues);
  }
  bytes.push(rest);
  return bytes;
};

const delimited = (field: number, bytes: MessageBytes): MessageBytes => [
  ...varint(field * 8 + wireLengthDelimited),
  ...varint(bytes.length),
  ...bytes,
];

/** A text field; the empty text is the default and not written. */
export const textField = (field: number, text: string): MessageBytes =>
  text === "" ? [] : delimited(field, [...utf8.encode(text)]);

/** An integer field, zero or positive and below 2^53; zero is the default and not written. */
export const integerField = (field: number, value: number): MessageBytes =>
  value === 0 ? [] : [...varint(field * 8 + wireVarint), ...varint(value)];

/** A field that holds a message. */
export const messageField = (field: number, message: MessageBytes): MessageBytes =>
  delimited(field, message);

/** A map field from text to text: one entry message each, key and value always written. */
export const textMapField = (field: number, map: Readonly<Record<string, string>>): MessageBytes =>
  Object.entries(map).flatMap(([key, value]) =>
    messageField(field, [
      ...delimited(1, [...utf8.encode(key)]),
      ...delimited(2, [...utf8.encode(value)]),
    ]),
  );

/** A message as Base64. */
export const messageBase64 = (message: MessageBytes): string =>
  base64Encode(Uint8Array.from(message));
