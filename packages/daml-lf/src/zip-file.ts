import { crc32, inflateRaw } from "node:zlib";
import type { LedgerError } from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type Entry, fromBufferPromise, type ZipFile } from "yauzl";
import { darParseError, invalidDar, zipBomb } from "./dar-error.js";
import type { DarLimits } from "./dar-limits.js";

/** A zip file whose directory was read; entries are unpacked on demand. */
export interface OpenZip {
  readonly names: ReadonlyArray<string>;
  has(name: string): boolean;
  /**
   * The bytes of an entry. Left ZIP_BOMB when it unpacks to more than it declares or than
   * `maxBytes`, or when all unpacked so far exceed the limit; DAR_PARSE_ERROR when its data is
   * damaged.
   */
  unpack(name: string, maxBytes: number): Promise<Either<LedgerError, Uint8Array>>;
}

/** The first bytes of every zip file with an entry. */
const firstBytes = "PK\u0003\u0004";
const stored = 0;
const deflated = 8;
/** Bytes inflated in one step. */
const inflateChunkBytes = 64 * 1024;

const messageOf = (thrown: unknown): string =>
  thrown instanceof Error ? thrown.message : String(thrown);

/**
 * Reads the directory of a zip file. Left INVALID_DAR when it is not one, DAR_PARSE_ERROR when it
 * is damaged, ZIP_BOMB when it declares too much.
 */
export const openZip = async (
  bytes: Uint8Array,
  limits: DarLimits,
): Promise<Either<LedgerError, OpenZip>> => {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.toString("latin1", 0, firstBytes.length) !== firstBytes)
    return left(invalidDar("the file is not a zip file with entries", []));
  try {
    const zip = await fromBufferPromise(buffer, {
      lazyEntries: true,
      // names are only compared with those of the manifest and never used as paths, so none is
      // dangerous
      decodeStrings: false,
      validateEntrySizes: false,
    });
    const entries = await directoryOf(zip, limits);
    return isLeft(entries) ? entries : right(new UnpackingZip(zip, buffer, entries.right, limits));
  } catch (thrown) {
    return left(darParseError(`the zip file is damaged: ${messageOf(thrown)}`));
  }
};

/** The entries by name; of several with one name the last counts. */
const directoryOf = async (
  zip: ZipFile,
  { maxEntries, maxEntryBytes, maxTotalBytes }: DarLimits,
): Promise<Either<LedgerError, ReadonlyMap<string, Entry>>> => {
  const entries = new Map<string, Entry>();
  const utf8 = new TextDecoder();
  let totalBytes = 0;
  if (zip.entryCount > maxEntries) return left(tooManyEntries(maxEntries));
  for await (const entry of zip.eachEntry()) {
    const name = utf8.decode(entry.fileNameRaw);
    totalBytes += entry.uncompressedSize;
    if (entry.uncompressedSize >= maxEntryBytes)
      return left(zipBomb(`${name} unpacks to ${entry.uncompressedSize} bytes`));
    if (totalBytes > maxTotalBytes) return left(tooManyBytes(maxTotalBytes));
    entries.set(name, entry);
  }
  return right(entries);
};

const tooManyEntries = (maxEntries: number): LedgerError =>
  zipBomb(`It has more than ${maxEntries} entries.`);

const tooManyBytes = (maxTotalBytes: number): LedgerError =>
  zipBomb(`Its entries unpack to more than ${maxTotalBytes} bytes together.`);

class UnpackingZip implements OpenZip {
  #unpackedBytes = 0;

  constructor(
    private readonly zip: ZipFile,
    private readonly bytes: Buffer,
    private readonly entries: ReadonlyMap<string, Entry>,
    private readonly limits: DarLimits,
  ) {}

  get names(): ReadonlyArray<string> {
    return [...this.entries.keys()];
  }

  has(name: string): boolean {
    return this.entries.has(name);
  }

  async unpack(name: string, maxBytes: number): Promise<Either<LedgerError, Uint8Array>> {
    const entry = this.entries.get(name);
    if (entry === undefined) return left(darParseError(`there is no entry ${name}`));
    const { uncompressedSize } = entry;
    const remaining = this.limits.maxTotalBytes - this.#unpackedBytes;
    if (uncompressedSize > remaining) return left(tooManyBytes(this.limits.maxTotalBytes));
    if (uncompressedSize > maxBytes)
      return left(zipBomb(`${name} unpacks to more than ${maxBytes} bytes.`));
    let unpacked: Either<LedgerError, Uint8Array>;
    try {
      unpacked = await this.#data(name, entry);
    } catch (thrown) {
      return left(darParseError(`entry ${name} is damaged: ${messageOf(thrown)}`));
    }
    if (isLeft(unpacked)) return unpacked;
    this.#unpackedBytes += unpacked.right.length;
    if (unpacked.right.length !== uncompressedSize) {
      return left(
        darParseError(
          `entry ${name} unpacks to ${unpacked.right.length} bytes, but the zip file says ${uncompressedSize}`,
        ),
      );
    }
    return crc32(unpacked.right) === entry.crc32
      ? unpacked
      : left(darParseError(`entry ${name} does not have its checksum`));
  }

  async #data(name: string, entry: Entry): Promise<Either<LedgerError, Uint8Array>> {
    if (entry.isEncrypted()) return left(darParseError(`entry ${name} is encrypted`));
    const { fileDataStart } = await this.zip.readLocalFileHeaderPromise(entry, { minimal: true });
    const data = this.bytes.subarray(fileDataStart, fileDataStart + entry.compressedSize);
    switch (entry.compressionMethod) {
      case stored:
        return right(data);
      case deflated:
        return inflated(name, data, entry.uncompressedSize);
      default:
        return left(
          darParseError(`entry ${name} has the compression method ${entry.compressionMethod}`),
        );
    }
  }
}

/** Inflates, and stops when the result is longer than declared. */
const inflated = (
  name: string,
  data: Uint8Array,
  declaredBytes: number,
): Promise<Either<LedgerError, Uint8Array>> =>
  new Promise((resolve) => {
    const options = { maxOutputLength: Math.max(1, declaredBytes), chunkSize: inflateChunkBytes };
    inflateRaw(data, options, (error, result) => {
      if (error === null) {
        resolve(right(result));
      } else if ("code" in error && error.code === "ERR_BUFFER_TOO_LARGE") {
        resolve(
          left(zipBomb(`${name} unpacks to more than the ${declaredBytes} bytes it declares.`)),
        );
      } else {
        resolve(left(darParseError(`entry ${name} is damaged: ${error.message}`)));
      }
    });
  });
