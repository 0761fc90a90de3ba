import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemTimers } from "@tallystick/background";
import { type Ledger, openLedger, openStore } from "@tallystick/node";
import { checkProof, logAlone, verifierKeyOf } from "@tallystick/transparency";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { AuditedJournal } from "../../src/log/audited-journal.js";
import { LogFolder } from "../../src/log/log-folder.js";
import { LogKeeper } from "../../src/service/log-keeper.js";
import {
  type LogKeeping,
  LogService,
  type LogServiceParts,
} from "../../src/service/log-service.js";

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resume) => setTimeout(resume, 5));
};

describe("The log of a running ledger", () => {
  // its threads share two processors with those of other tests
  const folder = mkdtempSync(join(tmpdir(), "log-service-"));
  const closing: Array<() => Promise<void>> = [];
  const errors: Array<string> = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    errors.splice(0);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const logOf = (data: string, ledger: Ledger, parts: Partial<LogServiceParts> = {}): LogService =>
    new LogService({
      address: `sqlite:${data}`,
      stream: "participant-participant",
      folder: join(data, "log"),
      domain: "ledger.example",
      ledgerEnd: () => ledger.ledgerEnd(),
      drawKey: async () => {
        const drawn = await ledger.drawDisclosureKey();
        return isLeft(drawn) ? drawn.left.cause : undefined;
      },
      signEveryMs: 50,
      // the time of the test ends before
      lastMs: 600_000,
      onError: (message) => errors.push(message),
      ...parts,
    });

  const opened = async (data: string): Promise<{ ledger: Ledger; log: LogService }> => {
    const ledger = rightOf(await openLedger({ data, config: { projectorThread: "main" } }));
    const log = logOf(data, ledger);
    closing.push(
      () => log.close(),
      () => ledger.close(),
    );
    return { ledger, log };
  };

  /** Timers of a node that is stopped before it looks at its log for the first time. */
  const neverLooks = {
    ...systemTimers,
    after: () => systemTimers.after(600_000, () => undefined).unref(),
  };

  const signedBy = (log: LogService): number => Number(log.status().note?.split("\n")[1]);

  const ping = async (ledger: Ledger, party: string, commandId: string): Promise<string> => {
    const templateId = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";
    const createArguments = { id: commandId, initiator: party, responder: party };
    const command = { kind: "CreateCommand", templateId, createArguments } as const;
    const submission = { userId: "me", commandId, actAs: [party], commands: [command] };
    return rightOf(await ledger.submitAndWait(submission)).updateId;
  };

  it("draws a key, signs what is written, and proves what a party sees of an update", async () => {
    const data = join(folder, "first");
    const { ledger, log } = await opened(data);
    const [alice, bob] = await Promise.all(
      ["alice", "bob"].map(async (partyIdHint) => {
        const { party } = rightOf(await ledger.allocateParty({ partyIdHint }));
        return party;
      }),
    );
    const updateId = await ping(ledger, alice ?? "", "one");
    await until(() => log.status().verifiedUpTo >= ledger.ledgerEnd());
    const answer = await log.prove({ updateId }, [alice ?? ""]);
    if (answer.kind !== "proof") throw new Error(JSON.stringify(answer));
    const { note, verifierKey, state } = log.status();
    expect(state).to.equal("signing");
    const key = rightOf(verifierKeyOf(verifierKey ?? ""));
    const { event, checkpoint } = rightOf(checkProof(answer.text, logAlone(key)));
    expect(event).to.include({ updateId, type: "TransactionCommitted" });
    expect(event.rows.map(({ name }) => name)).to.deep.equal(["event", "node 0"]);
    expect(checkpoint.size).to.equal(Number(note?.split("\n")[1]));
    expect(await log.prove({ updateId }, [bob ?? ""])).to.deep.equal({ kind: "unknown" });
    expect(await log.prove({ offset: 1 }, "all")).to.deep.equal({ kind: "unknown" });
    expect(await log.prove({ offset: 999 }, "all")).to.deep.equal({ kind: "unknown" });
    // only who keeps the node may read its keys
    expect(statSync(join(data, "log", "checkpoint.key")).mode & 0o077).to.equal(0);
    const tile = await log.published(`tile/0/000.p/${checkpoint.size}`);
    expect(tile?.length).to.equal(32 * checkpoint.size);
    const entries = await log.published(`tile/entries/000.p/${checkpoint.size}`);
    expect(entries?.length).to.equal(35 * checkpoint.size);
    expect(await log.published("tile/0/001")).to.equal(undefined);
    expect(errors).to.deep.equal([]);
  });

  it("signs the last events when it is closed", async () => {
    const data = join(folder, "closed");
    const { ledger, log } = await opened(data);
    await until(() => log.status().note !== undefined);
    await ledger.allocateParty({ partyIdHint: "late" });
    await log.close();
    expect(log.status().note?.split("\n")[1]).to.equal(String(ledger.ledgerEnd()));
  });

  /** Keeps a log in this thread, and counts the events that are read of the journal. */
  const keepingOf = (
    data: string,
    journal: AuditedJournal,
  ): { readonly keeping: LogKeeping; readonly read: () => number } => {
    let events = 0;
    const { store, stream } = journal;
    const counting: AuditedJournal = {
      stream,
      store: {
        lastEvent: (name) => store.lastEvent(name),
        async *readStream(name, options) {
          for await (const page of store.readStream(name, options)) {
            if (!isLeft(page)) events += page.right.length;
            yield page;
          }
        },
      },
    };
    const keeper = new LogKeeper({
      place: { stream, folder: join(data, "log"), domain: "ledger.example" },
      folder: new LogFolder(join(data, "log")),
      journal: async () => counting,
      turn: async () => undefined,
    });
    const ask: LogKeeping["ask"] = (request) => keeper.answerTo(request);
    return { keeping: { ask, end: async () => undefined }, read: () => events };
  };

  const storeOf = async (data: string): Promise<AuditedJournal> => {
    const config = { journal: `sqlite:${data}`, sharedJournal: false };
    const store = rightOf(await openStore({ data: undefined, stores: [], config, readOnly: true }));
    closing.push(() => store.close());
    return { store, stream: "participant-participant" };
  };

  /** Appends events, as many at once as the ledger lets wait. */
  const addUsers = async (ledger: Ledger, from: number, to: number): Promise<void> => {
    for (let next = from; next < to; next += 200) {
      const some = Array.from({ length: Math.min(200, to - next) }, async (_, at) =>
        rightOf(await ledger.createUser({ userId: `user-${next + at}` })),
      );
      await Promise.all(some);
    }
  };

  it("proves at once what the last checkpoint covers, and reads nothing twice", async () => {
    const data = join(folder, "kept");
    const first = await opened(data);
    const { party } = rightOf(await first.ledger.allocateParty({ partyIdHint: "alice" }));
    const updateId = await ping(first.ledger, party, "one");
    await addUsers(first.ledger, 0, 400);
    await first.log.close();
    const signed = signedBy(first.log);
    expect(signed).to.equal(first.ledger.ledgerEnd());
    await addUsers(first.ledger, 400, 2_400);
    const { ledger } = first;
    const { keeping, read } = keepingOf(data, await storeOf(data));
    const log = logOf(data, ledger, { timers: neverLooks, keeping });
    expect(log.status()).to.include({ state: "opening", verifiedUpTo: signed });
    expect((await log.prove({ updateId }, [party])).kind).to.equal("proof");
    expect(read()).to.be.lessThan(600);
    // all others are read once for what the log must know, and once for their rows
    await log.close();
    expect(signedBy(log)).to.equal(ledger.ledgerEnd());
    expect(read()).to.be.lessThan(2 * 2_000 + 600);
    expect(errors).to.deep.equal([]);
  });

  it("signs what it verified when it is closed in the middle, and says what is not signed", async () => {
    const data = join(folder, "middle");
    const first = await opened(data);
    await until(() => first.log.status().note !== undefined);
    await first.log.close();
    await addUsers(first.ledger, 0, 1_000);
    const { ledger } = first;
    const end = ledger.ledgerEnd();
    const journal = await storeOf(data);
    const { keeping } = keepingOf(data, journal);
    let nowMs = 0;
    const log = logOf(data, ledger, {
      timers: { ...neverLooks, nowMs: () => nowMs },
      lastMs: 5_000,
      keeping: {
        ...keeping,
        ask: async (request) => {
          if (request.kind === "extend") nowMs += 2_000;
          return keeping.ask(request);
        },
      },
    });
    await log.close();
    const signed = signedBy(log);
    expect(signed).to.be.greaterThan(256).and.lessThan(end);
    expect(errors).to.have.length(1);
    expect(errors[0]).to.match(
      new RegExp(`^the last checkpoint covers ${signed} of ${end} events: `),
    );
    const next = logOf(data, ledger, { timers: neverLooks, ...keepingOf(data, journal) });
    expect(next.status().verifiedUpTo).to.equal(signed);
    await next.close();
    expect(signedBy(next)).to.equal(end);
  });

  it("signs nothing over a shorter history, nor over another one", async () => {
    const data = join(folder, "restored");
    const first = await opened(data);
    await until(() => first.log.status().note !== undefined);
    for (const close of closing.splice(0)) await close();
    const older = join(folder, "older");
    cpSync(data, older, { recursive: true });
    const second = await opened(data);
    await second.ledger.allocateParty({ partyIdHint: "lost" });
    for (const close of closing.splice(0)) await close();
    const signed = second.log.status().note;
    // the log stays, and the journal is an older one
    rmSync(join(older, "log"), { recursive: true });
    cpSync(join(data, "log"), join(older, "log"), { recursive: true });
    const shorter = await opened(older);
    await until(() => shorter.log.status().state === "refused");
    expect(shorter.log.status().reason).to.match(/events are lost$/);
    expect(errors.join()).to.match(/^the log has stopped signing: .* events are lost$/);
    // it grows beyond what was signed, with other events
    await shorter.ledger.allocateParty({ partyIdHint: "other" });
    await shorter.ledger.allocateParty({ partyIdHint: "another" });
    for (const close of closing.splice(0)) await close();
    const other = await opened(older);
    await until(() => other.log.status().state === "refused");
    expect(other.log.status().reason).to.match(/it is a different journal$/);
    expect(other.log.status().note).to.equal(signed);
  });
});
