import { decodeLedgerEvent, type LedgerError } from "@tallystick/core";
import {
  type AppendFault,
  faultyStore,
  inMemoryStore,
  verifyStream,
} from "@tallystick/event-store";
import { expect } from "chai";
import fc from "fast-check";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import type { Committed } from "../../src/ledger/submission-outcome.js";
import { slowStore } from "../pipeline/watched-store.js";
import { replayed } from "../snapshot/snapshot-state.js";
import {
  accountBy,
  activeFor,
  allocate,
  journalOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  turns,
  until,
} from "../test-ledger.js";

/**
 * One thing that happens: a command of a few there are, or a pause of some turns of the event loop.
 */
type Happening =
  | { readonly kind: "ping"; readonly id: number }
  | { readonly kind: "account"; readonly id: number; readonly name: number }
  | { readonly kind: "pause"; readonly turns: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  fc.record({ kind: fc.constant("ping" as const), id: fc.nat(12) }),
  fc.record({ kind: fc.constant("account" as const), id: fc.nat(12), name: fc.nat(4) }),
  fc.record({ kind: fc.constant("pause" as const), turns: fc.nat(4) }),
);

const faultKind = fc.constantFrom(
  "pass" as const,
  "refused" as const,
  "applied-but-unknown" as const,
  "lost-and-unknown" as const,
  "race" as const,
);

const scenario = fc.record({
  happenings: fc.array(happening, { minLength: 5, maxLength: 40 }),
  faults: fc.array(faultKind, { minLength: 3, maxLength: 25 }),
  maxBatchSize: fc.integer({ min: 1, max: 8 }),
  appendRetries: fc.nat(2),
  // of an append on another thread: how many turns of the event loop it takes
  appendTurns: fc.array(fc.nat(5), { minLength: 1, maxLength: 5 }),
});

interface Answered {
  readonly submissionId: string;
  readonly answer: Either<LedgerError, Committed>;
}

const submitAll = async (
  ledger: Ledger,
  party: string,
  happenings: ReadonlyArray<Happening>,
): Promise<ReadonlyArray<Answered>> => {
  const answers: Array<Promise<Answered>> = [];
  for (const [at, what] of happenings.entries()) {
    if (what.kind === "pause") {
      await turns(what.turns);
      continue;
    }
    const submissionId = `submission-${at}`;
    const command =
      what.kind === "ping"
        ? pingBy(party, `ping-${what.id}`)
        : accountBy(party, `name-${what.name}`, `account-${what.id}`);
    answers.push(
      ledger
        .submitAndWait({ ...command, submissionId })
        .then((answer) => ({ submissionId, answer })),
    );
  }
  return Promise.all(answers);
};

/** Commands of another ledger, each of them before an append, until all are answered. */
const rivalry = (rival: Ledger, party: string) => {
  const submitted: Array<Promise<unknown>> = [];
  let isOver = false;
  const submit = (): Promise<unknown> => {
    if (isOver) return Promise.resolve();
    const answer = rival.submit(pingBy(party, `ping-${submitted.length % 12}`));
    submitted.push(answer);
    return answer;
  };
  const end = async (): Promise<void> => {
    isOver = true;
    await Promise.all(submitted);
  };
  return { submit, end };
};

interface CommittedAt {
  readonly submissionId: string;
  readonly updateId: string;
  readonly offset: number;
}

/** What is acknowledged is there, what is definitely refused is not; gives the code or "ok". */
const checkAnswer = (
  { submissionId, answer }: Answered,
  committed: ReadonlyArray<CommittedAt>,
): string => {
  const found = committed.filter((event) => event.submissionId === submissionId);
  if (isLeft(answer)) {
    if (answer.left.definiteAnswer) expect(found, answer.left.code).to.deep.equal([]);
    return answer.left.code;
  }
  const { updateId, completionOffset } = answer.right;
  expect(found.map((event) => [event.updateId, event.offset])).to.deep.equal([
    [updateId, completionOffset],
  ]);
  return "ok";
};

describe("Whatever goes wrong with appends,", () => {
  // a variant: what its name adds, and whether commands come while an append is under way
  const variants = [
    ["", false],
    [", with appends that take a while", true],
  ] as const;
  for (const [how, isSlow] of variants) {
    it(`what is acknowledged is durable exactly once, and what is definitely refused is not there${how}`, async () => {
      const seen = new Set<string>();
      const property = fc.asyncProperty(
        scenario,
        async ({ happenings, faults, maxBatchSize, appendRetries, appendTurns }) => {
          const inner = inMemoryStore();
          const faulty = faultyStore(inner);
          let appends = 0;
          const slow = slowStore(faulty, () => appendTurns[appends++ % appendTurns.length] ?? 0);
          const store = isSlow ? slow : faulty;
          const config = {
            maxBatchSize,
            appendRetries,
            appendRetryDelayMs: 0,
            sharedJournal: true,
          };
          const ledger = await openTest({ store, config });
          const alice = await allocate(ledger, "alice");
          const rival = await openTest({ store: inner });
          const rivals = rivalry(rival, alice);
          const race: AppendFault = { kind: "race", before: rivals.submit };
          faulty.failNext(...faults.map((kind) => (kind === "race" ? race : { kind })));
          const answered = await submitAll(ledger, alice, happenings);
          await rivals.end();
          const journal = await journalOf(inner);
          await until(
            () => ledger.ledgerEnd() === journal.length,
            "the ledger has read its journal",
          );
          const committed = journal.flatMap(({ type, data, revision }) => {
            const event = rightOf(decodeLedgerEvent(type, data, revision + 1));
            return event.type === "TransactionCommitted"
              ? [{ ...event, offset: revision + 1 }]
              : [];
          });
          expect(new Set(committed.map(({ commandId }) => commandId)).size).to.equal(
            committed.length,
          );
          for (const each of answered) seen.add(checkAnswer(each, committed));
          rightOf(await verifyStream(inner, streamName));
          expect(await activeFor(ledger, alice)).to.have.length(replayed(journal).contracts.size);
          await Promise.all([ledger.close(), rival.close()]);
        },
      );
      await fc.assert(property, { numRuns: 120, endOnFailure: true });
      // the faults did reach the callers, each in its way
      expect([...seen]).to.include.members([
        "ok",
        "DUPLICATE_COMMAND",
        "DUPLICATE_CONTRACT_KEY",
        "REQUEST_TIME_OUT",
        "SERVICE_NOT_RUNNING",
        "SUBMISSION_ALREADY_IN_FLIGHT",
      ]);
    });
  }
});
