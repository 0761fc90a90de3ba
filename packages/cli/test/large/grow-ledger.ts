// Grows the ledger of a data folder: contracts of one command each, so that there are as many
// change ids. The folder and the number of contracts are arguments.
import { openLedger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";

const [data = "", wanted = "0"] = process.argv.slice(2);

/** Commands that wait at a time: as many as one batch has. */
const lanes = 200;

const opened = await openLedger({ data });
if (isLeft(opened)) throw new Error(opened.left.message);
const ledger = opened.right;
const allocated = await ledger.allocateParty({ partyIdHint: "alice" });
if (isLeft(allocated)) throw new Error(allocated.left.cause);
const { party } = allocated.right;

const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
let next = 0;
const lane = async (): Promise<void> => {
  while (next < Number(wanted)) {
    const id = `grown-${next++}`;
    const createArguments = { id, initiator: party, responder: party };
    const commands = [{ CreateCommand: { templateId, createArguments } }];
    const submitted = await ledger.submit({
      commands,
      commandId: id,
      actAs: [party],
      userId: "grower",
    });
    if (isLeft(submitted)) throw new Error(submitted.left.cause);
  }
};
await Promise.all(Array.from({ length: lanes }, lane));
await ledger.close();
process.stdout.write(`${JSON.stringify({ party, end: ledger.ledgerEnd() })}\n`);
