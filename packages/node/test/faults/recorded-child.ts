// Runs a ledger three times over files whose writes and flushes are written down, and notes what
// was acknowledged in a file among them. Its folder comes as an argument, and how many commands it
// runs, how long their texts are, and how long a pause the last run makes before some more.
import { appendFileSync, mkdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { openWalletViews } from "@tallystick/views/wallet";
import { openLedger } from "../../src/open/open-ledger.js";
import { allocate, commandsBy, commit, createOf, optionsOf, rightOf } from "../test-ledger.js";
import { pingId } from "../iou-package.js";

const [folder = "", , commandsEach = "30", letters = "10", pauseMs = "0"] = process.argv.slice(2);
const data = join(folder, "data");
const marks = join(folder, "marks");
mkdirSync(data, { recursive: true });

const lanes = 4;

const run = async (round: number, party: string, isLast: boolean): Promise<string> => {
  const wallet = rightOf(openWalletViews(join(data, "wallet.db")));
  const config = { snapshotEveryEvents: 10 };
  const options = optionsOf({ data, projections: [wallet], config });
  const ledger = rightOf(await openLedger(options));
  const alice = party === "" ? await allocate(ledger, "alice") : party;
  const submit = async (from: number): Promise<void> => {
    for (let n = from; n < from - (from % lanes) + Number(commandsEach); n += lanes) {
      const commandId = `r${round}-${n}`;
      const id = commandId.padEnd(Number(letters), ".");
      const ping = createOf(pingId, { id, initiator: alice, responder: alice });
      const { completionOffset } = await commit(ledger, commandsBy(alice, commandId, ping));
      appendFileSync(marks, `${commandId} ${completionOffset}\n`);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, lane) => submit(lane)));
  if (isLast && Number(pauseMs) > 0) {
    await new Promise((resume) => setTimeout(resume, Number(pauseMs)));
    // the log is cut when nothing was done for a while
    while (statSync(join(data, "journal.db-wal")).size > 0)
      await new Promise((resume) => setTimeout(resume, 10));
    const next = Number(commandsEach) * lanes;
    await Promise.all(Array.from({ length: lanes }, (_, lane) => submit(next + lane)));
  }
  if (isLast) return alice;
  await ledger.close();
  await wallet.close();
  return alice;
};

let party = "";
for (let round = 0; round < 3; round++) party = await run(round, party, round === 2);
process.exit(0);
