const offsetBasis = 0xcbf29ce484222325n;
const prime = 0x100000001b3n;

/**
 * FNV-1a of a text's UTF-8, 16 hex digits. It finds damage and edits by hand; it is no signature,
 * since anyone can compute it: what a link asks for is always reviewed.
 */
export const linkCheck = (text: string): string => {
  let hash = offsetBasis;
  for (const byte of new TextEncoder().encode(text))
    hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * prime);
  return hash.toString(16).padStart(16, "0");
};
