import { createHash } from "node:crypto";
import { crc32, deflateRawSync } from "node:zlib";
import { BinaryWriter, WireType } from "@bufbuild/protobuf/wire";

type Bytes = Uint8Array<ArrayBuffer>;

/** A message as its fields in order; numbers are varints, texts and bytes length-delimited. */
export const message = (
  ...fields: ReadonlyArray<readonly [number, number | string | Uint8Array]>
): Bytes => {
  const writer = new BinaryWriter();
  for (const [number, value] of fields) {
    if (typeof value === "number") writer.tag(number, WireType.Varint).int32(value);
    else if (typeof value === "string") writer.tag(number, WireType.LengthDelimited).string(value);
    else writer.tag(number, WireType.LengthDelimited).bytes(value);
  }
  return writer.finish();
};

export const packed = (...numbers: ReadonlyArray<number>): Bytes => {
  const writer = new BinaryWriter();
  for (const number of numbers) writer.int32(number);
  return writer.finish();
};

export const unit: Bytes = message();

/** An entry of a zip file, with room for lies. */
export interface ZipEntry {
  readonly name: string | Uint8Array;
  readonly data: Uint8Array;
  readonly store?: boolean;
  readonly declaredBytes?: number;
  readonly crc?: number;
  readonly method?: number;
  readonly flags?: number;
}

/** A zip file, written byte by byte. */
export const zipOf = (entries: ReadonlyArray<ZipEntry>): Bytes => {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const entry of entries) {
    const { data, store = false, flags = 0 } = entry;
    const name = Buffer.from(entry.name);
    const body = store ? Buffer.from(data) : deflateRawSync(data);
    const head = Buffer.alloc(26);
    head.writeUInt16LE(20, 0);
    head.writeUInt16LE(flags, 2);
    head.writeUInt16LE(entry.method ?? (store ? 0 : 8), 4);
    head.writeUInt32LE(entry.crc ?? crc32(data), 10);
    head.writeUInt32LE(body.length, 14);
    head.writeUInt32LE(entry.declaredBytes ?? data.length, 18);
    head.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\u0003\u0004"), head, name, body]);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\u0001\u0002\u0014\u0000"), head, central, name]));
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return Uint8Array.from(Buffer.concat([...parts, listed, Buffer.from("PK\u0005\u0006"), end]));
};

/** Interns texts. */
export class Interner {
  readonly strings: string[] = [];
  readonly dotted: Bytes[] = [];
  readonly #known = new Map<string, number>();

  str(text: string): number {
    const found = this.#known.get(text);
    if (found !== undefined) return found;
    this.#known.set(text, this.strings.push(text) - 1);
    return this.strings.length - 1;
  }

  dname(text: string): number {
    const segments = text.split(".").map((each) => this.str(each));
    return this.dotted.push(message([1, packed(...segments)])) - 1;
  }
}

/** A template, interface or data type to be written. */
export interface Sketch {
  readonly name?: string;
  readonly version?: string;
  readonly minor?: string;
  /** Templates of module `Main`, with or without a key. */
  readonly templates?: ReadonlyArray<{ readonly name: string; readonly key?: boolean }>;
  readonly interfaces?: ReadonlyArray<string>;
  readonly imports?: ReadonlyArray<string>;
  readonly flags?: Uint8Array;
  /** Further fields of the module, of the package, of the metadata. */
  readonly inModule?: (names: Interner) => Uint8Array;
  readonly inPackage?: (names: Interner) => Uint8Array;
  readonly inTemplate?: (names: Interner) => Uint8Array;
  readonly noMetadata?: boolean;
}

const join = (...parts: ReadonlyArray<Uint8Array | undefined>): Bytes =>
  Uint8Array.from(Buffer.concat(parts.filter((part) => part !== undefined)));

/** `Expr` of the unit constructor, and a `Type` that refers to entry 0 of the table. */
export const unitExpr = message([5, 0]);
export const typeRef0 = message([8, 0]);
const selfPackage = message([1, unit]);

/** A `TypeConId` of this package. */
export const ownType = (names: Interner, name: string): Bytes =>
  message([1, message([1, selfPackage], [2, names.dname("Main")])], [2, names.dname(name)]);

const choice = (names: Interner, name: string, consuming: number): Bytes =>
  message(
    [2, names.str(name)],
    [3, consuming],
    [4, unitExpr],
    [6, message([2, typeRef0], [3, names.str("arg")])],
    [8, typeRef0],
    [9, unitExpr],
    [10, names.str("self")],
  );

const templateOf = (
  names: Interner,
  { name, key = false }: { readonly name: string; readonly key?: boolean },
  more: Uint8Array | undefined,
): Bytes =>
  join(
    message(
      [1, names.dname(name)],
      [2, names.str("this")],
      [4, unitExpr],
      [6, choice(names, "Archive", 1)],
      [6, choice(names, "Look", 0)],
      [7, unitExpr],
    ),
    key ? message([9, message([1, typeRef0], [3, unitExpr], [4, unitExpr])]) : undefined,
    more,
  );

/** The bytes of a `Package`. */
export const packageBytes = (sketch: Sketch): Bytes => {
  const names = new Interner();
  const { templates = [], interfaces = [], minor = "2" } = sketch;
  const metadata = message(
    [1, names.str(sketch.name ?? "sketch")],
    [2, names.str(sketch.version ?? "1.0.0")],
  );
  const module = join(
    message([1, names.dname("Main")], [2, sketch.flags ?? message([1, 1], [2, 1], [3, 1])]),
    ...templates.map(({ name }) => {
      const field = message([2, typeRef0], [3, names.str("owner")]);
      return message([4, message([2, names.dname(name)], [4, 1], [5, message([1, field])])]);
    }),
    ...templates.map((of) => message([6, templateOf(names, of, sketch.inTemplate?.(names))])),
    ...interfaces.map((name) =>
      message([
        8,
        message(
          [2, names.dname(name)],
          [3, message([2, names.str("method")], [3, typeRef0])],
          [4, names.str("this")],
          [5, choice(names, "Archive", 1)],
          [6, typeRef0],
        ),
      ]),
    ),
    sketch.inModule?.(names),
  );
  const imports = (sketch.imports ?? []).map((id): readonly [number, string] => [1, id]);
  const tail = sketch.inPackage?.(names);
  return join(
    message([1, module]),
    message(...names.strings.map((text): readonly [number, string] => [2, text])),
    message(...names.dotted.map((each): readonly [number, Bytes] => [3, each])),
    sketch.noMetadata === true ? undefined : message([4, metadata]),
    // entry 0 of the types: Party
    message([5, message([3, message([1, 6])])]),
    minor === "1" ? undefined : message([9, message(...imports)]),
    tail,
  );
};

export const payloadOf = (sketch: Sketch): Bytes =>
  message([3, sketch.minor ?? "2"], [4, packageBytes(sketch)]);

export const packageIdOf = (payload: Uint8Array): string =>
  createHash("sha256").update(payload).digest("hex");

/** A `.dalf` of a payload. */
export const dalfOf = (payload: Uint8Array, hash: string = packageIdOf(payload)): Bytes =>
  message([3, payload], [4, hash]);

/** A manifest as damlc folds it: 71 characters, then a line that begins with a space. */
export const manifestOf = (lines: ReadonlyArray<string>, lineEnd = "\n"): Bytes => {
  const folded = lines.flatMap((line) => {
    const parts = [line.slice(0, 71)];
    for (let at = 71; at < line.length; at += 70) parts.push(` ${line.slice(at, at + 70)}`);
    return parts;
  });
  return Uint8Array.from(Buffer.from(folded.map((line) => line + lineEnd).join("")));
};

const usualManifest = (names: ReadonlyArray<string>): Bytes =>
  manifestOf([
    "Manifest-Version: 1.0",
    "Created-By: damlc",
    `Main-Dalf: ${names[0] ?? ""}`,
    `Dalfs: ${names.join(", ")}`,
    "Format: daml-lf",
    "Encryption: non-encrypted",
  ]);

export const manifestPath = "META-INF/MANIFEST.MF";

/** A DAR of payloads, the main one first. */
export const darOf = (
  payloads: ReadonlyArray<Uint8Array>,
  more: ReadonlyArray<ZipEntry> = [],
): Bytes => {
  const entries = payloads.map((payload, at): ZipEntry & { readonly name: string } => ({
    name: `folder/package-${at}-${packageIdOf(payload)}.dalf`,
    data: dalfOf(payload),
  }));
  const manifest = usualManifest(entries.map(({ name }) => name));
  return zipOf([{ name: manifestPath, data: manifest }, ...entries, ...more]);
};
