import { type BinaryWriter, WireType } from "@bufbuild/protobuf/wire";
import { text } from "./content.js";
import type { Field } from "./field.js";
import {
  type MessageSource,
  refuseWireType,
  enterMessage,
  isInside,
  leaveMessage,
  skipField,
} from "./message-source.js";

/** Reads an entry into a map. Not a message type, to allocate no object for the entry. */
const readEntry = (source: MessageSource, name: string, map: Map<string, string>): void => {
  const { reader } = source;
  let key = "";
  let value = "";
  const length = reader.uint32();
  const end = reader.pos + length;
  enterMessage(source, name, end);
  while (isInside(source, name, end)) {
    const [number, wireType] = reader.tag();
    if (number > 2) {
      skipField(source, name, number, wireType);
      continue;
    }
    if (wireType !== WireType.LengthDelimited)
      refuseWireType(name, number, wireType, WireType.LengthDelimited);
    if (number === 1) key = text.read(source);
    else value = text.read(source);
  }
  leaveMessage(source);
  map.set(key, value);
};

/** Key and value are written even when they are empty, as other writers do. */
const writeEntry = (writer: BinaryWriter, key: string, value: string): void => {
  writer.fork();
  writer.tag(1, WireType.LengthDelimited).string(key);
  writer.tag(2, WireType.LengthDelimited).string(value);
  writer.join();
};

/** A map from text to text; the last of several entries with one key wins. */
export const textMap = (
  number: number,
): Field<ReadonlyMap<string, string>, Iterable<readonly [string, string]>> => ({
  number,
  wireType: WireType.LengthDelimited,
  absent: () => new Map<string, string>(),
  read: (source, before, name) => {
    // border: `before` is the map of an earlier call, which is not shared yet
    const map = (before ?? new Map()) as Map<string, string>;
    readEntry(source, name, map);
    return map;
  },
  write: (writer, entries) => {
    for (const [key, value] of entries) {
      writer.tag(number, WireType.LengthDelimited);
      writeEntry(writer, key, value);
    }
  },
});
