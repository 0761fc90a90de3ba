import { execFile } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { definePackage, party, type Package, record, template } from "@tallystick/core";
import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { expect } from "chai";
import type { Ledger, LedgerOptions } from "../../src/ledger/ledger.js";
import type { LedgerConfig } from "../../src/ledger/ledger-config.js";
import { defaultAdminUser } from "../../src/open/journal/initialize-ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { accountId, iouId, iouPackage } from "../iou-package.js";
import {
  accountBy,
  activeFor,
  afterwards,
  allocate,
  commandsBy,
  commit,
  completionsFor,
  exerciseOf,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  pingBy,
  rightOf,
  tempFolder,
  transactionsFor,
} from "../test-ledger.js";

/** A bit of everything: contracts, a key, archives, a rejection, parties, users and rights. */
const fill = async (ledger: Ledger) => {
  const alice = await allocate(ledger, "alice");
  const bob = await allocate(ledger, "bob");
  rightOf(await ledger.createUser({ userId: "carol", primaryParty: bob, annotations: { a: "1" } }));
  rightOf(await ledger.grantUserRights("carol", [{ kind: "CanActAs", party: bob }]));
  await commit(ledger, iouBy(alice, bob, "issue"));
  await commit(ledger, accountBy(alice, "main", "account"));
  const [iou] = await activeFor(ledger, bob);
  const transfer = exerciseOf(iouId, iou?.contractId ?? "", "Transfer", { newOwner: alice });
  await commit(ledger, commandsBy(bob, "transfer", transfer));
  rightOf(await ledger.submit(iouBy(alice, bob, "issue")));
  return { alice, bob };
};

const everythingOf = async (ledger: Ledger, parties: { alice: string; bob: string }) => ({
  participantId: ledger.participantId,
  synchronizerId: ledger.synchronizerId,
  end: ledger.ledgerEnd(),
  parties: [ledger.party(parties.alice), ledger.party(parties.bob)],
  users: [ledger.user(defaultAdminUser), ledger.user("carol")],
  rights: rightOf(ledger.userRights("carol")),
  active: [await activeFor(ledger, parties.alice), await activeFor(ledger, parties.bob)],
  activeBefore: await activeFor(ledger, parties.bob, ledger.ledgerEnd() - 2),
  completions: await completionsFor(ledger, parties.alice, parties.bob),
  transactions: await transactionsFor(ledger, parties.alice),
});

const reopenable: ReadonlyArray<readonly [string, () => LedgerOptions]> = [
  ["a folder", () => ({ data: tempFolder() })],
  [
    "a folder, projecting in a worker",
    () => ({ data: tempFolder(), config: { projectorThread: "worker" } }),
  ],
  ["a store in memory", () => ({ store: inMemoryStore() })],
  [
    "a store in memory with a folder for the caches",
    () => ({ store: inMemoryStore(), data: tempFolder() }),
  ],
];

describe("A ledger opened again", () => {
  for (const [name, make] of reopenable) {
    it(`on ${name} has everything where it was`, async () => {
      const options = make();
      const first = await openTest(options);
      const parties = await fill(first);
      const before = await everythingOf(first, parties);
      await first.close();
      const second = await openTest(options);
      const after = await everythingOf(second, parties);
      expect(after).to.deep.equal(before);
      expect(after.active.map((found) => found.length)).to.deep.equal([2, 0]);
      expect(after.completions.map(({ status }) => status.code)).to.deep.equal([0, 0, 0, 6]);
    });
  }

  it("finds contracts by key and continues from the same offset", async () => {
    const data = tempFolder();
    const first = await openTest({ data });
    const { alice } = await fill(first);
    const end = first.ledgerEnd();
    await first.close();
    const second = await openTest({ data });
    const archive = {
      kind: "ExerciseByKeyCommand" as const,
      templateId: accountId,
      contractKey: { owner: alice, name: "main" },
      choice: "Archive",
      choiceArgument: {},
    };
    const clash = await second.submitAndWait(accountBy(alice, "main", "again"));
    expect(leftOf(clash).code).to.equal("DUPLICATE_CONTRACT_KEY");
    const committed = await commit(second, commandsBy(alice, "archive", archive));
    expect(committed.completionOffset).to.equal(end + 1);
    await commit(second, accountBy(alice, "main", "afresh"));
  });

  it("registers a package once, and a new one when it comes", async () => {
    const store = inMemoryStore();
    const note = definePackage({
      name: "note",
      version: "1.0.0",
      templates: [
        template("Note:Note", {
          payload: record({ writer: party }),
          signatories: ({ writer }) => [writer],
        }),
      ],
    });
    const registered = async (...packages: ReadonlyArray<Package>): Promise<number> => {
      const ledger = await openTest({ store, packages });
      await ledger.close();
      return (await journalOf(store)).filter(({ type }) => type.includes("PackageRegistered"))
        .length;
    };
    expect(await registered(iouPackage)).to.equal(2);
    expect(await registered(iouPackage)).to.equal(2);
    expect(await registered(iouPackage, note)).to.equal(3);
    expect(await registered(note)).to.equal(3);
  });

  it("gives the journal its admin although an earlier opening ended before that", async () => {
    const whole = inMemoryStore();
    await (await openTest({ store: whole })).close();
    const [first] = await journalOf(whole);
    if (first === undefined) throw new Error("nothing was written");
    const store = inMemoryStore();
    rightOf(await store.append(first.stream, "no-stream", [first]));
    const ledger = await openTest({ store });
    expect(rightOf(ledger.userRights(defaultAdminUser))).to.deep.equal([
      { kind: "ParticipantAdmin" },
    ]);
    expect(await journalOf(store)).to.have.length((await journalOf(whole)).length);
  });
});

describe("Opening is refused", () => {
  const refusedBy = async (options: LedgerOptions): Promise<string> =>
    leftOf(await openLedger(optionsOf(options))).message;

  it("for a folder this process has open, saying by whom, until it is closed", async () => {
    const data = tempFolder();
    const first = await openTest({ data });
    expect(await refusedBy({ data })).to.include(`${join(data, "journal.db")} is in use by`);
    await first.close();
    await openTest({ data });
  });

  it("for a folder another process has open, with the same message", async () => {
    const data = tempFolder();
    const ledger = await openTest({ data });
    const script = `
      const { openLedger } = await import(${JSON.stringify(new URL("../../src/index.js", import.meta.url).href)});
      const opened = await openLedger({ data: ${JSON.stringify(data)} });
      console.log(opened._tag, opened.left?.kind, opened.left?.message);`;
    const run = promisify(execFile);
    const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script]);
    expect(stdout)
      .to.match(/^Left store .*in use by /)
      .and.include(String(process.pid));
    expect(ledger.ready()).to.equal(true);
  });

  it("for a file in place of a folder, and for a folder that cannot be made, saying what to do", async () => {
    const file = join(tempFolder(), "file");
    writeFileSync(file, "");
    expect(await refusedBy({ data: file })).to.include(`${file} is a file; use a folder`);
    const below = join(file, "folder");
    expect(await refusedBy({ data: below }))
      .to.include(`${below} cannot be created`)
      .and.to.include("use a folder");
  });

  const settings: ReadonlyArray<readonly [Partial<LedgerConfig>, string]> = [
    [{ participantName: "" }, "participantName: expected 1 to 185"],
    [{ participantName: "a::b" }, "participantName"],
    [{ synchronizerName: "a:" }, "synchronizerName"],
    [
      { maxBatchSize: 0 },
      "maxBatchSize: expected a whole number of at least 1, found the number 0",
    ],
    [{ maxWaitingSubmissions: 1.5 }, "maxWaitingSubmissions"],
    [
      { appendRetries: -1 },
      "appendRetries: expected a whole number from 0 to 1000, found the number -1",
    ],
    [{ maxIdentityProviders: -1 }, "maxIdentityProviders: expected a whole number from 0 to 10000"],
    [{ maxRightsPerUser: 0 }, "maxRightsPerUser: expected a whole number from 1 to 1000000"],
    [{ ledgerTimeSkewMicros: Number.NaN }, "ledgerTimeSkewMicros"],
    [{ tapsMaxPassesDefault: 5 }, "at most tapsMaxPassesLimit, which is 4, found 5"],
  ];
  for (const [config, message] of settings) {
    it(`for the setting ${JSON.stringify(config)}`, async () => {
      const error = leftOf(await openLedger({ config }));
      expect(error.kind).to.equal("config");
      expect(error.message).to.include(message);
    });
  }

  it("for a package whose name and version another one has", async () => {
    const store = inMemoryStore();
    const noteOf = (field: string): Package =>
      definePackage({
        name: "note",
        version: "1.0.0",
        templates: [
          template("Note:Note", {
            payload: record({ [field]: party }),
            signatories: (payload) => Object.values(payload),
          }),
        ],
      });
    await (await openTest({ store, packages: [noteOf("writer")] })).close();
    const error = leftOf(await openLedger({ store, packages: [noteOf("author")] }));
    expect(error.kind).to.equal("packages");
    expect(error.message).to.include("name note and the version 1.0.0");
    await (await openTest({ store, packages: [noteOf("writer")] })).close();
  });

  it("for a journal with an event no one knows, naming its offset", async () => {
    const store = inMemoryStore();
    await (await openTest({ store })).close();
    const { length } = await journalOf(store);
    const strange = { id: crypto.randomUUID(), type: "Strange", data: "{}", metadata: "" };
    rightOf(await store.append("participant-participant", length - 1, [strange]));
    expect(await refusedBy({ store })).to.include(`offset ${length + 1}`);
  });
});

describe("A closed ledger", () => {
  it("takes nothing more, is not ready, and may be closed again", async () => {
    const ledger = await openTest({ data: tempFolder() });
    const alice = await allocate(ledger, "alice");
    expect(ledger.ready()).to.equal(true);
    await Promise.all([ledger.close(), ledger.close()]);
    expect(ledger.ready()).to.equal(false);
    const refused = leftOf(await ledger.submit(pingBy(alice, "late")));
    expect(refused.code).to.equal("SUBMISSION_DURING_SHUTDOWN");
    expect(refused.definiteAnswer).to.equal(true);
    await ledger.close();
  });

  it("closes a store of its own and leaves one it was given open", async () => {
    const data = tempFolder();
    const file = join(data, "journal.db");
    await (await openTest({ data })).close();
    const given: EventStore = rightOf(await sqliteStore({ file }));
    afterwards(() => given.close());
    await (await openTest({ store: given, data })).close();
    expect(await journalOf(given)).to.have.length.above(2);
  });
});
