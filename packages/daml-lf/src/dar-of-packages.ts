import { crc32 } from "node:zlib";

/** A package as a participant gives it: its id is the SHA-256 of the payload. */
export interface PackagePayload {
  readonly packageId: string;
  readonly payload: Uint8Array;
}

const manifestName = "META-INF/MANIFEST.MF";

/** Bytes of a number in the encoding of protocol buffers. */
const varint = (value: number): ReadonlyArray<number> =>
  value < 128 ? [value] : [(value % 128) + 128, ...varint(Math.floor(value / 128))];

const field = (number: number, bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from([number * 8 + 2, ...varint(bytes.length)]), bytes]);

/** The archive of a payload: its hash function (SHA-256) is the default, which is left out. */
export const archiveOf = ({ packageId, payload }: PackagePayload): Buffer =>
  Buffer.concat([field(3, payload), field(4, Buffer.from(packageId))]);

const LOCAL = Buffer.from("PK\u0003\u0004");
const CENTRAL = Buffer.from("PK\u0001\u0002\u0014\u0000");
const END = Buffer.from("PK\u0005\u0006");

/** A zip file whose entries are stored as they are. */
const zipOf = (entries: ReadonlyArray<readonly [name: string, data: Buffer]>): Buffer => {
  const parts: Array<Buffer> = [];
  const directory: Array<Buffer> = [];
  let offset = 0;
  for (const [name, data] of entries) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(CENTRAL, head, place, Buffer.from(name));
    parts.push(LOCAL, head, Buffer.from(name), data);
    offset += LOCAL.length + head.length + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, listed, END, end]);
};

/**
 * A DAR of packages that a participant has.
 *
 * @param packages the main one first, then all that it depends on
 */
export const darOfPackages = (packages: ReadonlyArray<PackagePayload>): Uint8Array => {
  const names = packages.map(({ packageId }) => `${packageId}.dalf`);
  const manifest = [
    "Manifest-Version: 1.0",
    `Main-Dalf: ${names[0] ?? ""}`,
    `Dalfs: ${names.join(", ")}`,
    "Format: daml-lf",
    "Encryption: non-encrypted",
    "",
  ].join("\n");
  return zipOf([
    [manifestName, Buffer.from(manifest)],
    ...packages.map((each, at) => [names[at] ?? "", archiveOf(each)] as const),
  ]);
};
