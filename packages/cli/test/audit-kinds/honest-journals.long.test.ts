import { readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { spawnSync } from "node:child_process";
import { generateKeyPairSync } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { inMemoryStore } from "@tallystick/event-store";
import { startWritableServer } from "@tallystick/event-store-eventstoredb/writable-server";
import { type Ledger, openLedger, openValidator, orThrow, receivePrepared } from "@tallystick/node";
import { privateKeyFrom, signMessage } from "@tallystick/signing";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { invoked, openIn, tempFolder } from "../ledger-folder.js";

const dar = readFileSync(
  fileURLToPath(new URL("../../../../daml-lf/test/corpus/data/updates-2.3.dar", import.meta.url)),
);

const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

const party = async (ledger: Ledger, partyIdHint: string): Promise<string> =>
  orThrow(await ledger.allocateParty({ partyIdHint })).party;

const pingOf = (by: string, commandId: string) => {
  const createArguments = { id: commandId, initiator: by, responder: by };
  const command = { kind: "CreateCommand", templateId: pingTemplate, createArguments } as const;
  return { userId: "user", commandId, actAs: [by], commands: [command] };
};

/** An external party that signs a transaction, and changes nothing else. */
const signsOutside = async (ledger: Ledger): Promise<void> => {
  const key = orThrow(privateKeyFrom(generateKeyPairSync("ed25519").privateKey));
  const topology = orThrow(
    ledger.generateExternalPartyTopology({ partyHint: "ext", publicKey: key.publicKey }),
  );
  orThrow(
    await ledger.allocateExternalParty({
      transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(key, topology.multiHash)],
    }),
  );
  const submission = pingOf(topology.partyId, "signed");
  const toSign = orThrow(await ledger.prepareSubmission({ submission }));
  const signatures = [signMessage(key, toSign.hash)];
  orThrow(
    await ledger.executeSubmissionAndWait({
      prepared: orThrow(receivePrepared(toSign.preparedTransaction)),
      hashingScheme: toSign.hashingScheme,
      signatures: [{ party: topology.partyId, signatures }],
      submission: { userId: "user", submissionId: "" },
    }),
  );
};

/** Uploads Daml code and runs a choice of it. */
const runsDaml = async (ledger: Ledger): Promise<void> => {
  orThrow(await ledger.uploadDar(dar, true));
  const by = await party(ledger, "daml");
  const createArguments = { sig: by, obs: [], n: "5", t: "t" };
  const templateId = "#updates-2-3:U:Simple";
  const command = { kind: "CreateCommand", templateId, createArguments } as const;
  const submission = { commandId: "daml", actAs: [by], userId: "user", commands: [command] };
  const [contractId] = orThrow(await ledger.submitAndWait(submission)).results;
  if (typeof contractId !== "string") throw new Error("a create answers a contract id");
  const inc = { templateId, contractId, choice: "Inc", choiceArgument: {} };
  orThrow(
    await ledger.submitAndWait({
      ...submission,
      commandId: "inc",
      commands: [{ kind: "ExerciseCommand", ...inc }],
    }),
  );
};

const program = fileURLToPath(new URL("../../../../../examples/verify/verify.js", import.meta.url));

/** The verifier that has nothing of Tallystick agrees on the chain. */
const chainHolds = (data: string): void => {
  const { status, stderr } = spawnSync(process.execPath, [program, "journal", data], {
    encoding: "utf8",
  });
  expect([status, stderr]).to.deep.equal([0, ""]);
};

const holds = async (...args: ReadonlyArray<string>): Promise<void> => {
  if (args[0] === "--data") chainHolds(args[1] ?? "");
  const { code, out, err } = await invoked(["audit", "verify", ...args]);
  expect([code, out.at(-1)], [err, ...out].join("\n")).to.deep.equal([0, "verdict: holds"]);
};

describe("An audit finds nothing in an honest journal", () => {
  it("with coins and their automations, external parties and Daml code, and after restarts", async () => {
    const data = tempFolder();
    for (const times of [1, 2]) {
      const { ledger, close, wallet } = orThrow(await openValidator({ data, wallet: {} }));
      orThrow(await wallet.users.onboard(`user-${times}`));
      await wallet.upToDate();
      if (times === 1) {
        await signsOutside(ledger);
        await runsDaml(ledger);
      }
      await close();
      await holds("--data", data);
    }
  });

  it("that was pruned, though what was erased is not decided again", async () => {
    const data = tempFolder();
    const ledger = await openIn(data);
    const by = await party(ledger, "alice");
    for (const id of ["a", "b", "c", "d"]) orThrow(await ledger.submitAndWait(pingOf(by, id)));
    orThrow(await ledger.prune(ledger.ledgerEnd() - 1));
    await ledger.close();
    chainHolds(data);
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect([0, 7]).to.include(code);
    expect(out.filter((line) => /^[A-Z]\d \w+, offset/.test(line))).to.deep.equal([]);
  });

  it("that was pruned again and again, while commands were forgotten", async () => {
    const data = tempFolder();
    const ledger = await openIn(data, { config: { maxDeduplicationMicros: 1_000 } });
    const by = await party(ledger, "alice");
    for (const id of ["a", "b", "c", "d", "e", "f"]) {
      const { commands, ...ping } = pingOf(by, id);
      const ended = commands.map((each) => ({
        ...each,
        kind: "CreateAndExerciseCommand" as const,
        choice: "Archive",
        choiceArgument: {},
      }));
      // the time of each is that of a later millisecond
      await delay(5);
      orThrow(await ledger.submitAndWait({ ...ping, commands: ended }));
      // an earlier one may be under way
      while (isLeft(await ledger.prune(ledger.ledgerEnd() - 1))) await delay(1);
    }
    await ledger.close();
    const { code, out } = await invoked(["audit", "verify", "--data", data]);
    expect(out.filter((line) => /^[A-Z]\d \w+, offset/.test(line))).to.deep.equal([]);
    expect([0, 7]).to.include(code);
    expect(out.join("\n")).to.contain("R2 not checked");
  });

  it("that was forked or restored", async () => {
    const data = tempFolder();
    const ledger = await openIn(data);
    await signsOutside(ledger);
    await runsDaml(ledger);
    const end = ledger.ledgerEnd();
    await ledger.close();
    for (const command of [
      ["fork", "--at", String(end - 1)],
      ["restore", "--lost-offset", String(end + 5)],
    ]) {
      const to = join(tempFolder(), "copy");
      const args = [...command, "--from", data, "--to", to, "--reason", "a trial"];
      const made = await invoked(args);
      expect([made.code, made.err]).to.deep.equal([0, ""]);
      const copy = await openIn(to);
      orThrow(await copy.submitAndWait(pingOf(await party(copy, "later"), "later")));
      await copy.close();
      await holds("--data", to);
    }
  });

  it("of several nodes on one event server", async () => {
    const server = orThrow(await startWritableServer({ store: inMemoryStore(), port: 0 }));
    const address = `esdb://127.0.0.1:${server.port}?tls=false`;
    const open = async (): Promise<Ledger> =>
      orThrow(await openLedger({ config: { journal: address, sharedJournal: true } }));
    const [a, b] = [await open(), await open()];
    await signsOutside(a);
    await runsDaml(b);
    const by = await party(a, "shared");
    for (const id of ["a", "b", "c"]) {
      orThrow(await a.submitAndWait(pingOf(by, `one-${id}`)));
      orThrow(await b.submitAndWait(pingOf(by, `other-${id}`)));
    }
    await b.close();
    await a.close();
    await holds("--store", address);
    await server.close();
  });
});
