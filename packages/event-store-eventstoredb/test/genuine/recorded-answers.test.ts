// What a genuine EventStoreDB 23.10.6 answered to random sequences of calls, and what ours answers.
// TALLYSTICK_ESDB_ANSWERS names another file of the same form, which is then compared whole.
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { startWritableServer } from "../server/writable-server.js";
import { rightOf } from "../served-store.js";
import type { RecordedCall, RecordedSequence } from "./recorded-sequence.js";
import { replayedAnswers } from "./replayed-sequence.js";

const ownFile = new URL("../../../test/genuine/eventstoredb-answers.jsonl.gz", import.meta.url);
const otherFile = process.env["TALLYSTICK_ESDB_ANSWERS"];

/** Of the project's own file every so many sequences are replayed. */
const step = 4;

/** Replayed in any case: metadata of a stream after a tombstone or a deletion. */
const always: ReadonlySet<number> = new Set([60_156, 60_160, 60_432, 60_935]);

/** The official client mixes up the calls of several servers, so its sequences go one by one. */
const atOnce = 12;

const read = (file: URL | string): ReadonlyArray<RecordedSequence> =>
  gunzipSync(readFileSync(file))
    .toString("utf8")
    .trim()
    .split("\n")
    .map((line): RecordedSequence => JSON.parse(line));

const sequences =
  otherFile === undefined
    ? read(ownFile).filter(({ seed }, index) => index % step === 0 || always.has(seed))
    : read(otherFile);

/** The same text for equal values, whatever the order of their fields. */
const textOf = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

type Answer = Readonly<Record<string, unknown>>;

const answersOf = (answer: unknown): ReadonlyArray<Answer> => Object(answer).answers ?? [];

const withoutPosition = (answer: Answer): Answer => {
  if (typeof answer["success"] === "boolean") {
    const { pos: _pos, ...others } = answer;
    return others;
  }
  const { pos: _pos, pp: _pp, ...success } = Object(answer["success"]);
  return answer["success"] === undefined ? answer : { ...answer, success };
};

/** A difference that stays, and what hides it. */
interface KnownDifference {
  readonly name: string;
  /**
   * @param theirs what the genuine server answered
   * @param wasThere whether the stream of the call had events before it
   */
  readonly hide: (
    call: RecordedCall,
    answer: unknown,
    theirs: unknown,
    wasThere: boolean,
  ) => unknown;
}

/** What differs; each row is explained in docs/eventstoredb.md. */
const knownDifferences: ReadonlyArray<KnownDifference> = [
  {
    name: "an append without events has no record of its own",
    hide: (call, answer) => {
      if (call.op === "batch") {
        return {
          ...Object(answer),
          answers: answersOf(answer).map((each) =>
            call.appends?.[Number(each["i"])]?.events.length === 0 ? withoutPosition(each) : each,
          ),
        };
      }
      return call.events?.length === 0 ? withoutPosition(Object(answer)) : answer;
    },
  },
  {
    name: "a repeat right behind its original is answered",
    hide: (call, answer, theirs) => {
      if (call.op !== "batch") return answer;
      const answered = new Set(
        answersOf(theirs)
          .filter((each) => Object(each["error"]).message !== "Timeout")
          .map((each) => each["i"]),
      );
      const kept = answersOf(answer).filter((each) => answered.has(each["i"]));
      return { ...Object(answer), answers: kept };
    },
  },
  {
    name: "a checkpoint always names one place twice",
    hide: (call, answer) => {
      const { sub, ...others } = Object(answer);
      if (call.op !== "subAll" || !Array.isArray(sub)) return answer;
      const shown = sub.map((each) =>
        Object(each).checkpoint === undefined ? each : { checkpoint: each.checkpoint },
      );
      return { ...others, sub: shown };
    },
  },
  {
    name: "what is seen of a stream that comes to be depends on when it is looked at",
    hide: (call, answer, _theirs, wasThere) =>
      call.op === "sub" && !wasThere ? "awaited" : answer,
  },
];

/** Whether a stream had events to be seen before a call of its sequence. */
const hadEvents = ({ ops, answers }: RecordedSequence, index: number): boolean => {
  const stream = ops[index]?.stream;
  const isWritten = (call: RecordedCall, answer: unknown): boolean => {
    const { success } = Object(answer);
    if (call.op !== "batch")
      return call.stream === stream && success !== undefined && success !== false;
    return answersOf(answer).some((each) => {
      const append = call.appends?.[Number(each["i"])];
      return append?.stream === stream && each["success"] !== undefined;
    });
  };
  return ops.slice(0, index).reduce((isThere, call, at) => {
    const isDeleted = /delete$/i.test(call.op) && Object(answers[at]).pos !== undefined;
    if (isDeleted && call.stream === stream) return false;
    return isThere || isWritten(call, answers[at]);
  }, false);
};

/** Whether two answers to a call are alike but for what these rows hide. */
const alike = (
  rows: ReadonlyArray<KnownDifference>,
  sequence: RecordedSequence,
  ours: ReadonlyArray<unknown>,
  index: number,
): boolean => {
  const call = sequence.ops[index];
  const theirs = sequence.answers[index];
  const wasThere = hadEvents(sequence, index);
  const hidden = (answer: unknown): string =>
    textOf(
      call === undefined
        ? answer
        : rows.reduce((shown, { hide }) => hide(call, shown, theirs, wasThere), answer),
    );
  return hidden(theirs) === hidden(ours[index]);
};

/** The rows it takes to explain the calls whose answers differ; "" where nothing explains one. */
const differencesOf = (
  sequence: RecordedSequence,
  ours: ReadonlyArray<unknown>,
): ReadonlyArray<string> =>
  sequence.answers.flatMap((_theirs, index) => {
    if (alike([], sequence, ours, index)) return [];
    if (!alike(knownDifferences, sequence, ours, index)) return [""];
    return knownDifferences
      .filter((row) => {
        const others = knownDifferences.filter((each) => each !== row);
        return !alike(others, sequence, ours, index);
      })
      .map(({ name }) => name);
  });

/** The first call that nothing explains, with both answers. */
const unexplained = (sequence: RecordedSequence, ours: ReadonlyArray<unknown>): string => {
  const { seed, ops, answers } = sequence;
  const index = answers.findIndex((_theirs, at) => !alike(knownDifferences, sequence, ours, at));
  return [
    `sequence ${seed}, call ${index}: ${JSON.stringify(ops[index] ?? "all events")}`,
    `  theirs ${textOf(answers[index])}`,
    `  ours   ${textOf(ours[index])}`,
  ].join("\n");
};

describe("what a genuine server answered to random sequences", () => {
  const counts = new Map<string, number>();
  const failures: string[] = [];

  const replay = async (sequence: RecordedSequence): Promise<void> => {
    const server = rightOf(await startWritableServer({ store: inMemoryStore(), port: 0 }));
    const ours = await replayedAnswers(`127.0.0.1:${server.port}`, sequence);
    await server.close();
    const found = differencesOf(sequence, ours);
    for (const name of new Set(found)) counts.set(name, (counts.get(name) ?? 0) + 1);
    if (found.includes("")) failures.push(unexplained(sequence, ours));
  };

  const isOfficial = ({ ops }: RecordedSequence): boolean =>
    ops.some(({ op }) => op.startsWith("o"));

  before(async () => {
    const waiting = sequences.filter((each) => !isOfficial(each));
    const takeAll = async (): Promise<void> => {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
        await replay(next);
    };
    await Promise.all(Array.from({ length: atOnce }, takeAll));
    for (const sequence of sequences.filter(isOfficial)) await replay(sequence);
  });

  it("is answered alike by ours, but for what is known to differ", () => {
    expect(sequences.length).to.be.greaterThan(0);
    expect(failures.join("\n"), `${failures.length} of ${sequences.length} sequences`).to.equal("");
  });

  // the numbers of the project's own file can only become smaller
  const most: Readonly<Record<string, number>> = {
    "an append without events has no record of its own": 43,
    "a repeat right behind its original is answered": 20,
    "a checkpoint always names one place twice": 3,
    "what is seen of a stream that comes to be depends on when it is looked at": 30,
  };
  for (const { name } of knownDifferences) {
    it(`differs in no more sequences than before: ${name}`, () => {
      if (otherFile !== undefined) return;
      expect(counts.get(name) ?? 0).to.be.at.most(most[name] ?? 0);
    });
  }
});
