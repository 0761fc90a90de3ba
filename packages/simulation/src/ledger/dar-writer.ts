import { createHash } from "node:crypto";
// loaded before a history: when the loading of a module ends is up to the system
import { darOfPackages } from "@tallystick/daml-lf";

// DARs of one package each, `note`, with a template that anyone can compile to by hand: an owner's
// note, which it looks at and closes. Entries are stored as they are, as unpacking is done by
// threads of the system.

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

/** The texts of the package; fields refer to them by their places. */
const texts = ["note", "", "Main", "Note", "this", "owner", "Look", "arg", "self", "Close"];
const versionAt = 1;

const unit = message();
/** The first entry of the table of types: a party. */
const partyType = message([8, 0]);
const noParties = message([21, message([1, partyType])]);

/** `this.owner` alone in a list. */
const owners = ((): Buffer => {
  const main = message([1, message([1, unit])], [2, 0]);
  const template = message([1, message([1, main], [2, 1])]);
  const owner = message([8, message([1, template], [3, message([2, 4])], [4, 5])]);
  return message([22, message([1, partyType], [2, owner], [3, noParties])]);
})();

/** Gives the argument back. */
const pureArgument = message([23, message([1, message([1, partyType], [2, message([2, 7])])])]);

const choiceOf = (name: number, isConsuming: boolean): Buffer =>
  message(
    [2, name],
    ...(isConsuming ? [[3, 1] as const] : []),
    [4, owners],
    [6, message([2, partyType], [3, 7])],
    [8, partyType],
    [9, pureArgument],
    [10, 8],
  );

/** The payload of the archive, in Daml-LF 2.2. */
const payloadOf = (version: string): Uint8Array => {
  const flags = message([1, 1], [2, 1], [3, 1]);
  const fields = message([1, message([2, partyType], [3, 5])]);
  const choices: ReadonlyArray<Field> = [
    [6, choiceOf(6, false)],
    [6, choiceOf(9, true)],
  ];
  const main = message(
    [1, 0],
    [2, flags],
    [4, message([2, 1], [4, 1], [5, fields])],
    [6, message([1, 1], [2, 4], [4, owners], ...choices, [7, noParties])],
  );
  const content = message(
    [1, main],
    ...texts.map((text, at): Field => [2, at === versionAt ? version : text]),
    [3, message([1, 2])],
    [3, message([1, 3])],
    [4, message([1, 0], [2, 1])],
    [5, message([3, message([1, 6])])],
    [9, message()],
  );
  return Uint8Array.from(message([3, "2"], [4, content]));
};

interface NoteDar {
  readonly packageId: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

const darOf = (version: string): NoteDar => {
  const payload = payloadOf(version);
  const packageId = createHash("sha256").update(payload).digest("hex");
  const bytes = Uint8Array.from(darOfPackages([{ packageId, payload }]));
  return { packageId, bytes };
};

/** The DARs that users upload: versions of one package, each an upgrade of the one before. */
export const noteDars = [darOf("1.0.0"), darOf("1.1.0"), darOf("1.2.0")] as const;

/** The id of their template in commands, in whichever version is vetted. */
export const noteTemplate = "#note:Main:Note";
