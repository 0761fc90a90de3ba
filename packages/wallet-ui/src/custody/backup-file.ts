import { type Either, left, right } from "fp-ts/lib/Either.js";
import { type OwnBytes, base64Of, bytesOfBase64 } from "./base64.js";
import { messages } from "./messages.js";

const format = "tallystick-key-backup";
const version = 1;
const kdf = "PBKDF2-SHA256";
const cipher = "AES-256-GCM";
const minIterations = 100_000;
const maxIterations = 5_000_000;
const maxCharacters = 4_096;

/** Lengths of the parts of a backup. */
export const backupBytes = { salt: 16, nonce: 12, publicKey: 32 } as const;

export interface BackupFile {
  readonly publicKey: OwnBytes;
  /** Rounds of PBKDF2. */
  readonly iterations: number;
  readonly salt: OwnBytes;
  readonly nonce: OwnBytes;
  /** The encrypted PKCS #8. */
  readonly sealed: OwnBytes;
}

/** A field of a backup that is not what it should be. */
export interface BackupFieldError {
  readonly kind: "malformed";
  readonly field: string;
  readonly expected: string;
}

type Header = Omit<BackupFile, "sealed">;

const headerTexts = ({ publicKey, iterations, salt, nonce }: Header) => ({
  format,
  version,
  kdf,
  iterations,
  salt: base64Of(salt),
  cipher,
  nonce: base64Of(nonce),
  publicKey: base64Of(publicKey),
});

/** What is readable in a backup, as bytes that the cipher authenticates. */
export const authenticatedBytes = (header: Header): OwnBytes =>
  Uint8Array.from(new TextEncoder().encode(JSON.stringify(headerTexts(header))));

export const backupText = (file: BackupFile): string =>
  `${JSON.stringify({ ...headerTexts(file), sealed: base64Of(file.sealed) }, undefined, 2)}\n`;

const parsed = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = text.length > maxCharacters ? undefined : JSON.parse(text);
    return typeof value === "object" && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

const malformed = (field: string, expected: string): Either<BackupFieldError, never> =>
  left({ kind: "malformed", field, expected });

const inBase64 = (count: number): string => messages.backup.base64({ count });

const bytesIn = (value: unknown, length?: number): OwnBytes | undefined => {
  const bytes = typeof value === "string" ? bytesOfBase64(value) : undefined;
  return length === undefined || bytes?.length === length ? bytes : undefined;
};

/** Reads a backup's file, within bounds: a file cannot ask for hours of key derivation. */
export const readBackupFile = (text: string): Either<BackupFieldError, BackupFile> => {
  const file = parsed(text);
  for (const [field, expected] of Object.entries({ format, version, kdf, cipher }))
    if (file[field] !== expected) return malformed(field, String(expected));
  const { iterations } = file;
  if (typeof iterations !== "number" || !Number.isInteger(iterations))
    return malformed("iterations", messages.backup.wholeNumber);
  if (iterations < minIterations || iterations > maxIterations) {
    return malformed(
      "iterations",
      messages.backup.range({ least: minIterations, most: maxIterations }),
    );
  }
  const publicKey = bytesIn(file["publicKey"], backupBytes.publicKey);
  if (publicKey === undefined) return malformed("publicKey", inBase64(backupBytes.publicKey));
  const salt = bytesIn(file["salt"], backupBytes.salt);
  if (salt === undefined) return malformed("salt", inBase64(backupBytes.salt));
  const nonce = bytesIn(file["nonce"], backupBytes.nonce);
  if (nonce === undefined) return malformed("nonce", inBase64(backupBytes.nonce));
  const sealed = bytesIn(file["sealed"]);
  if (sealed === undefined) return malformed("sealed", "Base64");
  return right({ publicKey, iterations, salt, nonce, sealed });
};
