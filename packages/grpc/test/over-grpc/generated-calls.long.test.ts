import { Metadata, status } from "@grpc/grpc-js";
import { expect } from "chai";
import * as fc from "fast-check";
import { callRows } from "../../src/calls/call-rows.js";
import { descriptions, type FieldDescription } from "../../src/descriptions/descriptions.js";
import { bearer, serve, type Served } from "../fixtures/served.js";

const calls = 60_000;

/** Calls at once. */
const atOnce = 64;

/** A stream that goes on is enough; milliseconds. */
const longest = 400;

const odd = fc.oneof(
  fc.constantFrom(
    "",
    "alice",
    "#values:Values:Note",
    "00",
    "::",
    "\u{1f600}",
    "-1",
    "a".repeat(300),
  ),
  fc.string({ maxLength: 12 }),
);

const scalar = (type: string): fc.Arbitrary<unknown> => {
  if (type === "string") return odd;
  if (type === "bool") return fc.boolean();
  if (type === "bytes") return fc.uint8Array({ maxLength: 40 }).map((each) => Buffer.from(each));
  if (type.includes("64")) return fc.oneof(fc.integer(), fc.bigInt({ min: 0n, max: 2n ** 62n }));
  return fc.integer({ min: type.startsWith("u") ? 0 : -(2 ** 31), max: 2 ** 31 - 1 });
};

const one = ({ kind, type }: FieldDescription, depth: number): fc.Arbitrary<unknown> => {
  if (kind === "scalar") return scalar(type);
  if (kind === "enum")
    return fc.constantFrom(...(descriptions.enums.get(type)?.values.keys() ?? []));
  return fc
    .constant(depth <= 0 ? Buffer.alloc(0) : undefined)
    .chain((empty) => (empty === undefined ? encoded(type, depth - 1) : fc.constant(empty)));
};

/** The bytes of a message with some of its fields, each by its own descriptions. */
const encoded = (name: string, depth: number): fc.Arbitrary<Buffer> => {
  const fields = descriptions.messages.get(name)?.fields ?? [];
  const some = fc
    .subarray([...fields])
    .chain((chosen) =>
      fc.tuple(...chosen.map((field) => one(field, depth).map((value) => bytesOf(field, value)))),
    );
  return some.map((parts) => Buffer.concat(parts));
};

const varint = (value: number): Buffer => {
  const bytes: Array<number> = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};

const delimited = (number: number, payload: Buffer): Buffer =>
  Buffer.concat([varint(number * 8 + 2), varint(payload.length), payload]);

/** A field as bytes, by a message that has it alone. */
const bytesOf = (field: FieldDescription, value: unknown): Buffer => {
  if (Buffer.isBuffer(value)) return delimited(field.number, value);
  if (field.keys !== undefined || typeof value === "string") {
    const isEnum = field.kind === "enum";
    const number = descriptions.enums.get(field.type)?.values.get(String(value)) ?? 0;
    if (!isEnum) return delimited(field.number, Buffer.from(String(value)));
    return field.isRepeated
      ? delimited(field.number, varint(number))
      : Buffer.concat([varint(field.number * 8), varint(number)]);
  }
  const number = typeof value === "bigint" ? Number(value % 2n ** 31n) : Math.abs(Number(value));
  return Buffer.concat([varint(field.number * 8), varint(number)]);
};

describe("generated calls", () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it(`are all answered, and never by an internal error: ${calls}`, async () => {
    const metadata = new Metadata();
    metadata.set("authorization", bearer("ledger-api-user").authorization);
    const { client } = served.grpc;
    const same = (bytes: Buffer): Buffer => bytes;
    const outcome = (path: string, isStream: boolean, body: Buffer): Promise<number> =>
      new Promise((resolve) => {
        const options = { deadline: Date.now() + (isStream ? longest : 20_000) };
        if (isStream) {
          const stream = client.makeServerStreamRequest(path, same, same, body, metadata, options);
          stream.on("data", () => undefined);
          stream.on("error", () => undefined);
          stream.on("status", ({ code }) => resolve(code));
        } else {
          client.makeUnaryRequest(path, same, same, body, metadata, options, (error) =>
            resolve(error === null ? status.OK : error.code),
          );
        }
      });
    const rows = callRows.filter(({ service }) => !service.endsWith("TimeService"));
    const counts = new Map<number, number>();
    const perRow = Math.ceil(calls / rows.length);
    for (const { service, method } of rows) {
      const description = descriptions.services.get(service)?.methods.get(method);
      if (description === undefined) throw new Error(method);
      const arbitrary = fc.oneof(
        { weight: 4, arbitrary: encoded(description.input, 4) },
        { weight: 1, arbitrary: fc.uint8Array({ maxLength: 60 }).map((each) => Buffer.from(each)) },
      );
      const bodies = fc.sample(arbitrary, { numRuns: perRow, seed: 7 });
      const path = `/${service}/${method}`;
      await Promise.all(
        Array.from({ length: atOnce }, async () => {
          for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
            const code = await outcome(path, description.isServerStreaming, body);
            counts.set(code, (counts.get(code) ?? 0) + 1);
            const told = `${path} ${body.toString("hex")}`;
            expect(code, told).not.to.be.oneOf([status.INTERNAL, status.UNKNOWN]);
          }
        }),
      );
    }
    expect(counts.get(status.INVALID_ARGUMENT)).to.be.greaterThan(1_000);
    expect((await served.grpc.call("StateService/GetLedgerEnd"))["offset"]).not.to.equal(undefined);
  });
});
