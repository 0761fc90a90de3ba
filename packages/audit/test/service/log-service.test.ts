import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ledger, openLedger } from "@tallystick/node";
import { checkProof, logAlone, verifierKeyOf } from "@tallystick/transparency";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { LogService } from "../../src/service/log-service.js";

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resume) => setTimeout(resume, 5));
};

describe("The log of a running ledger", function () {
  // its threads share two processors with those of other tests
  this.timeout(120_000);
  const folder = mkdtempSync(join(tmpdir(), "log-service-"));
  const closing: Array<() => Promise<void>> = [];
  const errors: Array<string> = [];

  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
    errors.splice(0);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const opened = async (data: string): Promise<{ ledger: Ledger; log: LogService }> => {
    const ledger = rightOf(await openLedger({ data, config: { projectorThread: "main" } }));
    const log = new LogService({
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
    });
    closing.push(
      () => log.close(),
      () => ledger.close(),
    );
    return { ledger, log };
  };

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
    expect(errors.join()).to.match(/^the log signs nothing any more: .* events are lost$/);
    // it grows beyond what was signed, with other events
    await shorter.ledger.allocateParty({ partyIdHint: "other" });
    await shorter.ledger.allocateParty({ partyIdHint: "another" });
    for (const close of closing.splice(0)) await close();
    const other = await opened(older);
    await until(() => other.log.status().state === "refused");
    expect(other.log.status().reason).to.match(/the journal is another one$/);
    expect(other.log.status().note).to.equal(signed);
  });
});
