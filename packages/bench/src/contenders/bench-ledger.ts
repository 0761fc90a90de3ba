import type { JsCommands } from "@tallystick/wire";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { expectRight } from "../expect-right.js";
import { abortCommands, benchUser, pingCommands } from "../workload.js";

const partyIdHint = "bench";

/** How long views may take to reach the ledger's end; milliseconds. */
const catchUpTimeoutMs = 180_000;

/** A ledger with the party that all benchmarks act as. */
export interface BenchLedger {
  readonly ledger: Ledger;
  readonly party: string;
  /**
   * Submits a composite command that creates one Ping; resolves when it is durable, rejects when it
   * was not accepted.
   */
  readonly createPing: () => Promise<void>;
  /** Submits a composite command that archives a Ping. */
  readonly abortPing: (contractId: string) => Promise<void>;
}

const benchParty = async (ledger: Ledger): Promise<string> => {
  const namespace = ledger.participantId.split("::")[1] ?? "";
  const known = ledger.party(`${partyIdHint}::${namespace}`);
  if (known !== undefined) return known.party;
  const allocated = await ledger.allocateParty({ partyIdHint });
  return expectRight(allocated, "allocating the party").party;
};

/**
 * Opens a ledger for a benchmark.
 * @param options as for `openLedger`
 */
export const openBenchLedger = async (options: LedgerOptions): Promise<BenchLedger> => {
  const ledger = expectRight(await openLedger(options), "opening the ledger");
  const party = await benchParty(ledger);
  const prefix = `bench-${Date.now().toString(36)}-`;
  let commands = 0;
  const submit = async (commandsOf: (commandId: string) => JsCommands): Promise<void> => {
    commands += 1;
    const outcome = await ledger.submitAndWait(commandsOf(`${prefix}${commands}`));
    if (isLeft(outcome)) expectRight(outcome, "submitting");
  };
  return {
    ledger,
    party,
    createPing: () => submit((commandId) => pingCommands(party, commandId)),
    abortPing: (contractId) => submit((commandId) => abortCommands(party, commandId, contractId)),
  };
};

type Watched = Pick<BenchLedger, "ledger" | "party">;

const endIsVisible = async ({ ledger, party }: Watched): Promise<boolean> => {
  const beginExclusive = ledger.ledgerEnd() - 1;
  for await (const item of ledger.queries.completions({
    userId: benchUser,
    parties: [party],
    beginExclusive,
  }))
    if (isLeft(item)) return false;
  return true;
};

/**
 * Resolves when the ledger's views have reached its end: a query waits for them, for a while, and
 * is repeated until it answers.
 */
export const viewsCaughtUp = async (bench: Watched): Promise<void> => {
  const deadline = performance.now() + catchUpTimeoutMs;
  while (!(await endIsVisible(bench)))
    if (performance.now() > deadline) throw new Error("the views did not catch up");
};
