import {
  abort,
  archive,
  choice,
  create,
  definePackage,
  exercise,
  failWith,
  isLedgerTimeBefore,
  numeric,
  party,
  record,
  template,
  text,
  textMap,
  timestamp,
  unit,
  variant,
} from "@tallystick/core";
import { LedgerFailure } from "@tallystick/node";
import { expect } from "chai";
import { testLedger } from "../../src/ledger/test-ledger.js";
import { thrownBy } from "../thrown-by.js";

/** As authors without a type checker write it. */
// border: the compiler would not let it through
const loose = (value: unknown) => value as never;

type Owned = { readonly owner: string };
const parts = {
  payload: record({ owner: party, words: text }),
  signatories: ({ owner }: Owned) => [owner],
};
const Note = template("Faulty:Note", parts);
const call = {
  argument: record({}),
  result: unit,
  consuming: false,
  controllers: ({ owner }: Owned) => [owner],
  *body() {
    yield* [];
    return {};
  },
} as const;

// border: the compiler would not let it through
const nothing = undefined as unknown as ReadonlyArray<unknown>;

/** On the template, but in no package. */
const Undeclared = choice(Note, "Undeclared", call);

/** What an author wrote in a template, and what its first create says. */
const templates: ReadonlyArray<readonly [string, object, string]> = [
  [
    "a text",
    { signatories: ({ owner }: Owned) => owner },
    "signatories: expected a list of parties",
  ],
  [
    "nothing",
    { signatories: () => undefined },
    "signatories: expected a list of parties, such as [owner], found nothing",
  ],
  [
    "a list of other things",
    { observers: () => [undefined] },
    "observers: expected a list of parties, in it, found nothing",
  ],
  [
    "a promise",
    { observers: ({ owner }: Owned) => Promise.resolve([owner]) },
    "observers: expected a list of parties, such as [owner], found a promise",
  ],
  ["no condition", { ensure: () => undefined }, "ensure: expected true or false, found nothing"],
  [
    "a promise of a condition",
    { ensure: () => Promise.resolve(false) },
    "ensure: expected true or false, found a promise",
  ],
  [
    "a key of another type",
    { key: { type: party, of: () => 5, maintainers: () => [] } },
    "key.of of Faulty:Other",
  ],
  [
    "a set of parties",
    { signatories: ({ owner }: Owned) => new Set([owner]) },
    "signatories: expected a list of parties, such as [owner], found a Set",
  ],
  [
    "a payload that ensure changes",
    {
      ensure: (payload: { words: string }) => {
        payload.words = "changed";
        return true;
      },
    },
    "a payload or an argument cannot be changed: write { ...payload, field: value }",
  ],
  [
    "a promise of a key",
    {
      key: {
        type: party,
        of: ({ owner }: Owned) => Promise.resolve(owner),
        maintainers: (owner: string) => [owner],
      },
    },
    "key.of of Faulty:Other: its answer is not of its type: expected a party id, found a promise",
  ],
  [
    "a maintainer alone",
    {
      key: { type: party, of: ({ owner }: Owned) => owner, maintainers: (owner: string) => owner },
    },
    "key: maintainers: expected a list of parties",
  ],
];

/** What an author wrote in a choice, and what exercising it says. */
const choices: ReadonlyArray<readonly [string, object, string]> = [
  [
    "controllers that are a text",
    { controllers: ({ owner }: Owned) => owner },
    "controllers: expected a list of parties",
  ],
  [
    "observers that are a text",
    { observers: ({ owner }: Owned) => owner },
    "observers: expected a list of parties",
  ],
  [
    "yield without a star",
    {
      *body(this: void): unknown {
        yield create(Note, loose({ owner: "a", words: "" }));
        return {};
      },
    },
    "body: expected a step such as `yield* create(...)`, found a generator",
  ],
  [
    "no yield at all",
    {
      *body() {
        create(Note, loose({ owner: "a", words: "" }));
        yield* [];
        return {};
      },
    },
    "a step was created but not yielded: write `yield* create(...)`",
  ],
  [
    "a yield of anything",
    {
      *body(): unknown {
        yield 5;
        return {};
      },
    },
    "body: expected a step such as `yield* create(...)`, found the number 5",
  ],
  [
    "a yield of a promise",
    {
      *body(): unknown {
        yield Promise.resolve(1);
        return {};
      },
    },
    "found a promise",
  ],
  [
    "a create of nothing",
    {
      *body() {
        yield* create(loose(undefined), loose({}));
        return {};
      },
    },
    "create: template: expected a template, found nothing",
  ],
  [
    "a create without a field",
    {
      *body() {
        yield* create(Note, loose({ owner: "a" }));
        return {};
      },
    },
    "The payload of Faulty:Note is not of its type: ",
  ],
  [
    "an exercise of a name",
    {
      *body() {
        yield* exercise(loose("Transfer"), "00", {});
        return {};
      },
    },
    'exercise: choice: expected a choice, found the text "Transfer"',
  ],
  [
    "an archive without an id",
    {
      *body() {
        yield* archive(Note, loose(undefined));
        return {};
      },
    },
    "archive: contractId: expected a contract id, found nothing",
  ],
  [
    "an abort without a reason",
    {
      *body() {
        yield* abort(loose(undefined));
        return {};
      },
    },
    "abort: reason: expected a text, found nothing",
  ],
  [
    "a deadline that is a text",
    {
      *body() {
        yield* isLedgerTimeBefore(loose("2026-01-01"));
        return {};
      },
    },
    "isLedgerTimeBefore: time: expected microseconds since 1970",
  ],
  [
    "a step made by hand",
    {
      *body(): unknown {
        yield { op: "mint" };
        return {};
      },
    },
    "body: expected a step such as `yield* create(...)`, found an object",
  ],
  [
    "a yield* of nothing",
    {
      *body(): unknown {
        yield* nothing;
        return {};
      },
    },
    "`yield*` takes a step such as create(...)",
  ],
  [
    "a choice that the package does not have",
    {
      *body({ self }: { readonly self: string }) {
        yield* exercise(Undeclared, self, {});
        return {};
      },
    },
    "The choice Undeclared of Faulty:Note is not in package faulty; add it to the choices of definePackage.",
  ],
  [
    "a helper returned without yield*",
    {
      *body() {
        yield* [];
        return (function* () {
          yield* abort("never");
        })();
      },
    },
    "The result of Call is not of its type: expected {} or nothing, found a generator (`yield*` is missing)",
  ],
  [
    "an argument that it changes",
    {
      controllers: ({ owner }: Owned, argument: Record<string, unknown>) => {
        argument["more"] = true;
        return [owner];
      },
    },
    "a payload or an argument cannot be changed: write { ...payload, field: value }",
  ],
  [
    "an error with a text for its particulars",
    {
      *body() {
        yield* failWith(loose({ errorId: "e", message: "m", meta: "x" }));
        return {};
      },
    },
    'failWith: error: expected { errorId, message } and, if wanted, blame ("argument" or "state")',
  ],
  [
    "an error that blames somebody",
    {
      *body() {
        yield* failWith(loose({ errorId: "e", message: "m", blame: "me" }));
        return {};
      },
    },
    "failWith: error: expected { errorId, message }",
  ],
  [
    "a number for a numeric",
    {
      result: numeric,
      *body() {
        yield* [];
        return 1.5;
      },
    },
    'expected units of 10^-10 as a bigint, such as numeric("1").units, found the number 1.5',
  ],
  [
    "numbers in sums of bigints",
    {
      result: numeric,
      *body() {
        yield* [];
        return 1n * loose(1.05);
      },
    },
    "int64, numeric and timestamp are bigints",
  ],
  [
    "a Date for a time",
    {
      result: timestamp,
      *body() {
        yield* [];
        return new Date(0);
      },
    },
    "expected microseconds since 1970 as a bigint, found a Date",
  ],
  [
    "an object for a map",
    {
      result: textMap(text),
      *body() {
        yield* [];
        return { a: "b" };
      },
    },
    "expected a Map, found an object",
  ],
  [
    "a variant without its tag",
    {
      result: variant({ A: text }),
      *body() {
        yield* [];
        return { A: "x" };
      },
    },
    "expected one of A, found nothing at 'tag'",
  ],
  [
    "a result of another type",
    {
      result: text,
      *body() {
        yield* [];
        return 5;
      },
    },
    "The result of Call is not of its type: expected text",
  ],
];

describe("A template whose functions answer what they must not", () => {
  for (const [what, definition, says] of templates) {
    it(`fails its create and names the part: ${what}`, async () => {
      const Other = template("Faulty:Other", loose({ ...parts, ...definition }));
      const packages = [definePackage({ name: "faulty", version: "1.0.0", templates: [Other] })];
      const t = await testLedger({ packages });
      const { alice } = await t.parties("alice");
      const thrown = await thrownBy(() =>
        t.create(Other, loose({ owner: alice, words: "" }), alice),
      );
      expect(thrown).to.be.instanceOf(LedgerFailure);
      expect(thrown.message).to.include(says).and.include("Faulty:Other");
      expect(thrown.message).not.to.match(/TypeError|RangeError/);
      await t.close();
    });
  }

  for (const [what, definition, says] of choices) {
    it(`fails its exercise and names the choice: ${what}`, async () => {
      const Call = choice(Note, "Call", loose({ ...call, ...definition }));
      const packages = [
        definePackage({ name: "faulty", version: "1.0.0", templates: [Note], choices: [Call] }),
      ];
      const t = await testLedger({ packages });
      const { alice } = await t.parties("alice");
      const { contractId } = await t.create(Note, loose({ owner: alice, words: "" }), alice);
      const thrown = await thrownBy(() => t.exercise(Call, contractId, loose({}), alice));
      expect(thrown).to.be.instanceOf(LedgerFailure);
      expect(thrown.message).to.include(says);
      expect(thrown.message).not.to.match(/TypeError|RangeError/);
      expect(await t.active(Note)).to.have.length(1);
      await t.close();
    });
  }
});
