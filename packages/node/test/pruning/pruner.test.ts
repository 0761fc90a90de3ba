import { cpSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { inMemoryStore, verifyStream } from "@tallystick/event-store";
import { type SqliteStore, sqliteStore } from "@tallystick/event-store-sqlite";
import { everythingFor } from "@tallystick/wire";
import { expect } from "chai";
import { isLeft, left } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { boundaryText, newResidue } from "../../src/pruning/pruning-boundary.js";
import { isSignedBy } from "../../src/pruning/signing-key.js";
import { snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { accountId } from "../iou-package.js";
import {
  activeFor,
  afterwards,
  all,
  allocate,
  codeOf,
  commandsBy,
  commit,
  exerciseOf,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  rightOf,
  streamName,
  tempFolder,
  until,
  userId,
} from "../test-ledger.js";
import {
  codesOfRepeats,
  contractsOf,
  erasedIn,
  erasingDone,
  makePast,
  type Past,
  pruneNow,
  pruningsIn,
} from "./pruned-ledger.js";

const inMemory = async () => {
  const store = inMemoryStore();
  const ledger = await openTest({ store });
  return { store, ledger, past: await makePast(ledger) };
};

const openIn = async (data: string) => {
  const store = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
  const ledger = await openTest({ store, data });
  const close = () => ledger.close().then(() => store.close());
  return { store, ledger, close };
};

const updatesAfter = (ledger: Ledger, party: string, beginExclusive: number) =>
  all(
    ledger.queries.updates({
      beginExclusive,
      updateFormat: {
        includeTransactions: {
          transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
          eventFormat: everythingFor(party),
        },
      },
    }),
  );

const firstOf = async <A>(items: AsyncIterable<A>): Promise<A | undefined> => {
  for await (const item of items) return item;
  return undefined;
};

describe("A pruned ledger", () => {
  it("has its active contracts, knows its duplicates and continues", async () => {
    const { store, ledger, past } = await inMemory();
    const before = await contractsOf(ledger, past);
    await pruneNow(ledger, store, past.end);
    expect(ledger.prunedUpTo()).to.equal(past.end);
    expect(await contractsOf(ledger, past)).to.deep.equal(before);
    expect([...(await codesOfRepeats(ledger, past))]).to.deep.equal(["DUPLICATE_COMMAND"]);
    await commit(ledger, pingBy(past.alice, "life continues"));
    const [update] = await updatesAfter(ledger, past.alice, ledger.ledgerEnd() - 1);
    expect(update).to.have.nested.property("update.Transaction.value.commandId", "life continues");
  });

  it("has erased all submissions but those of active contracts, and its chain verifies", async () => {
    const { store, ledger, past } = await inMemory();
    const whole = await journalOf(store);
    const kept = new Set((await contractsOf(ledger, past)).flat().map(({ offset }) => offset));
    expect(kept.has(past.mixedAt), "an event of both kinds").to.equal(true);
    await pruneNow(ledger, store, past.end);
    const wanted = whole.flatMap(({ type, revision }) =>
      /^(TransactionCommitted|CommandRejected)$/.test(type) && !kept.has(revision + 1)
        ? [revision + 1]
        : [],
    );
    expect(wanted).to.have.length.above(3);
    const journal = await journalOf(store);
    expect(erasedIn(journal)).to.deep.equal(wanted);
    for (const [at, { hash, id }] of whole.entries()) expect(journal[at]).to.include({ hash, id });
    rightOf(await verifyStream(store, streamName));
  });

  it("says what it pruned, and signs it", async () => {
    const { store, ledger, past } = await inMemory();
    await pruneNow(ledger, store, past.end);
    const journal = await journalOf(store);
    const [pruning] = await pruningsIn(store);
    if (pruning === undefined) throw new Error("no pruning");
    const residue = newResidue();
    for (const { revision, erased, data } of journal)
      if (erased !== undefined) residue.add(revision + 1, erased, data);
    const erased = erasedIn(journal);
    expect(pruning).to.include({
      offset: past.end,
      hash: journal[past.end - 1]?.hash,
      erased: erased.length,
      kept: past.end - erased.length,
      lastErased: erased.at(-1),
      residue: residue.digest(),
    });
    const published = journal.find(({ type }) => type === "SigningKeyPublished");
    const { publicKey } = JSON.parse(published?.data ?? "{}") as { readonly publicKey: string };
    const text = boundaryText(ledger.participantId, pruning);
    expect(isSignedBy(publicKey, text, pruning.signature)).to.equal(true);
    const other = boundaryText(ledger.participantId, { ...pruning, kept: pruning.kept + 1 });
    expect(isSignedBy(publicKey, other, pruning.signature)).to.equal(false);
  });

  it("answers PARTICIPANT_PRUNED_DATA_ACCESSED before, and from there on as ever", async () => {
    const { store, ledger, past } = await inMemory();
    await pruneNow(ledger, store, past.end);
    const { alice } = past;
    const eventFormat = everythingFor(alice);
    const updateFormat = {
      includeTransactions: {
        transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
        eventFormat,
      },
    };
    const asked = async (offset: number) => [
      await firstOf(ledger.queries.updates({ beginExclusive: offset, updateFormat })),
      await firstOf(
        ledger.queries.completions({ userId, parties: [alice], beginExclusive: offset }),
      ),
      await firstOf(ledger.queries.activeContracts({ activeAtOffset: offset, eventFormat })),
      await ledger.queries.activeContractsPage({ activeAtOffset: offset, eventFormat }),
      await ledger.queries.updatesPage({ beginOffsetExclusive: offset, updateFormat }),
    ];
    for (const offset of [0, 1, past.mixedAt, past.end - 1]) {
      for (const answer of await asked(offset)) {
        if (answer === undefined) throw new Error("no answer");
        const { code, context } = leftOf<{ code: string; context: object }, unknown>(answer);
        expect(code).to.equal("PARTICIPANT_PRUNED_DATA_ACCESSED");
        expect(context).to.include({ earliest_offset: String(past.end) });
      }
    }
    for (const answer of await asked(past.end))
      if (answer !== undefined) expect(isLeft(answer)).to.equal(false);
    const page = rightOf(await ledger.queries.updatesPage({ updateFormat }));
    expect(page.lowestPageOffsetExclusive).to.equal(past.end);
  });

  it("does not find single updates and contracts that are gone", async () => {
    const { store, ledger, past } = await inMemory();
    const { alice, bob, mixedAt } = past;
    const eventFormat = everythingFor(alice);
    const { updateId } = await commit(ledger, pingBy(alice, "last"));
    const stays = (await activeFor(ledger, alice)).find(({ offset }) => offset === mixedAt);
    const gone = (await journalOf(store))[mixedAt - 1];
    const goneId = JSON.stringify(gone?.data);
    const ids = await activeFor(ledger, bob);
    expect(goneId).to.not.equal("");
    const upTo = ledger.ledgerEnd();
    await commit(ledger, pingBy(alice, "after"));
    const seen = rightOf(
      await ledger.queries.contractEvents({ contractId: stays?.contractId ?? "", eventFormat }),
    );
    await pruneNow(ledger, store, upTo);
    const transactionFormat = {
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA" as const,
      eventFormat,
    };
    for (const at of [{ updateId }, { offset: upTo }, { offset: mixedAt }]) {
      const found = await ledger.queries.transaction({ at, transactionFormat });
      expect(codeOf(found), JSON.stringify(at)).to.equal("UPDATE_NOT_FOUND");
    }
    expect(
      rightOf(
        await ledger.queries.contractEvents({ contractId: stays?.contractId ?? "", eventFormat }),
      ),
    ).to.deep.equal(seen);
    expect(ids).to.have.length.above(0);
  });

  it("erases contracts archived since with a later pruning", async () => {
    const { store, ledger, past } = await inMemory();
    await pruneNow(ledger, store, past.end);
    const first = erasedIn(await journalOf(store));
    const [account] = (await activeFor(ledger, past.alice)).filter(({ templateId }) =>
      templateId.endsWith("Account"),
    );
    const archive = exerciseOf(accountId, account?.contractId ?? "", "Archive");
    const { completionOffset } = await commit(ledger, commandsBy(past.alice, "x", archive));
    await commit(ledger, pingBy(past.alice, "y"));
    const before = await contractsOf(ledger, past);
    await pruneNow(ledger, store, completionOffset);
    const second = erasedIn(await journalOf(store));
    expect(second).to.include.members([...first, account?.offset, completionOffset]);
    expect(await contractsOf(ledger, past)).to.deep.equal(before);
    expect((await pruningsIn(store)).map(({ erased }) => erased)).to.deep.equal([
      first.length,
      second.length,
    ]);
    expect(
      (await journalOf(store)).filter(({ type }) => type === "SigningKeyPublished"),
    ).to.have.length(1);
  });

  const REFUSED: ReadonlyArray<readonly [string, (end: number) => number, string]> = [
    ["0", () => 0, "NON_POSITIVE_OFFSET"],
    ["a negative offset", () => -3, "NON_POSITIVE_OFFSET"],
    ["a fraction", () => 1.5, "INVALID_ARGUMENT"],
    ["the ledger end", (end) => end, "OFFSET_OUT_OF_RANGE"],
    ["what is not there yet", (end) => end + 9, "OFFSET_OUT_OF_RANGE"],
  ];
  for (const [name, offsetOf, code] of REFUSED) {
    it(`is not pruned up to ${name}`, async () => {
      const { store, ledger } = await inMemory();
      expect(codeOf(await ledger.prune(offsetOf(ledger.ledgerEnd())))).to.equal(code);
      expect(ledger.prunedUpTo()).to.equal(0);
      expect(erasedIn(await journalOf(store))).to.deep.equal([]);
    });
  }

  it("is not pruned twice at once, and not again up to where it was", async () => {
    const { store, ledger, past } = await inMemory();
    const [one, two] = [ledger.prune(past.end), ledger.prune(past.end - 1)];
    expect([codeOf(await one), codeOf(await two)]).to.deep.equal([
      "ok",
      "PARTICIPANT_PRUNING_IN_PROGRESS",
    ]);
    await erasingDone(store);
    const end = ledger.ledgerEnd();
    await until(() => ledger.ledgerEnd() === end, "it is quiet");
    while (codeOf(await ledger.prune(past.end)) !== "ok")
      await new Promise<void>((resume) => setTimeout(resume, 5));

    expect(ledger.ledgerEnd()).to.equal(end);
    expect(await pruningsIn(store)).to.have.length(1);
  });

  it("is not pruned where the store cannot erase, or others write", async () => {
    const plain = { ...inMemoryStore(), capabilities: {} };
    const ledger = await openTest({ store: plain });
    await allocate(ledger, "alice");
    expect(codeOf(await ledger.prune(1))).to.equal("PRUNING_NOT_SUPPORTED");
    const shared = await openTest({ store: inMemoryStore(), config: { sharedJournal: true } });
    await allocate(shared, "alice");
    expect(codeOf(await shared.prune(1))).to.equal("PRUNING_NOT_SUPPORTED");
  });

  it("takes commands while it is pruned", async () => {
    const { store, ledger, past } = await inMemory();
    for (let at = 0; at < 300; at++) await commit(ledger, pingBy(past.alice, `p${at}`));
    rightOf(await ledger.prune(past.end + 200));
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => commit(ledger, pingBy(past.bob, `q${at}`))),
    );
    await erasingDone(store);
    rightOf(await verifyStream(store, streamName));
    expect(await activeFor(ledger, past.bob)).to.have.length(51);
  });
});

describe("A pruned ledger in a folder", () => {
  const pruned = async () => {
    const data = tempFolder();
    const { store, ledger, close } = await openIn(data);
    const past = await makePast(ledger);
    return { data, store, ledger, past, close };
  };

  const remove = (data: string, pattern: RegExp): void => {
    for (const name of readdirSync(data))
      if (pattern.test(name)) rmSync(join(data, name), { recursive: true });
  };

  const isSame = async (data: string, past: Past, before: unknown): Promise<void> => {
    const { store, ledger, close } = await openIn(data);
    await erasingDone(store);
    expect(await contractsOf(ledger, past)).to.deep.equal(before);
    expect([...(await codesOfRepeats(ledger, past))]).to.deep.equal(["DUPLICATE_COMMAND"]);
    const byKey = {
      kind: "ExerciseByKeyCommand" as const,
      templateId: accountId,
      contractKey: { owner: past.alice, name: "second" },
      choice: "Archive",
      choiceArgument: {},
    };
    const missing = await ledger.submitAndWait(commandsBy(past.alice, "by key", byKey));
    expect(codeOf(missing)).to.equal("CONTRACT_KEY_NOT_FOUND");
    rightOf(await verifyStream(store, streamName));
    await close();
  };

  const STARTS: ReadonlyArray<readonly [string, (data: string) => void]> = [
    ["as it was left", () => undefined],
    ["without its snapshot", (data) => rmSync(snapshotPath(data), { recursive: true })],
    ["without its views", (data) => remove(data, /^views-/)],
    ["without its snapshot and its views", (data) => remove(data, /^(views-|snapshot)/)],
    ["without its key", (data) => rmSync(join(data, "signing.key"))],
  ];
  for (const [name, change] of STARTS) {
    it(`starts again ${name}`, async () => {
      const { data, store, ledger, past, close } = await pruned();
      const before = await contractsOf(ledger, past);
      await pruneNow(ledger, store, past.end);
      await close();
      change(data);
      await isSame(data, past, before);
    });
  }

  for (const [name, pattern] of [
    ["snapshot", /^snapshot$/],
    ["views", /^views-.*db$/],
  ] as const) {
    it(`does not fold on from ${name} of before the pruning`, async () => {
      const {
        data,
        ledger,
        close,
        past: { alice },
      } = await pruned();
      await commit(ledger, pingBy(alice, "more"));
      await close();
      const [file = ""] = readdirSync(data).filter((each) => pattern.test(each));
      cpSync(join(data, file), join(data, "old"), { recursive: true });
      const second = await openIn(data);
      const [account] = (await activeFor(second.ledger, alice)).filter(({ templateId }) =>
        templateId.endsWith("Account"),
      );
      const archive = exerciseOf(accountId, account?.contractId ?? "", "Archive");
      await commit(second.ledger, commandsBy(alice, "z", archive));
      const upTo = second.ledger.ledgerEnd();
      await commit(second.ledger, pingBy(alice, "last"));
      const before = await activeFor(second.ledger, alice);
      await pruneNow(second.ledger, second.store, upTo);
      await second.close();
      rmSync(join(data, file), { recursive: true });
      cpSync(join(data, "old"), join(data, file), { recursive: true });
      const third = await openIn(data);
      expect(await activeFor(third.ledger, alice)).to.deep.equal(before);
      const again = await third.ledger.submitAndWait(commandsBy(alice, "zz", archive));
      expect(codeOf(again)).to.equal("CONTRACT_NOT_FOUND");
      await third.close();
    });
  }

  it("continues erasing after it was opened again, from wherever it was", async () => {
    const { data, store, ledger, past, close } = await pruned();
    for (let at = 0; at < 120; at++) {
      const { completionOffset } = await commit(ledger, pingBy(past.alice, `p${at}`));
      expect(completionOffset).to.be.above(past.end);
    }
    const before = await contractsOf(ledger, past);
    await close();
    const real: SqliteStore = rightOf(await sqliteStore({ file: join(data, "journal.db") }));
    const erase = async () => left({ kind: "closed" as const });
    const erasing = { ...real.capabilities.erasing, erase };
    const lazy = { ...real, capabilities: { ...real.capabilities, erasing } };
    const second = await openTest({ store: lazy, data });
    rightOf(await second.prune(past.end));
    await second.close();
    expect(erasedIn(await journalOf(real))).to.deep.equal([]);
    await real.close();
    expect(store.durability()).to.equal(undefined);
    await isSame(data, past, before);
    const again = rightOf(await sqliteStore({ file: join(data, "journal.db"), readOnly: true }));
    const [pruning] = await pruningsIn(again);
    expect(erasedIn(await journalOf(again))).to.have.length(pruning?.erased ?? -1);
    await again.close();
  });

  it("is signed with the same key after a restart", async () => {
    const { data, store, ledger, past, close } = await pruned();
    await pruneNow(ledger, store, past.mixedAt);
    await close();
    const again = await openIn(data);
    await pruneNow(again.ledger, again.store, past.end);
    const journal = await journalOf(again.store);
    expect(journal.filter(({ type }) => type === "SigningKeyPublished")).to.have.length(1);
    await again.close();
    afterwards(() => undefined);
  });
});
