// SHA-256 (FIPS 180-4) of texts that contracts hash: a choice body has no other source of it.

const firstPrimes = (count: number): ReadonlyArray<number> => {
  const primes: Array<number> = [];
  for (let number = 2; primes.length < count; number++)
    if (primes.every((prime) => number % prime !== 0)) primes.push(number);
  return primes;
};

/** The first 32 bits of the fractional part of a root. */
const fraction = (root: number): number => Math.floor((root - Math.floor(root)) * 2 ** 32) | 0;

const initial = firstPrimes(8).map((prime) => fraction(Math.sqrt(prime)));
const constants = firstPrimes(64).map((prime) => fraction(Math.cbrt(prime)));

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** The message with a one bit, zeros, and its length in bits at the end. */
const padded = (message: Uint8Array): DataView => {
  const length = Math.ceil((message.length + 9) / 64) * 64;
  const bytes = new Uint8Array(length);
  bytes.set(message);
  bytes[message.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setBigUint64(length - 8, BigInt(message.length) * 8n);
  return view;
};

const schedule = (view: DataView, offset: number): Int32Array => {
  const words = new Int32Array(64);
  for (let at = 0; at < 16; at++) words[at] = view.getInt32(offset + at * 4);
  for (let at = 16; at < 64; at++) {
    const [early, late] = [words[at - 15] ?? 0, words[at - 2] ?? 0];
    const small = rotated(early, 7) ^ rotated(early, 18) ^ (early >>> 3);
    const large = rotated(late, 17) ^ rotated(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + small + (words[at - 7] ?? 0) + large;
  }
  return words;
};

const compressed = (state: Int32Array, words: Int32Array): void => {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at++) {
    const upper = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const first = (h + upper + ((e & f) ^ (~e & g)) + (constants[at] ?? 0) + (words[at] ?? 0)) | 0;
    const lower = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const second = (lower + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
};

/** SHA-256 of a text's UTF-8 bytes as lowercase hex. */
export const sha256 = (text: string): string => {
  const view = padded(new TextEncoder().encode(text));
  const state = Int32Array.from(initial);
  for (let offset = 0; offset < view.byteLength; offset += 64)
    compressed(state, schedule(view, offset));
  return [...state].map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
};
