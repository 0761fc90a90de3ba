// Submits as fast as it can to the ledger in a folder until it is killed, and says what was
// acknowledged.
import { openLedger } from "../../src/open/open-ledger.js";
import { allocate, commit, optionsOf, pingBy, rightOf } from "../test-ledger.js";

const [data = "", round = "", knownParty = "", inFlight = "40"] = process.argv.slice(2);

const say = (...words: ReadonlyArray<string | number>): void => {
  process.stdout.write(`${words.join(" ")}\n`);
};

const config = { snapshotEveryEvents: 100, projectorThread: "worker" as const };
const ledger = rightOf(await openLedger(optionsOf({ data, config })));
const party = knownParty === "" ? await allocate(ledger, "alice") : knownParty;
say("party", party);

const submitForEver = async (lane: number): Promise<never> => {
  for (let at = 0; ; at++) {
    const commandId = `r${round}-${lane}-${at}`;
    const { updateId, completionOffset } = await commit(ledger, pingBy(party, commandId));
    say("done", commandId, updateId, completionOffset);
  }
};

await Promise.all(Array.from({ length: Number(inFlight) }, (_, lane) => submitForEver(lane)));
