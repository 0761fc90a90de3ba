import { openLedger, orThrow } from "@tallystick/node";
import { Note, notes } from "./notes.js";

// the ledger is in this process; what it acknowledges is in the folder data
const ledger = orThrow(await openLedger({ data: "data", packages: [notes] }));
const { party } = orThrow(await ledger.allocateParty({ partyIdHint: `author-${Date.now()}` }));
const note = { author: party, reader: party, words: "hello" };
orThrow(await ledger.create(Note, note, { actAs: party }));
const written = orThrow(await ledger.active(Note));
console.log(`${written.length} notes, the last of them by ${party}`);
await ledger.close();
