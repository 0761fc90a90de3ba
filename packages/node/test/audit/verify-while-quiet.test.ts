import {
  type FileDamage,
  inMemoryStore,
  type SelfCheck,
  type StoreError,
} from "@tallystick/event-store";
import { expect } from "chai";
import { type Either, left, right } from "fp-ts/lib/Either.js";
import { verifyFilesWhileQuiet } from "../../src/audit/verify-while-quiet.js";
import { isSettled, leftOf, rightOf, streamName } from "../test-ledger.js";

/** A store whose check lasts until it is answered or ended. */
const slowStore = () => {
  let answer: ((found: Either<StoreError, ReadonlyArray<FileDamage>>) => void) | undefined;
  let checks = 0;
  const selfCheck: SelfCheck = {
    streamNames: () => right([]),
    checkFiles: ({ signal } = {}) => {
      checks += 1;
      return new Promise((resolve) => {
        answer = resolve;
        signal?.addEventListener("abort", () => resolve(left({ kind: "closed" })));
      });
    },
  };
  const store = { ...inMemoryStore(), capabilities: { selfCheck } };
  const journal = { store, stream: streamName };
  return { journal, answer: () => answer?.(right([])), checks: () => checks };
};

const never = new AbortController().signal;

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms));

describe("A check of the store's files while commands run", () => {
  const cases: ReadonlyArray<readonly [begun: number, most: number]> = [
    [0, 10_000],
    [320_000, 10_000],
    [3_200_000, 100_000],
    [320_000_000, 10_000_000],
  ];
  for (const [begun, most] of cases) {
    it(`ends when more than ${most} events come to a journal of ${begun}, and says so`, async () => {
      const { journal, checks } = slowStore();
      let end = begun;
      const checking = verifyFilesWhileQuiet(journal, () => end, never, 2);
      end += most;
      await pause(20);
      expect(await isSettled(checking)).to.equal(false);
      end += 1;
      expect(leftOf(await checking)).to.deep.equal({
        kind: "unavailable",
        outcome: "known",
        reason: `stopped, because more than ${most} events were appended during the check, and SQLite cannot truncate the write-ahead log while it runs; the next round tries again`,
      });
      expect(checks()).to.equal(1);
    });
  }

  it("gives what was found when there was time for it", async () => {
    const { journal, answer } = slowStore();
    let end = 5;
    const checking = verifyFilesWhileQuiet(journal, () => end, never, 2);
    end += 10_000;
    answer();
    expect(rightOf(await checking)).to.deep.equal([]);
  });

  it("ends with the ledger, and says nothing of events then", async () => {
    const { journal } = slowStore();
    const ending = new AbortController();
    let end = 5;
    const checking = verifyFilesWhileQuiet(journal, () => end, ending.signal);
    ending.abort();
    end += 1_000_000;
    expect(leftOf(await checking)).to.deep.equal({ kind: "closed" });
  });

  it("is none where the store cannot check itself", async () => {
    const journal = { store: inMemoryStore(), stream: streamName };
    expect(rightOf(await verifyFilesWhileQuiet(journal, () => 0, never))).to.deep.equal([]);
  });
});
