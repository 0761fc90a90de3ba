import { closeSync, constants, openSync, readFileSync, rmSync, writeSync } from "node:fs";
import { hash } from "node:crypto";
import { isLink, privateFile } from "@tallystick/background";

/** The last event whose append was acknowledged. */
export interface AcknowledgedHead {
  readonly position: number;
  readonly hash: string;
}

/** The content of the sidecar at opening. */
export type Evidence =
  | { readonly kind: "head"; readonly head: AcknowledgedHead }
  | { readonly kind: "missing" }
  | { readonly kind: "unreadable" };

/** The sidecar of one journal, open for writing. */
export interface Sidecar {
  /**
   * Records a head after its commit and before its acknowledgement; never fails, as it is only
   * evidence.
   */
  write(head: AcknowledgedHead): void;
  /** Records a head and drops earlier ones. */
  reset(head: AcknowledgedHead): void;
  close(): void;
}

/** Length of a record, a divisor of the disk sector, so that no record spans two. */
const RECORD_BYTES = 128;

/** Two records for heads, written in turn, so that a torn write damages only one. */
const HEAD_SLOTS = 2;

/** The third record names the process that has the journal open. */
const HOLDER_OFFSET = HEAD_SLOTS * RECORD_BYTES;

/** Hex digits of the checksum of a record. */
const CHECKSUM_DIGITS = 16;

const HEAD_RECORD = /^head (\d+) ([0-9a-f]{64}) ([0-9a-f]{16}) *\n$/;
const HOLDER_RECORD = /^pid (\d+) *\n$/;

const checksumOf = (text: string): string => hash("sha256", text, "hex").slice(0, CHECKSUM_DIGITS);

const padded = (text: string): string => `${text.padEnd(RECORD_BYTES - 1)}\n`;

const headRecord = ({ position, hash: chained }: AcknowledgedHead): string => {
  const text = `head ${position} ${chained}`;
  return padded(`${text} ${checksumOf(text)}`);
};

const parseHead = (record: string): AcknowledgedHead | undefined => {
  const [, position = "", chained = "", checksum] = HEAD_RECORD.exec(record) ?? [];
  if (checksum !== checksumOf(`head ${position} ${chained}`)) return undefined;
  return { position: Number(position), hash: chained };
};

const recordAt = (text: string, offset: number): string =>
  text.slice(offset, offset + RECORD_BYTES);

/** Reads the newest whole record; damage is a result, not an error. */
export const readEvidence = (path: string): Evidence => {
  let text: string;
  try {
    text = readFileSync(path, "latin1");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return { kind: isMissing ? "missing" : "unreadable" };
  }
  let newest: AcknowledgedHead | undefined;
  for (let slot = 0; slot < HEAD_SLOTS; slot += 1) {
    const head = parseHead(recordAt(text, slot * RECORD_BYTES));
    if (head !== undefined && head.position >= (newest?.position ?? 0)) newest = head;
  }
  return newest === undefined ? { kind: "unreadable" } : { kind: "head", head: newest };
};

/** Describes the process that opened the journal last, as far as the sidecar says. */
export const readHolder = (path: string): string => {
  const unknown = "another process";
  try {
    const record = recordAt(readFileSync(path, "latin1"), HOLDER_OFFSET);
    const pid = HOLDER_RECORD.exec(record)?.[1];
    if (pid === undefined) return unknown;
    return pid === String(process.pid) ? "this very process" : `process ${pid}`;
  } catch {
    return unknown;
  }
};

const ignoringErrors = (write: () => void): void => {
  try {
    write();
  } catch {
    // A sidecar that cannot be written only weakens the evidence of the next opening.
  }
};

/**
 * Opens the sidecar for writing. If that fails, the returned sidecar does nothing: it must not
 * prevent the use of the journal.
 *
 * @param isHolder whether to record this process as the one that holds the journal
 */
export const openSidecar = (path: string, isHolder: boolean): Sidecar => {
  let fd: number | undefined;
  ignoringErrors(() => {
    // the target of a link is not ours to write
    if (isLink(path)) rmSync(path);
    fd = openSync(path, constants.O_RDWR | constants.O_CREAT, privateFile);
    if (isHolder) writeSync(fd, padded(`pid ${process.pid}`), HOLDER_OFFSET, "latin1");
  });
  const record = Buffer.alloc(RECORD_BYTES);
  let slot = 0;
  const write = (head: AcknowledgedHead): void => {
    const target = fd;
    if (target === undefined) return;
    ignoringErrors(() => {
      record.write(headRecord(head), "latin1");
      writeSync(target, record, 0, RECORD_BYTES, slot * RECORD_BYTES);
      slot = (slot + 1) % HEAD_SLOTS;
    });
  };
  return {
    write,
    reset: (head) => {
      for (let count = 0; count < HEAD_SLOTS; count += 1) write(head);
    },
    close: () => {
      const target = fd;
      fd = undefined;
      if (target !== undefined) ignoringErrors(() => closeSync(target));
    },
  };
};
