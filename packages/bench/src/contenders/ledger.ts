import { generateKeyPairSync } from "node:crypto";
import { join } from "node:path";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import {
  type ExecuteSubmission,
  type Ledger,
  type LedgerOptions,
  openLedger,
  receivePrepared,
} from "@tallystick/node";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import type { Submission } from "@tallystick/core";
import { type CreatedEvent, everythingFor } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { captureTransactions } from "../captured-rows.js";
import type { Contender, ContenderSettings, OpenContender } from "../contender.js";
import { expectRight } from "../errors.js";
import { captured, limits } from "../sizes.js";
import { slowestOf, type Span, traceWaits } from "../waits.js";
import { crowd, percentiles, repeat, timed, type Work, working } from "../work.js";
import { abortCommands, benchUser, pingCommands } from "../workload.js";

/** A ledger with the party that all benchmarks act as. */
export interface BenchLedger {
  readonly ledger: Ledger;
  readonly party: string;
  /**
   * Submits a composite command that creates one Ping; resolves when it is durable, rejects when it
   * was not accepted.
   */
  readonly createPing: () => Promise<void>;
  /** The same as another party. */
  readonly createPingAs: (party: string) => Promise<void>;
  /** Submits a composite command that archives a Ping. */
  readonly abortPing: (contractId: string) => Promise<void>;
}

/** The party of a hint, allocated if it is new. */
export const benchParty = async (ledger: Ledger, partyIdHint: string): Promise<string> => {
  const namespace = ledger.participantId.split("::")[1] ?? "";
  const known = ledger.party(`${partyIdHint}::${namespace}`);
  if (known !== undefined) return known.party;
  return expectRight(await ledger.allocateParty({ partyIdHint }), "allocating the party").party;
};

export const commandIds = (kind: string): (() => string) => {
  const prefix = `${kind}-${Date.now().toString(36)}-`;
  let commands = 0;
  return () => `${prefix}${++commands}`;
};

/**
 * Opens a ledger for a benchmark.
 * @param options as for `openLedger`
 */
export const openBenchLedger = async (options: LedgerOptions): Promise<BenchLedger> => {
  const ledger = expectRight(await openLedger(options), "opening the ledger");
  const party = await benchParty(ledger, "bench");
  const nextId = commandIds("bench");
  const submit = async (commands: Submission): Promise<void> => {
    const outcome = await ledger.submitAndWait(commands);
    if (isLeft(outcome)) expectRight(outcome, "submitting");
  };
  const createPingAs = (by: string) => submit(pingCommands(by, nextId()));
  return {
    ledger,
    party,
    createPing: () => createPingAs(party),
    createPingAs,
    abortPing: (contractId) => submit(abortCommands(party, nextId(), contractId)),
  };
};

type Watched = Pick<BenchLedger, "ledger" | "party">;

const endIsVisible = async ({ ledger, party }: Watched): Promise<boolean> => {
  const beginExclusive = ledger.ledgerEnd() - 1;
  const request = { userId: benchUser, parties: [party], beginExclusive };
  for await (const item of ledger.queries.completions(request)) if (isLeft(item)) return false;
  return true;
};

/**
 * Resolves when the ledger's views have reached its end: a query waits for them, for a while, and
 * is repeated until it answers.
 */
export const viewsCaughtUp = async (bench: Watched): Promise<void> => {
  const deadline = performance.now() + limits.catchUpMs;
  while (!(await endIsVisible(bench)))
    if (performance.now() > deadline) throw new Error("the views did not catch up");
};

/** The updates of one party's contracts in a range of offsets. */
export const updatesOf = (party: string, beginExclusive: number, endInclusive: number) => ({
  beginExclusive,
  endInclusive,
  updateFormat: {
    includeTransactions: {
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
      eventFormat: everythingFor(party),
    },
  },
});

/** What a party sees created from one offset on to another, or to the end. */
export const createdSince = async (
  ledger: Ledger,
  party: string,
  beginExclusive: number,
  endInclusive = ledger.ledgerEnd(),
): Promise<Array<CreatedEvent>> => {
  const created: Array<CreatedEvent> = [];
  const query = updatesOf(party, beginExclusive, endInclusive);
  for await (const item of ledger.queries.updates(query)) {
    const { update } = expectRight(item, "listing updates");
    if (!("Transaction" in update)) continue;
    for (const event of update.Transaction.value.events)
      if ("CreatedEvent" in event) created.push(event.CreatedEvent);
  }
  return created;
};

/**
 * A contender whose callers submit Pings and wait until each is durable. What the views have left
 * to do when the clock stops is waited for before the other side runs.
 */
export const submittingOn = async (
  options: LedgerOptions,
  { inFlight, runMs }: ContenderSettings,
): Promise<Contender> => {
  const bench = await openBenchLedger(options);
  const run = async (): Promise<Work> => {
    const work = await crowd(inFlight, runMs, bench.createPing);
    await viewsCaughtUp(bench);
    return work;
  };
  return working(run, bench.ledger);
};

/** The ledger in process, on disk. */
export const submitting: OpenContender = (settings) =>
  submittingOn({ data: settings.folder }, settings);

/** As `submitting`, but the clock stops only when every view has reached the end of the journal. */
const withViewsOn = async (
  options: LedgerOptions,
  { inFlight, runMs }: ContenderSettings,
): Promise<Contender> => {
  const bench = await openBenchLedger(options);
  const run = async (): Promise<Work> => {
    let submittedMs = 0;
    const work = await timed(async () => {
      const { completed, elapsedMs } = await crowd(inFlight, runMs, bench.createPing);
      submittedMs = elapsedMs;
      await viewsCaughtUp(bench);
      return completed;
    });
    return { ...work, notes: { viewsBehindMs: Math.round(work.elapsedMs - submittedMs) } };
  };
  return working(run, bench.ledger);
};

export const withViews: OpenContender = (settings) =>
  withViewsOn({ data: settings.folder }, settings);

/** The ledger with everything in memory, and its views. */
export const inMemory: OpenContender = (settings) => withViewsOn({}, settings);

/** How far the slowest percent of submissions lies above the middle one. */
export const latency: OpenContender = async ({ folder, inFlight, runMs }) => {
  const waits = traceWaits();
  const bench = await openBenchLedger({ data: folder, observer: waits.observer });
  return {
    info: {},
    run: async () => {
      const spans: Array<Span> = [];
      waits.forget();
      await crowd(inFlight, runMs, async () => {
        const fromMs = performance.now();
        await bench.createPing();
        spans.push({ fromMs, untilMs: performance.now() });
      });
      await viewsCaughtUp(bench);
      const notes = percentiles(spans.map(({ fromMs, untilMs }) => untilMs - fromMs));
      const slowest = slowestOf(spans, waits.seen()).join("; ");
      return { value: notes.p99Ms / notes.p50Ms, notes: { ...notes, slowest } };
    },
    close: async () => {
      waits.end();
      await bench.ledger.close();
    },
  };
};

/** A party that signs with its own key. */
const onboarded = async (ledger: Ledger, key: PrivateKey): Promise<string> => {
  const { publicKey } = key;
  const topology = expectRight(
    ledger.generateExternalPartyTopology({ partyHint: "signed", publicKey }),
    "generating the topology",
  );
  const allocated = await ledger.allocateExternalParty({
    transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
    multiHashSignatures: [signMessage(key, topology.multiHash)],
  });
  return expectRight(allocated, "allocating the party").partyId;
};

/**
 * Callers prepare a command, sign it and execute it, and wait until it is durable. The signing is
 * part of it, although it would be done elsewhere.
 */
export const signed: OpenContender = async ({ folder, inFlight, runMs }) => {
  const ledger = expectRight(await openLedger({ data: folder }), "opening the ledger");
  const key = expectRight(privateKeyFrom(generateKeyPairSync("ed25519").privateKey), "a key");
  const party = await onboarded(ledger, key);
  const nextId = commandIds("signed");
  const createSigned = async (): Promise<void> => {
    const toSign = expectRight(
      await ledger.prepareSubmission({ submission: pingCommands(party, nextId()) }),
      "preparing",
    );
    const request: ExecuteSubmission = {
      prepared: expectRight(receivePrepared(toSign.preparedTransaction), "reading"),
      hashingScheme: toSign.hashingScheme,
      signatures: [{ party, signatures: [signMessage(key, toSign.hash)] }],
      submission: { userId: benchUser, submissionId: "" },
    };
    expectRight(await ledger.executeSubmissionAndWait(request), "executing");
  };
  const run = async (): Promise<Work> => {
    const work = await crowd(inFlight, runMs, createSigned);
    await viewsCaughtUp({ ledger, party });
    return work;
  };
  return working(run, ledger);
};

/**
 * Lets a ledger write its journal for a workload and keeps the event rows, so that ceilings append
 * the very same bytes. A run comes to the mean length of their data.
 *
 * @param openOn opens the ledger on a store
 * @param work the workload; resolves to the offset after which it begins
 */
export const capturing = async <Bench extends Pick<BenchLedger, "ledger">>(
  { folder, rowsFile }: ContenderSettings,
  openOn: (options: LedgerOptions) => Promise<Bench>,
  work: (bench: Bench) => Promise<number>,
): Promise<Contender> => {
  const store = expectRight(
    await sqliteStore({ file: join(folder, "capture.db") }),
    "opening the store",
  );
  const bench = await openOn({ store });
  return {
    info: {},
    run: async () => {
      const begin = await work(bench);
      return { value: await captureTransactions(store, begin, rowsFile), notes: {} };
    },
    close: async () => {
      await bench.ledger.close();
      await store.close();
    },
  };
};

export const capturePings: OpenContender = (settings) =>
  capturing(settings, openBenchLedger, async ({ createPing }) => {
    await repeat(captured.callers, captured.pings, createPing);
    return 0;
  });
