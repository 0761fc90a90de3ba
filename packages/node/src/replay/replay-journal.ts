import { rm } from "node:fs/promises";
import { checkArgument, emptyLedger } from "@tallystick/core";
import { type Either, isRight, map } from "fp-ts/lib/Either.js";
import { foldKept, type Folded, type Journal, type JournalError } from "../journal/journal.js";
import { randomHashSeed } from "../ledger/ids.js";
import { closeRuns, snapshotPath } from "../snapshot/snapshot-file.js";
import { foldRanges } from "./fold-ranges.js";
import { type RangeLimits, rangeLimits } from "./journal-range.js";

/** The result of a replay. */
export interface Replayed {
  /** Number of events. */
  readonly events: number;
  /** Chain hash of the last; empty for none. */
  readonly hash: string;
  /** Active contracts. */
  readonly contracts: number;
  /** Keys held by contracts. */
  readonly keys: number;
}

const replayedIn = ({ state, hash }: Folded): Replayed => ({
  events: state.offset,
  hash,
  contracts: state.contracts.size,
  keys: state.keys.size,
});

/**
 * Reads and folds a whole journal, with all processors if its store allows that: each event is
 * checked against the chain and its schema. Left: why it cannot be folded.
 *
 * @param journal the stream of a store
 * @param folder temporary folder of the state; it is removed
 * @param limits how a long journal is cut into ranges
 */
export const replayJournal = async (
  journal: Journal,
  folder: string,
  limits: RangeLimits = rangeLimits,
): Promise<Either<JournalError, Replayed>> => {
  checkArgument("journal", journal, "object", { store: "object" });
  checkArgument("folder", folder, "text");
  const settings = { hashSeed: randomHashSeed() };
  const inRuns = await foldRanges(journal, { folder, settings, seed: settings.hashSeed }, limits);
  if (inRuns === undefined) {
    const nothing = { state: emptyLedger(settings), hash: "" };
    return map(replayedIn)(await foldKept(journal, nothing, undefined));
  }
  if (isRight(inRuns)) closeRuns(inRuns.right.runs);
  await rm(snapshotPath(folder), { recursive: true, force: true });
  return map(replayedIn)(inRuns);
};
