import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** A package with one template in module `Main`, whose only choice does not consume. */
export interface Sketch {
  readonly name: string;
  readonly version: string;
  readonly template: string;
  /** Ids of packages it says it needs. */
  readonly imports?: ReadonlyArray<string>;
}

type Field = readonly [number: number, value: number | string | Buffer];

/** A protobuf message; its numbers, lengths and field numbers stay below 2^14. */
const message = (...fields: ReadonlyArray<Field>): Buffer => {
  const varint = (value: number) =>
    value < 128 ? Buffer.of(value) : Buffer.of((value & 127) | 128, value >> 7);
  return Buffer.concat(
    fields.flatMap(([number, value]) => {
      if (typeof value === "number") return [varint(number * 8), varint(value)];
      const bytes = Buffer.from(value);
      return [varint(number * 8 + 2), varint(bytes.length), bytes];
    }),
  );
};

const unitExpr = message([5, 0]);
const ownerType = message([8, 0]);

/** The payload of the archive, in Daml-LF 2.2. */
export const payloadOf = ({ name, version, template, imports = [] }: Sketch): Uint8Array => {
  const strings = [name, version, "Main", template, "this", "owner", "Look", "arg", "self"];
  const flags = message([1, 1], [2, 1], [3, 1]);
  const fields = message([1, message([2, ownerType], [3, 5])]);
  const look = message(
    [2, 6],
    [4, unitExpr],
    [6, message([2, ownerType], [3, 7])],
    [8, ownerType],
    [9, unitExpr],
    [10, 8],
  );
  const main = message(
    [1, 0],
    [2, flags],
    [4, message([2, 1], [4, 1], [5, fields])],
    [6, message([1, 1], [2, 4], [4, unitExpr], [6, look], [7, unitExpr])],
  );
  const content = message(
    [1, main],
    ...strings.map((text): Field => [2, text]),
    [3, message([1, 2])],
    [3, message([1, 3])],
    [4, message([1, 0], [2, 1])],
    [5, message([3, message([1, 6])])],
    [9, message(...imports.map((id): Field => [1, id]))],
  );
  return Uint8Array.from(message([3, "2"], [4, content]));
};

export const packageIdOf = (payload: Uint8Array): string =>
  createHash("sha256").update(payload).digest("hex");

/** A zip file of entries that are stored as they are. */
const zipOf = (entries: ReadonlyArray<readonly [string, Buffer]>): Uint8Array<ArrayBuffer> => {
  let offset = 0;
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  for (const [name, data] of entries) {
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt32LE(crc32(data), 10);
    head.writeUInt32LE(data.length, 14);
    head.writeUInt32LE(data.length, 18);
    head.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from("PK\u0001\u0002\u0014\u0000"), head, place, Buffer.from(name));
    parts.push(Buffer.from("PK\u0003\u0004"), head, Buffer.from(name), data);
    offset += 30 + name.length + data.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Uint8Array.from(Buffer.concat([...parts, listed, Buffer.from("PK\u0005\u0006"), end]));
};

/** A DAR of one package. */
export const darOf = (payload: Uint8Array): Uint8Array<ArrayBuffer> =>
  zipOf([
    ["META-INF/MANIFEST.MF", Buffer.from("Main-Dalf: m.dalf\nDalfs: m.dalf\nFormat: daml-lf\n")],
    ["m.dalf", message([3, Buffer.from(payload)], [4, packageIdOf(payload)])],
  ]);
