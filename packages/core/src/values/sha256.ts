/**
 * SHA-256 of a text's UTF-8 bytes as lowercase hex. It is a parameter wherever it is needed: core
 * has no cryptography of its own.
 */
export type Sha256 = (text: string) => string;
