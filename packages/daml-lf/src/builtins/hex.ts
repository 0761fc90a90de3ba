import { Buffer } from "node:buffer";
import { hash } from "node:crypto";
import { keccak } from "../cryptography.js";
import { type CryptoFailure, LfError } from "../values/lf-error.js";
import { spendText } from "../values/meter.js";

export const cryptoFailure = (crypto: CryptoFailure, reason: string): LfError =>
  new LfError({ kind: "Crypto", crypto, reason });

/**
 * The bytes of lower-case hexadecimal; throws a Crypto error for other texts.
 *
 * @param what the argument in words
 */
export const bytesOfHex = (text: string, what: string): Uint8Array => {
  if (text.length % 2 !== 0 || !/^[0-9a-f]*$/.test(text))
    throw cryptoFailure("MalformedByteEncoding", `can not parse ${what}`);
  return Buffer.from(text, "hex");
};

/** SHA-256 as hexadecimal. */
export const sha256 = (data: string | Uint8Array): string => hash("sha256", data, "hex");

/** Keccak-256 as hexadecimal. */
export const keccak256 = (data: Uint8Array): string => Buffer.from(keccak()(data)).toString("hex");

/** The UTF-8 bytes of a text as hexadecimal. */
export const hexOfText = (text: string): string => {
  spendText(2 * text.length);
  return Buffer.from(text, "utf8").toString("hex");
};

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/**
 * The text of UTF-8 bytes. Malformed bytes are replaced as Java replaces them: an encoded
 * surrogate, also one that lacks its third byte, by one U+FFFD, where a decoder of the web writes
 * one for each byte.
 */
export const textOfBytes = (bytes: Uint8Array): string => {
  spendText(bytes.length);
  const parts: Array<string> = [];
  let start = 0;
  for (let at = bytes.indexOf(0xed); at !== -1; at = bytes.indexOf(0xed, at + 1)) {
    const length = surrogateLengthAt(bytes, at);
    if (length === 0) continue;
    parts.push(utf8.decode(bytes.subarray(start, at)), "\ufffd");
    start = at + length;
  }
  parts.push(utf8.decode(bytes.subarray(start)));
  return parts.join("");
};

/** Bytes of the encoded surrogate that begins with the 0xed at a place; 0 where none does. */
const surrogateLengthAt = (bytes: Uint8Array, at: number): 0 | 2 | 3 => {
  const [second = 0, third = 0] = [bytes[at + 1], bytes[at + 2]];
  if (second < 0xa0 || second > 0xbf) return 0;
  return third >= 0x80 && third <= 0xbf ? 3 : 2;
};
