import type { StoreError } from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { createConnection } from "../../src/connection/connection.js";
import { agreedRead } from "../../src/client/agreed-read.js";
import { atEnd, rightOf, serve } from "../served-store.js";

const damaged = (revision: number): StoreError => ({
  kind: "damaged",
  stream: "s",
  revision,
  position: revision,
  reason: "the event is missing",
});
const refused: StoreError = { kind: "invalid", reason: "refused" };
const away: StoreError = { kind: "unavailable", outcome: "known", reason: "away" };

type Found = Either<StoreError, StoreError | "good">;

/** Looks that see these things in turn, and how many connections they were made over. */
const looking = async (seen: ReadonlyArray<Found>, cause?: StoreError) => {
  const connection = rightOf(createConnection((await serve()).address));
  atEnd(() => connection.close());
  let looks = 0;
  const found = await agreedRead<StoreError | "good">(
    { connection },
    async () => {
      await connection.appendSupport();
      return seen[Math.min(looks++, seen.length - 1)] ?? right("good");
    },
    (each) => (each === "good" ? undefined : each),
    async () => cause,
  );
  return { found, looks, connections: connection.generation + 1 };
};

describe("A second look", () => {
  const rows: ReadonlyArray<
    readonly [name: string, seen: ReadonlyArray<Found>, answer: Found, looks: number]
  > = [
    ["is not taken at what is good", [right("good")], right("good"), 1],
    ["is not taken at a store that is away", [left(away)], left(away), 1],
    ["finds damage that is there", [right(damaged(3)), right(damaged(3))], right(damaged(3)), 2],
    ["finds what the server refuses", [left(refused), left(refused)], left(refused), 2],
    ["clears what the network did", [right(damaged(3)), right("good")], right("good"), 2],
    [
      "clears what the server refused for a moment",
      [left(refused), right("good")],
      right("good"),
      2,
    ],
    [
      "does not believe damage that is elsewhere each time",
      [right(damaged(3)), left(damaged(4)), right("good")],
      right("good"),
      3,
    ],
    [
      "is given up at the fifth",
      [1, 2, 3, 4, 5, 6].map((revision) => right(damaged(revision))),
      right(damaged(5)),
      5,
    ],
  ];
  for (const [name, seen, answer, looks] of rows) {
    it(name, async () => {
      expect(await looking(seen)).to.deep.equal({ found: answer, looks, connections: looks });
    });
  }

  it("takes events that the stream's settings hide for hidden, not for lost", async () => {
    const cause = { ...away, refusal: "stream" } as const;
    const seen = [right(damaged(3)), right(damaged(3))];
    expect((await looking(seen, cause)).found).to.deep.equal(left(cause));
    expect((await looking([left(refused), left(refused)], cause)).found).to.deep.equal(
      left(refused),
    );
  });
});
