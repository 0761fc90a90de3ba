import { isUtf8 } from "node:buffer";
import { BinaryReader, WireType } from "@bufbuild/protobuf/wire";
import { isPackageIdString } from "@tallystick/core";
import type { FieldSpec, MessageSpec, Scalar } from "./grammar-table.js";
import type { InternedStrings } from "./interned-tables.js";
import { maxNesting, rankOf22 } from "./language-version.js";
import { malformed } from "./malformed.js";
import { stablePackages } from "./stable-packages.js";

/** The largest scale of a Numeric. */
const maxScale = 37;

/** The tables that the indices of a message refer to. */
interface IndexLimits {
  dottedNames: number;
  types: number;
  kinds: number;
  exprs: number;
  readonly imports: number;
}

/** The table of the message being checked, if it is in one. */
export type TableKind = "types" | "kinds" | "exprs";

/**
 * Checks messages of a package against the grammar: no unknown fields at any depth, every index
 * within its table, only features of the package's version, and no required field missing. It
 * builds no values, so its memory does not grow with the input.
 */
export class PackageChecker {
  readonly #reader: BinaryReader;
  readonly #maxNesting: number;
  readonly #packageIds = new Map<number, string>();
  readonly #hasEmptyTable: boolean;
  #fields = 0;
  #inTypeTable = false;

  constructor(
    private readonly bytes: Uint8Array,
    private readonly rank: number,
    private readonly minor: string,
    private readonly strings: InternedStrings,
    readonly limits: IndexLimits,
    private readonly maxFields: number,
  ) {
    this.#reader = new BinaryReader(bytes);
    this.#maxNesting = maxNesting(rank);
    this.#hasEmptyTable = strings.length === 0 || limits.dottedNames === 0;
  }

  get packageIds(): ReadonlyArray<string> {
    return [...new Set(this.#packageIds.values())];
  }

  /** Checks one message directly below the package. */
  check(spec: MessageSpec, start: number, end: number): void {
    this.#reader.pos = start;
    this.#message(spec, end, 2);
  }

  /** Checks an entry of a table, which may refer only to entries before it. */
  checkEntry(spec: MessageSpec, start: number, end: number, table: TableKind, index: number): void {
    const length = this.limits[table];
    this.limits[table] = index;
    this.#inTypeTable = table === "types";
    this.#reader.pos = start;
    const last = this.#message(spec, end, 2);
    if (last !== undefined && isReference(last) && table !== "exprs")
      malformed(`entry ${index} of the interned ${table} is itself a reference`);
    this.#inTypeTable = false;
    this.limits[table] = length;
  }

  /**
   * Right after it the reader is at `end`. The case of the oneof that counts: the last on the
   * wire.
   */
  #message(spec: MessageSpec, end: number, depth: number): FieldSpec | undefined {
    if (depth > this.#maxNesting)
      malformed(`messages are nested more than ${this.#maxNesting} deep`);
    const reader = this.#reader;
    const { fields, plainIndices } = spec;
    let seen = 0;
    let lastCase: FieldSpec | undefined;
    let singles = 0;
    while (reader.pos < end) {
      const [number, wireType] = reader.tag();
      const field = fields.get(number);
      if (field === undefined || !this.#value(field, wireType, end, depth))
        return malformed(`Message of type ${spec.name} contains unknown field numbered ${number}`);
      if (this.rank < field.fromRank || this.rank > field.toRank) this.#unsupported(spec, field);
      if (field.demandedAt >= 0) seen |= 1 << field.demandedAt;
      if (field.isCase) lastCase = field;
      if (field.flattened !== "any" && this.rank >= rankOf22)
        singles = this.#flattened(spec, field, singles);
    }
    if (reader.pos !== end) malformed(`a field of ${spec.name} extends beyond its message`);
    this.#complete(spec, seen, lastCase, singles);
    if (this.#hasEmptyTable) for (const scalar of plainIndices) this.#zeroIndex(scalar);
    return lastCase;
  }

  #unsupported(spec: MessageSpec, field: FieldSpec): never {
    return malformed(
      `${spec.name} field ${field.number} is not supported by Daml-LF 2.${this.minor}`,
    );
  }

  #flattened(spec: MessageSpec, field: FieldSpec, singles: number): number {
    if (field.flattened === "none" || singles > 0)
      malformed(`${spec.name} has too many elements in field ${field.number} from Daml-LF 2.2 on`);
    return singles + 1;
  }

  #complete(
    spec: MessageSpec,
    seen: number,
    lastCase: FieldSpec | undefined,
    singles: number,
  ): void {
    if (spec.hasCases && lastCase === undefined) malformed(`${spec.name} has none of its cases`);
    if (
      spec.name === "Type" &&
      !this.#inTypeTable &&
      lastCase !== undefined &&
      !isReference(lastCase)
    )
      malformed("a type outside of the interned types is not a reference to them");
    const { demanded } = spec;
    if (seen !== (1 << demanded.length) - 1) {
      const missing = demanded.find((_, at) => (seen & (1 << at)) === 0);
      malformed(`${spec.name} lacks field ${missing}`);
    }
    if (spec.single.length > 0 && this.rank >= rankOf22 && singles !== spec.single.length)
      malformed(`${spec.name} lacks field ${spec.single.join(", ")}`);
  }

  /** An index that is absent means 0, so that its table must have an entry. */
  #zeroIndex(scalar: Scalar): void {
    if ((scalar === "name" || scalar === "str" || scalar === "pkg") && this.strings.length === 0)
      malformed("invalid internedString table index 0");
    if (scalar === "dname" && this.limits.dottedNames === 0)
      malformed("invalid internedDottedName table index 0");
  }

  /** False when the wire type is not that of the field, which makes it an unknown one. */
  #value(field: FieldSpec, wireType: WireType, end: number, depth: number): boolean {
    this.#fields++;
    if (this.#fields > this.maxFields)
      malformed(`the package has more than ${this.maxFields} fields`);
    const { content } = field;
    switch (content.kind) {
      case "message": {
        if (wireType !== WireType.LengthDelimited) return false;
        this.#message(content.message, this.#lengthDelimited(end), depth + 1);
        return true;
      }
      case "enumeration": {
        if (wireType !== WireType.Varint) return false;
        const value = this.#reader.int32();
        const needs = content.values.get(value);
        if (needs === undefined) malformed(`${content.name} has no value ${value}`);
        else if (needs > this.rank)
          malformed(`${content.name} ${value} is not supported by Daml-LF 2.${this.minor}`);
        return true;
      }
      case "scalar":
        return this.#scalar(content.scalar, field.repeated, wireType, end);
    }
  }

  /** Where a length-delimited field ends; throws when that is after the end of its message. */
  #lengthDelimited(end: number): number {
    const length = this.#reader.uint32();
    const fieldEnd = this.#reader.pos + length;
    if (fieldEnd > end) malformed("a field extends beyond its message");
    return fieldEnd;
  }

  #scalar(scalar: Scalar, repeated: boolean, wireType: WireType, end: number): boolean {
    switch (scalar) {
      case "text": {
        if (wireType !== WireType.LengthDelimited) return false;
        const textEnd = this.#lengthDelimited(end);
        if (!isUtf8(this.bytes.subarray(this.#reader.pos, textEnd)))
          malformed("a text is not UTF-8");
        this.#reader.pos = textEnd;
        return true;
      }
      case "sfixed64":
        if (wireType !== WireType.Bit64) return false;
        this.#reader.sfixed64();
        return true;
      case "sint64":
        if (wireType !== WireType.Varint) return false;
        this.#sint64();
        return true;
      default:
        return this.#integers(scalar, repeated, wireType, end);
    }
  }

  #integers(
    scalar: Exclude<Scalar, "text" | "sfixed64" | "sint64">,
    repeated: boolean,
    wireType: WireType,
    end: number,
  ): boolean {
    const reader = this.#reader;
    if (wireType === WireType.Varint) {
      this.#integer(scalar, reader.int32());
      return true;
    }
    if (!repeated || wireType !== WireType.LengthDelimited) return false;
    const packedEnd = this.#lengthDelimited(end);
    while (reader.pos < packedEnd) this.#integer(scalar, reader.int32());
    return reader.pos === packedEnd;
  }

  // the only sint64 of a type is a scale; in the type table it is bounded, in an integer literal it
  // is not
  #sint64(): void {
    const value = BigInt(this.#reader.sint64());
    if (this.#inTypeTable && (value < 0n || value > BigInt(maxScale)))
      malformed(`the scale ${value} is not one of 0 to ${maxScale}`);
  }

  #integer(scalar: Exclude<Scalar, "text" | "sfixed64" | "sint64">, value: number): void {
    switch (scalar) {
      case "int32":
      case "bool":
        return;
      case "str":
        return this.strings.checkIndex(value);
      case "name":
        this.strings.checkIndex(value);
        this.strings.nameLength(value);
        return;
      case "pkg":
        return this.#packageId(value);
      case "dname":
        return within("internedDottedName table", value, this.limits.dottedNames);
      case "import":
        return within("package import", value, this.limits.imports);
      case "typeRef":
        return within("internedType table", value, this.limits.types);
      case "kindRef":
        return within("internedKind table", value, this.limits.kinds);
      case "exprRef":
        return within("internedExpr table", value, this.limits.exprs);
    }
  }

  #packageId(index: number): void {
    if (this.#packageIds.has(index)) return;
    const packageId = this.strings.text(index);
    if (!isPackageIdString(packageId)) malformed(`invalid package id ${packageId.slice(0, 70)}`);
    if (this.rank >= rankOf22 && !stablePackages.has(packageId))
      malformed(`package ${packageId} is not stable and not among the imported packages`);
    this.#packageIds.set(index, packageId);
  }
}

const isReference = ({ content }: FieldSpec): boolean =>
  content.kind === "scalar" && content.scalar.endsWith("Ref");

const within = (what: string, index: number, length: number): void => {
  if (index < 0 || index >= length) malformed(`invalid ${what} index ${index}`);
};
