import fc from "fast-check";

/** What is done at one place of a JSON value; texts are JSON, or nearly so. */
type Change =
  | { readonly kind: "drop" }
  | { readonly kind: "replace"; readonly text: string }
  | { readonly kind: "repeat"; readonly text: string };

const deep = (depth: number, open: string, close: string): string =>
  `${open.repeat(depth)}1${close.repeat(depth)}`;

const longText = JSON.stringify("x".repeat(20_000));

/** Values that readers trip over. */
const hostile: ReadonlyArray<string> = [
  "null",
  "true",
  "0",
  "-1",
  "-0",
  "1.5",
  "1e308",
  "1e999",
  "-1e-400",
  "9007199254740993",
  "123456789012345678901234567890",
  `1${"0".repeat(10_000)}`,
  '""',
  '" "',
  '"\\u0000"',
  '"\\ud800"',
  '"\\udc00\\ud800"',
  '"\u202e\ufeff"',
  '"__proto__"',
  '"../../etc/passwd"',
  '"#a:B:C"',
  '"00"',
  longText,
  "[]",
  "[[]]",
  "[null]",
  `[${"0,".repeat(5_000)}0]`,
  "{}",
  '{"":null}',
  '{"value":null}',
  '{"__proto__":{"polluted":true}}',
  '{"constructor":{"prototype":{"polluted":true}}}',
  '{"toString":1,"hasOwnProperty":1,"then":1}',
  `{${longText}:1}`,
  `{${Array.from({ length: 2_000 }, (_, at) => `"k${at}":1`).join()}}`,
  deep(100, "[", "]"),
  deep(100_000, "[", "]"),
  deep(20_000, '{"a":', "}"),
  deep(20_000, '{"value":', "}"),
];

const change: fc.Arbitrary<Change> = fc.oneof(
  fc.constant<Change>({ kind: "drop" }),
  fc.constantFrom(...hostile).map((text): Change => ({ kind: "replace", text })),
  fc.constantFrom(...hostile).map((text): Change => ({ kind: "repeat", text })),
  fc.json().map((text): Change => ({ kind: "replace", text })),
);

const entriesOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  typeof value === "object" && value !== null ? Object.entries(value) : [];

const placesOf = (value: unknown, at = ""): ReadonlyArray<string> => [
  at,
  ...entriesOf(value).flatMap(([key, inner]) => placesOf(inner, `${at}/${key}`)),
];

const written = (value: unknown, at: string, changes: ReadonlyMap<string, Change>): string => {
  const here = changes.get(at);
  if (here?.kind === "replace") return here.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const parts = entriesOf(value).flatMap(([key, inner]) => {
    const place = `${at}/${key}`;
    const there = changes.get(place);
    if (there?.kind === "drop") return [];
    const name = Array.isArray(value) ? "" : `${JSON.stringify(key)}:`;
    const text = `${name}${written(inner, place, changes)}`;
    return there?.kind === "repeat" ? [text, `${name}${there.text}`] : [text];
  });
  return Array.isArray(value) ? `[${parts.join()}]` : `{${parts.join()}}`;
};

/** Bytes that are no text, or no JSON, put somewhere. */
const damaged = (text: string): fc.Arbitrary<Uint8Array<ArrayBuffer>> =>
  fc
    .record({
      at: fc.nat(text.length),
      bytes: fc.constantFrom([0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0], [0x22], [0x7d], [0x5c]),
      cut: fc.boolean(),
    })
    .map(({ at, bytes, cut }) => {
      const whole = new TextEncoder().encode(text);
      const rest = cut ? [] : whole.slice(at);
      return Uint8Array.from([...whole.slice(0, at), ...bytes, ...rest]);
    });

/** Bodies made from a valid one by dropping, repeating and replacing what stands in it, and by breaking its bytes. */
export const mutatedJson = (valid: unknown): fc.Arbitrary<string | Uint8Array<ArrayBuffer>> => {
  const places = placesOf(valid);
  const changed = fc
    .array(fc.tuple(fc.constantFrom(...places), change), { minLength: 1, maxLength: 3 })
    .map((changes) => written(valid, "", new Map(changes)));
  return fc.oneof(
    { weight: 6, arbitrary: changed },
    { weight: 1, arbitrary: damaged(JSON.stringify(valid)) },
  );
};
