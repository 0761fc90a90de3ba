import { hash as digest } from "node:crypto";
import type { Acceptance, Contract, ContractId } from "@tallystick/core";
import { ByteReader, type ByteWriter, type TableForm } from "@tallystick/tables";
import { readContract, writeContract } from "./contract-record.js";

/** The tables of a state, in their order. */
export const tableNames = ["contracts", "keys", "changes"] as const;

/** Active contracts by id, holders of keys by key, accepted commands by change id. */
export type TableName = (typeof tableNames)[number];

/** The forms of keys in tables. */
export interface TableValues {
  readonly contracts: Contract;
  readonly keys: string;
  readonly changes: Acceptance;
}

/** Keys of hexadecimal digits do not begin with this byte: after it a key is UTF-8. */
const notHex = 0xff;

const writeId = (out: ByteWriter, contractId: ContractId): void => {
  if (!contractId.startsWith("ff") && out.hex(contractId)) return;
  out.uint8(notHex);
  out.utf8(contractId);
};

const idText = (bytes: Buffer): string =>
  bytes[0] === notHex ? bytes.toString("utf8", 1) : bytes.toString("hex");

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
    // a digest as text takes a third of the time of one in a new buffer
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
