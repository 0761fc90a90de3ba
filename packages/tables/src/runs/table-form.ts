import { gone, type Gone } from "@tallystick/core";
import { ByteWriter } from "./byte-writer.js";
import { hashKey, type KeyHash } from "./key-hash.js";
import { entryHeadBytes, goneLength } from "./run-file.js";
import type { SharedTexts } from "./shared-texts.js";

/** How keys and values of a table are bytes. */
export interface TableForm<V> {
  writeKey(out: ByteWriter, key: string): void;
  /** The key; of one stored as a digest, the digest. */
  keyText(bytes: Buffer): string;
  write(out: ByteWriter, texts: SharedTexts, value: V): void;
  read(key: string, bytes: Buffer, texts: SharedTexts): V;
}

const keyWriter = new ByteWriter(256);

/** The bytes of a key; they are overwritten by the next call. */
export const keyBytes = (form: Pick<TableForm<never>, "writeKey">, key: string): Buffer => {
  keyWriter.clear();
  form.writeKey(keyWriter, key);
  return keyWriter.written();
};

const hash: KeyHash = { high: 0, low: 0 };

/** Writes an entry of a table in the form of a block. */
export const writeEntry = <V>(
  out: ByteWriter,
  form: TableForm<V>,
  { texts, seed }: { readonly texts: SharedTexts; readonly seed: number },
  key: string,
  value: V | Gone,
): void => writeHashedEntry(out, form, texts, hashKey(key, seed, hash), key, value);

/** Writes an entry whose key has a known hash. */
export const writeHashedEntry = <V>(
  out: ByteWriter,
  form: TableForm<V>,
  texts: SharedTexts,
  { high, low }: KeyHash,
  key: string,
  value: V | Gone,
): void => {
  const start = out.length;
  out.uint32(high);
  out.uint32(low);
  out.uint32(0);
  out.uint32(goneLength);
  form.writeKey(out, key);
  const keyLength = out.length - start - entryHeadBytes;
  out.uint32At(start + 8, keyLength);
  if (value === gone) return;
  form.write(out, texts, value);
  out.uint32At(start + 12, out.length - start - entryHeadBytes - keyLength);
};
