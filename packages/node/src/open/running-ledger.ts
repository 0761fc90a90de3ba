import { ledgerCatalog, presentCatalog } from "@tallystick/core";
import type { QueryContext } from "@tallystick/views";
import { map } from "fp-ts/lib/Either.js";
import { catalogBorders, ledgerBorders, queryBorders } from "../arguments/ledger-borders.js";
import { readingArguments } from "../arguments/given-arguments.js";
import { administration } from "../administration/administer.js";
import { type DryRunParts, dryRunsOfLedger } from "../dry-run/dry-run-of-ledger.js";
import { PastStates } from "../dry-run/past-states.js";
import { snapshotsOfLedger } from "../rewind/snapshots-of-ledger.js";
import { contractsOfLedger } from "../contracts/contracts-of-ledger.js";
import type { DryRuns } from "../ledger/dry-run.js";
import type { Ledger } from "../ledger/ledger.js";
import type { Snapshots } from "../ledger/ledger-snapshot.js";
import type { Traces } from "../ledger/trace.js";
import type { PartState } from "../ledger/part-state.js";
import { thrownText } from "../ledger/thrown-text.js";
import { contained } from "./guarded-observer.js";
import type { LedgerOpening } from "./ledger-opening.js";
import type { LedgerParts } from "./ledger-parts.js";
import { ledgerSubmissions } from "./ledger-submissions.js";
import type { Opened } from "./startup.js";
import { transactionAt } from "./transaction-at.js";

const disclosureKeyDigits = 64;

const statesOf = (
  { health, pipeline, projectors }: LedgerParts,
  isClosed: boolean,
): ReadonlyArray<PartState> => [
  {
    name: "ledger",
    unready: isClosed ? "the ledger is closed" : (health.error() ?? pipeline.error()),
  },
  ...projectors.map((each) => ({ name: each.name, unready: each.unready() })),
];

/** Trying commands, and going back. */
const tryingOn = (
  parts: LedgerOpening & LedgerParts,
  {
    isClosed,
    ...over
  }: Pick<DryRunParts, "catalog" | "commandOf" | "context" | "queries"> & {
    readonly isClosed: () => boolean;
  },
): DryRuns & Traces & Snapshots => {
  const { journal, pipeline, views, timers } = parts;
  // another one, as each remembers the packages it was last asked for
  const catalogThen = ledgerCatalog(parts.packages, parts.uploaded);
  const profiled = () => ledgerCatalog(parts.packages, parts.uploaded.profiled());
  return {
    ...snapshotsOfLedger({
      journal,
      pipeline,
      views: [views, ...(parts.options.projections ?? [])],
      isInMemory: parts.keeper === undefined && parts.data === undefined,
    }),
    ...dryRunsOfLedger({
      ...over,
      ids: parts.ids,
      clock: () => parts.clock(),
      timers,
      working: (work) => pipeline.working(work),
      catalogNow: ({ participant }, isTraced) =>
        (isTraced ? profiled() : parts.catalog)(participant.packages),
      catalogThen: ({ participant }, isTraced) =>
        (isTraced ? profiled() : catalogThen)(participant.packages),
      thread: parts.trials,
      transactionAt: (offset) => transactionAt(journal, offset),
      past: new PastStates(journal, isClosed),
    }),
  };
};

/** The ledger over its parts: commands go to the pipeline, queries to the views. */
export const runningLedger = ({ parts, close }: Opened<LedgerOpening & LedgerParts>): Ledger => {
  const { pipeline, config, views, waits, lease } = parts;
  const present = () => parts.catalog(pipeline.committed().state.participant.packages);
  const onThrown = (name: string, thrown: unknown): void =>
    parts.notice({ kind: "command-failed", message: `${name} threw: ${thrownText(thrown)}` });
  const own = presentCatalog(present);
  const catalog = readingArguments(own, catalogBorders, onThrown);
  const { participantId, synchronizerId } = pipeline.committed().state.participant;
  const ledgerEnd = (): number => pipeline.committed().state.offset;
  const prunedUpTo = (): number => pipeline.committed().state.pruning.upTo;
  const ids = { participantId, synchronizerId };
  const context: QueryContext = { ledgerEnd, prunedUpTo, ...ids, catalog: own };
  let isClosed = false;
  const partStates = (): ReadonlyArray<PartState> => statesOf(parts, isClosed);
  const unreadyReason = (): string | undefined =>
    partStates().find((part) => part.unready !== undefined)?.unready;
  const { commandOf, ...submissions } = ledgerSubmissions(parts);
  const queries = readingArguments(views.queries(context), queryBorders, onThrown);
  const { submitAndWait } = submissions;
  const ledger: Ledger = {
    ...ids,
    catalog,
    config,
    ...submissions,
    ...tryingOn(parts, {
      commandOf,
      context,
      queries,
      catalog: present,
      isClosed: () => isClosed,
    }),
    ...contractsOfLedger({ catalog: present, queries, ledgerEnd, submitAndWait, ids: parts.ids }),
    ledgerEnd,
    prunedUpTo,
    prune: (upTo) => parts.pruning.pruner.prune(upTo),
    drawDisclosureKey: async () => {
      const { ids } = parts;
      const seeds = ids.transactionSeed() + ids.transactionSeed();
      const key = seeds.slice(0, disclosureKeyDigits);
      return map(() => undefined)(await pipeline.enqueue({ kind: "DrawDisclosureKey", key }));
    },
    queries,
    ...administration(pipeline, config, parts),
    transactionAt: (offset) => transactionAt(parts.journal, offset),
    waitForOffset: (offset, timeoutMs) => waits.until(offset, timeoutMs),
    onLedgerEnd: (listener) =>
      pipeline.onCommitted(() =>
        contained(listener, (thrown) => onThrown("the listener of onLedgerEnd", thrown)),
      ),
    isPreferredWriter: () => lease.isHeld(),
    onPreferredWriter: (listener) =>
      lease.onHeld(() =>
        contained(listener, (thrown) => onThrown("the listener of onPreferredWriter", thrown)),
      ),
    findings: () => parts.scrubber?.findings() ?? [],
    ready: () => unreadyReason() === undefined,
    parts: partStates,
    unreadyReason,
    warnings: () => {
      const error = lease.error();
      return error === undefined ? [] : [error];
    },
    close: () => {
      isClosed = true;
      return close();
    },
  };
  return readingArguments(ledger, ledgerBorders, onThrown);
};
