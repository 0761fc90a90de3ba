// A node of a shared journal in a process of its own, which the test may kill. Arguments: the
// connection string and the folder of its views.
import { createHash } from "node:crypto";
import { eventStoreDb } from "@tallystick/event-store-eventstoredb";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { activeFor, allocate, completionsFor, optionsOf, pingBy } from "../test-ledger.js";
import type { FromNode, ToNode } from "./process-messages.js";

const [connectionString = "", data = ""] = process.argv.slice(2);

/**
 * Times short enough that the faults of the network are got over within seconds, and long enough
 * for a busy machine: a read that stalls for longer starts again.
 */
const limits = {
  appendTimeoutMs: 1_000,
  appendGiveUpMs: 4_000,
  readStallMs: 1_000,
  readGiveUpMs: 20_000,
  idleCheckMs: 500,
};

const say = (message: FromNode): void => {
  process.send?.(message);
};

const opened = async (): Promise<Ledger> => {
  for (;;) {
    const store = await eventStoreDb({ connectionString, limits });
    if (isLeft(store)) continue;
    const config = { sharedJournal: true, appendRetries: 3, maxWaitingSubmissions: 10_000 };
    const ledger = await openLedger(optionsOf({ store: store.right, data, config }));
    if (isRight(ledger)) return ledger.right;
    await store.right.close();
    if (ledger.left.kind !== "store") throw new Error(ledger.left.message);
  }
};

const partyOf = async (ledger: Ledger): Promise<string> => {
  for (;;) {
    const [known] = ledger.parties({ prefix: "alice::", after: "", limit: 1 });
    if (known !== undefined) return known.party;
    await allocate(ledger, "alice").catch(() => undefined);
  }
};

const submit = async (ledger: Ledger, party: string, commandId: string): Promise<void> => {
  const answer = await ledger.submitAndWait(pingBy(party, commandId));
  if (isRight(answer)) {
    say({ kind: "accepted", commandId, offset: answer.right.completionOffset });
    return;
  }
  const { code, context } = answer.left;
  say({ kind: "refused", commandId, code, isDefinite: context["definite_answer"] !== "false" });
};

/** How long the views of a busy node may be behind; milliseconds. */
const viewsMs = 150_000;

const digestAt = async (ledger: Ledger, party: string, offset: number): Promise<string> => {
  const hash = createHash("sha256");
  for (const contract of await activeFor(ledger, party, offset))
    hash.update(JSON.stringify(contract));
  for (const completion of await completionsFor(ledger, party))
    hash.update(JSON.stringify(completion));
  return hash.digest("hex");
};

/** Everything a reader sees at an offset, as one short text. */
const digest = async (ledger: Ledger, party: string, offset: number): Promise<void> => {
  const endAt = Date.now() + viewsMs;
  if (!(await ledger.waitForOffset(offset, 60_000))) {
    const answer = await ledger.submitAndWait(pingBy(party, "why"));
    const why = isRight(answer) ? "nobody knows" : answer.left.cause;
    throw new Error(`the node is at ${ledger.ledgerEnd()}, not at ${offset}: ${why}`);
  }
  for (;;) {
    try {
      const text = await digestAt(ledger, party, offset);
      say({ kind: "digest", ledgerEnd: ledger.ledgerEnd(), text });
      return;
    } catch (thrown) {
      // a query waits for the views for a while and then says so
      if (Date.now() > endAt || !String(thrown).includes("the views did not reach")) throw thrown;
    }
  }
};

const ledger = await opened();
const party = await partyOf(ledger);
process.on("message", (message: ToNode) => {
  if (message.kind === "submit") {
    void submit(ledger, party, message.commandId);
  } else {
    digest(ledger, party, message.offset).catch((thrown: unknown) => {
      say({ kind: "failed", reason: String(thrown) });
    });
  }
});
process.once("disconnect", () => process.exit(0));
say({ kind: "ready", ledgerEnd: ledger.ledgerEnd() });
