import { hash as digest } from "node:crypto";
import { type Acceptance, type Contract, gone, type Gone } from "@tallystick/core";
import { ByteReader, ByteWriter } from "./byte-writer.js";
import { readContract, writeContract } from "./contract-record.js";
import { hashKey, type KeyHash } from "./key-hash.js";
import { entryHeadBytes, goneLength } from "./run-file.js";
import type { SharedTexts } from "./shared-texts.js";

/** The tables of a state, in their order. */
export const tableNames = ["contracts", "keys", "changes"] as const;

/** Active contracts by id, holders of keys by key, accepted commands by change id. */
export type TableName = (typeof tableNames)[number];

/** What the tables have for their keys. */
export interface TableValues {
  readonly contracts: Contract;
  readonly keys: string;
  readonly changes: Acceptance;
}

/** How keys and values of a table are bytes. */
export interface TableForm<V> {
  writeKey(out: ByteWriter, key: string): void;
  /** The key again; of one that is only kept as a digest, the digest. */
  keyText(bytes: Buffer): string;
  write(out: ByteWriter, texts: SharedTexts, value: V): void;
  read(key: string, bytes: Buffer, texts: SharedTexts): V;
}

/** Bytes of hexadecimal digits never begin with it here: what does is UTF-8 after this byte. */
const notHex = 0xff;

const writeId = (out: ByteWriter, contractId: string): void => {
  if (!contractId.startsWith("ff") && out.hex(contractId)) return;
  out.uint8(notHex);
  out.utf8(contractId);
};

const idText = (bytes: Buffer): string =>
  bytes[0] === notHex ? bytes.toString("utf8", 1) : bytes.toString("hex");

/** The forms of the tables. */
export const tableForms: { readonly [T in TableName]: TableForm<TableValues[T]> } = {
  contracts: {
    writeKey: writeId,
    keyText: idText,
    write: writeContract,
    read: (contractId, bytes, texts) => readContract(contractId, new ByteReader(bytes), texts),
  },
  keys: {
    writeKey: (out, key) => out.utf8(key),
    keyText: (bytes) => bytes.toString(),
    write: (out, _texts, contractId) => writeId(out, contractId),
    read: (_key, bytes) => idText(bytes),
  },
  changes: {
    // a digest as text takes a third of the time that one in a buffer of its own takes
    writeKey: (out, changeId) => out.latin1(digest("sha256", changeId, "binary")),
    keyText: (bytes) => bytes.toString("hex"),
    write: (out, _texts, { offset, recordTime, submissionId }) => {
      out.double(offset);
      out.double(recordTime);
      if (!out.ascii(submissionId)) out.utf8(submissionId);
    },
    read: (_changeId, bytes) => {
      const from = new ByteReader(bytes);
      return { offset: from.double(), recordTime: from.double(), submissionId: from.rest() };
    },
  },
};

const keyWriter = new ByteWriter(256);

/** The bytes of a key; they are overwritten by the next call. */
export const keyBytes = (form: Pick<TableForm<never>, "writeKey">, key: string): Buffer => {
  keyWriter.clear();
  form.writeKey(keyWriter, key);
  return keyWriter.written();
};

const hash: KeyHash = { high: 0, low: 0 };

/** Writes an entry of a table as it lies in the block of a run. */
export const writeEntry = <V>(
  out: ByteWriter,
  form: TableForm<V>,
  { texts, seed }: { readonly texts: SharedTexts; readonly seed: number },
  key: string,
  value: V | Gone,
): void => {
  hashKey(key, seed, hash);
  const start = out.length;
  out.uint32(hash.high);
  out.uint32(hash.low);
  out.uint32(0);
  out.uint32(goneLength);
  form.writeKey(out, key);
  const keyLength = out.length - start - entryHeadBytes;
  out.uint32At(start + 8, keyLength);
  if (value === gone) return;
  form.write(out, texts, value);
  out.uint32At(start + 12, out.length - start - entryHeadBytes - keyLength);
};
