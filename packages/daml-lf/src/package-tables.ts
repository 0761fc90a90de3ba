import { isUtf8 } from "node:buffer";
import { WireType } from "@bufbuild/protobuf/wire";
import { isPackageIdString } from "@tallystick/core";
import type { DarLimits } from "./dar-limits.js";
import { InternedStrings, maxNameLength, type Span, Spans } from "./interned-tables.js";
import { malformed } from "./malformed.js";
import { packageGrammar } from "./package-grammar.js";
import { Fields, numbersIn, scanFields } from "./wire-scan.js";

const utf8 = new TextDecoder();

/** A package split one level deep; its parts are not checked yet. */
export interface PackageParts {
  readonly bytes: Uint8Array;
  readonly strings: InternedStrings;
  readonly modules: Spans;
  readonly dottedNames: Spans;
  readonly types: Spans;
  readonly kinds: Spans;
  readonly exprs: Spans;
  readonly metadata: Span | undefined;
  /** Imported package ids; undefined when the package has no list. */
  readonly imports: ReadonlyArray<string> | undefined;
}

/** Field numbers of `Package` (daml-lf A.4). */
const numbers = {
  modules: 1,
  strings: 2,
  dottedNames: 3,
  metadata: 4,
  types: 5,
  kinds: 6,
  exprs: 7,
  noImportsReason: 8,
  imports: 9,
} as const;

/**
 * Splits a package, whose strings are not checked to be texts. Throws for unknown fields, tables
 * that are too long, and fields its version does not have.
 */
export const packageParts = (
  bytes: Uint8Array,
  rank: number,
  minor: string,
  { maxTableEntries }: DarLimits,
): PackageParts => {
  const { fields: known } = packageGrammar("Package");
  const pieces = Array.from({ length: Math.max(...known.keys()) + 1 }, () => new Spans());
  let imports: ReadonlyArray<string> | undefined;
  const fields = new Fields(bytes, 0, bytes.length);
  while (fields.next()) {
    const { number, start, end } = fields;
    const spans = pieces[number];
    if (spans === undefined || number === 0 || fields.wireType !== WireType.LengthDelimited)
      return malformed(`Message of type Package contains unknown field numbered ${number}`);
    if (spans.length === 0 && rank < (known.get(number)?.fromRank ?? 0))
      return malformed(`Package field ${number} is not supported by Daml-LF 2.${minor}`);
    spans.add(start, end);
    if (spans.length > maxTableEntries)
      return malformed(`the package has more than ${maxTableEntries} of field ${number}`);
    // cases of one oneof: the last counts
    if (number === numbers.imports) imports = importedIds(bytes, start, end, maxTableEntries);
    if (number === numbers.noImportsReason) {
      checkUtf8(bytes, start, end);
      imports = undefined;
    }
  }
  const spansOf = (number: number): Spans => pieces[number] ?? new Spans();
  const metadata = spansOf(numbers.metadata);
  return {
    bytes,
    strings: new InternedStrings(bytes, spansOf(numbers.strings)),
    modules: spansOf(numbers.modules),
    dottedNames: spansOf(numbers.dottedNames),
    types: spansOf(numbers.types),
    kinds: spansOf(numbers.kinds),
    exprs: spansOf(numbers.exprs),
    metadata: metadata.length === 0 ? undefined : metadata.at(metadata.length - 1),
    imports,
  };
};

const checkUtf8 = (bytes: Uint8Array, start: number, end: number): void => {
  if (!isUtf8(bytes.subarray(start, end))) malformed("a text is not UTF-8");
};

const importedIds = (
  bytes: Uint8Array,
  start: number,
  end: number,
  maxTableEntries: number,
): ReadonlyArray<string> => {
  const ids: Array<string> = [];
  scanFields(bytes, start, end, ({ number, wireType, ...span }) => {
    if (number !== 1 || wireType !== WireType.LengthDelimited)
      malformed(`Message of type PackageImports contains unknown field numbered ${number}`);
    checkUtf8(bytes, span.start, span.end);
    const packageId = utf8.decode(bytes.subarray(span.start, span.end));
    if (!isPackageIdString(packageId)) malformed(`invalid package id ${packageId.slice(0, 70)}`);
    ids.push(packageId);
    if (ids.length > maxTableEntries) malformed(`more than ${maxTableEntries} imported packages`);
  });
  return ids;
};

const segmentsOf = ({ bytes, dottedNames }: PackageParts, index: number): ReadonlyArray<number> => {
  const { start, end } = dottedNames.at(index);
  // a segment takes a byte or more, and a dot between two
  if (end - start > maxNameLength * 11) malformed(`dotted name ${index} is too long`);
  return numbersIn(bytes, start, end, 1);
};

/** Checks the dotted names: of identifiers, and not too long. */
export const checkDottedNames = (parts: PackageParts): void => {
  const { dottedNames, strings } = parts;
  for (let index = 0; index < dottedNames.length; index++) {
    const segments = segmentsOf(parts, index);
    if (segments.length === 0) malformed(`dotted name ${index} is empty`);
    let length = segments.length - 1;
    for (const segment of segments) {
      strings.checkIndex(segment);
      length += strings.nameLength(segment);
    }
    if (length > maxNameLength)
      malformed(`dotted name ${index} is longer than ${maxNameLength} characters`);
  }
};

export const dottedName = (parts: PackageParts, index: number): string => {
  const [first = 0, ...others] = segmentsOf(parts, index);
  const name = parts.strings.text(first);
  return others.reduce((before, each) => `${before}.${parts.strings.text(each)}`, name);
};
