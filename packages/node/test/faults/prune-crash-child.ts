// Makes and archives contracts, and prunes what lies behind, until it is killed.
import { openLedger } from "../../src/open/open-ledger.js";
import { pingId } from "../iou-package.js";
import {
  allocate,
  codeOf,
  commandsBy,
  commit,
  contractAt,
  exerciseOf,
  optionsOf,
  pingBy,
  rightOf,
} from "../test-ledger.js";

const [data = "", round = "", knownParty = ""] = process.argv.slice(2);

const lanes = 8;

const say = (...words: ReadonlyArray<string | number>): void => {
  process.stdout.write(`${words.join(" ")}\n`);
};

const config = { snapshotEveryEvents: 100, projectorThread: "worker" as const };
const ledger = rightOf(await openLedger(optionsOf({ data, config })));
const party = knownParty === "" ? await allocate(ledger, "alice") : knownParty;
say("party", party);

/** Lanes whose first command took effect: a pruning is not acknowledged before all have. */
const begun = new Set<number>();

const workForEver = async (lane: number): Promise<never> => {
  for (let at = 0; ; at++) {
    const commandId = `r${round}-${lane}-${at}`;
    const { completionOffset } = await commit(ledger, pingBy(party, commandId));
    const contractId = await contractAt(ledger, party, completionOffset);
    say("created", contractId);
    begun.add(lane);
    // every fifth contract stays
    if (at % 5 === 0) continue;
    const archive = exerciseOf(pingId, contractId, "Archive");
    await commit(ledger, commandsBy(party, `${commandId}-archive`, archive));
    say("archived", contractId);
  }
};

const pruneForEver = async (): Promise<never> => {
  for (;;) {
    await new Promise<void>((resume) => setTimeout(resume, 20));
    const upTo = ledger.ledgerEnd() - 5;
    if (upTo < 50 || begun.size < lanes) continue;
    const pruned = await ledger.prune(upTo);
    if (codeOf(pruned) === "ok") say("pruned", upTo);
  }
};

await Promise.all([
  pruneForEver(),
  ...Array.from({ length: lanes }, (_, lane) => workForEver(lane)),
]);
