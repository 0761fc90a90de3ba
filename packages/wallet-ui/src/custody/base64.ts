/** Bytes in a buffer of their own, as WebCrypto takes them. */
export type OwnBytes = Uint8Array<ArrayBuffer>;

/** Bytes as Base64. */
export const base64Of = (bytes: Uint8Array): string => {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
};

/** The bytes of a Base64 text; undefined for any other text, also one with a second spelling. */
export const bytesOfBase64 = (text: string): OwnBytes | undefined => {
  try {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
    return base64Of(bytes) === text ? bytes : undefined;
  } catch {
    return undefined;
  }
};
