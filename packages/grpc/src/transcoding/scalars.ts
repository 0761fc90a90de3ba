import { base64Encode } from "@tallystick/core";
import {
  bool,
  bytes,
  type Content,
  int32,
  int64,
  type MessageType,
  message,
  plain,
  type Scalar,
  sfixed64,
  sint64,
  text,
  uint32,
  uint64,
} from "@tallystick/protobuf";

/** A whole number as JSON has it: beyond 2^53 as `bigint`, which keeps all its digits. */
const inJson = (value: bigint): number | bigint =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value;

const wholeNumber = (of: Scalar<bigint>): Scalar<unknown> => ({
  wireType: of.wireType,
  initial: 0,
  isInitial: (value) => value === 0 || value === 0n,
  read: (source) => inJson(of.read(source)),
  write: (writer, value) =>
    of.write(writer, typeof value === "bigint" ? value : BigInt(Number(value))),
});

const bytesAs = (encoding: "base64" | "hex"): Scalar<unknown> => ({
  wireType: bytes.wireType,
  initial: "",
  isInitial: (value) => value === "",
  read: (source) =>
    encoding === "hex"
      ? Buffer.from(bytes.read(source)).toString("hex")
      : base64Encode(bytes.read(source)),
  write: (writer, value) =>
    bytes.write(writer, value instanceof Uint8Array ? value : Buffer.from(String(value), encoding)),
});

/** Bytes as their hexadecimal digits. */
export const hexBytes = bytesAs("hex");

/** Bytes as Base64; bytes themselves are written as they are. */
const base64Bytes = bytesAs("base64");

// border: each is written with what JSON has for its type
const unknownScalar = <A>(of: Scalar<A>): Scalar<unknown> => of as Scalar<unknown>;

/** Bytes as they are. */
export const rawBytes = unknownScalar(bytes);

/** The scalar types of the interface, with their values as JSON has them. */
export const scalarContent: Readonly<Record<string, Scalar<unknown>>> = {
  bool: unknownScalar(bool),
  string: unknownScalar(text),
  int32: unknownScalar(int32),
  uint32: unknownScalar(uint32),
  int64: wholeNumber(int64),
  uint64: wholeNumber(uint64),
  sint64: wholeNumber(sint64),
  sfixed64: wholeNumber(sfixed64),
  bytes: base64Bytes,
};

const Timestamp = message("Timestamp", { seconds: plain(1, int64), nanos: plain(2, int32) });

const earliestSecond = -62_135_596_800n;
const latestSecond = 253_402_300_799n;
const nanosPerSecond = 1_000_000_000;

const textOfTime = (seconds: bigint, nanos: number): string => {
  // what is no time is read as a text that is none, and rejected with it
  if (seconds < earliestSecond || seconds > latestSecond || nanos < 0 || nanos >= nanosPerSecond)
    return `${seconds} s ${nanos} ns`;
  const whole = new Date(Number(seconds) * 1_000).toISOString().slice(0, 19);
  const fraction = nanos === 0 ? "" : `.${String(nanos).padStart(9, "0").replace(/0+$/, "")}`;
  return `${whole}${fraction}Z`;
};

const fractionOfSecond = /\.(\d{1,9})/;

const timeOfText = (text: string): { readonly seconds: bigint; readonly nanos: number } => {
  const fraction = fractionOfSecond.exec(text)?.[1] ?? "";
  const seconds = Math.floor(Date.parse(text.replace(fractionOfSecond, "")) / 1_000);
  return { seconds: BigInt(seconds), nanos: Number(fraction.padEnd(9, "0")) };
};

/** A time as ISO-8601 text. */
export const timestampContent: MessageType<unknown> = {
  ...Timestamp,
  readTo: (source, end) => {
    const { seconds, nanos } = Timestamp.readTo(source, end);
    return textOfTime(seconds, nanos);
  },
  read: (source) => {
    const { seconds, nanos } = Timestamp.read(source);
    return textOfTime(seconds, nanos);
  },
  write: (writer, value) => Timestamp.write(writer, timeOfText(String(value))),
  writeFields: (writer, value) => Timestamp.writeFields(writer, timeOfText(String(value))),
};

/** The names of an enumeration; a number without a name is read as `UNRECOGNIZED`. */
export const enumContent = (values: ReadonlyMap<string, number>): Scalar<unknown> => {
  const names = new Map([...values].map(([name, number]) => [number, name]));
  return {
    wireType: int32.wireType,
    initial: names.get(0) ?? "UNRECOGNIZED",
    isInitial: (value) => (values.get(String(value)) ?? 0) === 0,
    read: (source) => names.get(int32.read(source)) ?? "UNRECOGNIZED",
    write: (writer, value) => int32.write(writer, values.get(String(value)) ?? 0),
  };
};

/** A message that is handed on as its bytes, which JSON has in Base64. */
export const bytesOfMessage: Content<unknown> = {
  wireType: bytes.wireType,
  read: base64Bytes.read,
  write: base64Bytes.write,
};
