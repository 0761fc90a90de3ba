import { existsSync } from "node:fs";
import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { emptyLedger, getIn, type LedgerSettings } from "@tallystick/core";
import { inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import type { Ledger } from "../../src/ledger/ledger.js";
import { defaultLedgerConfig } from "../../src/ledger/ledger-config.js";
import { readSnapshot, snapshotPath } from "../../src/snapshot/snapshot-file.js";
import { accountId, iouId } from "../iou-package.js";
import { contentOf, replayed } from "../snapshot/snapshot-state.js";
import {
  accountBy,
  activeFor,
  all,
  allocate,
  commandsBy,
  commit,
  completionsFor,
  contractAt,
  exerciseOf,
  iouBy,
  journalOf,
  leftOf,
  openTest,
  pingBy,
  streamName,
  tempFolder,
} from "../test-ledger.js";
import { watchedStore } from "../pipeline/watched-store.js";

const settings: LedgerSettings = emptyLedger().settings;

const snapshotIn = async (folder: string) => {
  const found = await readSnapshot(folder, streamName, settings);
  if (found === undefined) throw new Error("there is no snapshot");
  return found;
};

const fill = async (ledger: Ledger, count: number): Promise<string> => {
  const alice = await allocate(ledger, "alice");
  const bob = await allocate(ledger, "bob");
  const pings = Array.from({ length: count }, (_, at) =>
    commit(ledger, pingBy(alice, `ping-${at}`)),
  );
  await Promise.all(pings);
  await commit(ledger, accountBy(alice, "main", "account"));
  await commit(ledger, iouBy(alice, bob, "issue", "0.0000000001"));
  return alice;
};

describe("A snapshot", () => {
  it("is written on close and holds what a replay of the journal gives", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const ledger = await openTest({ store, data });
    await fill(ledger, 30);
    expect(existsSync(snapshotPath(data))).to.equal(false);
    await ledger.close();
    const { state, hash } = await snapshotIn(data);
    const journal = await journalOf(store);
    expect(state.offset).to.equal(journal.length);
    expect(hash).to.equal(journal.at(-1)?.hash);
    expect(contentOf(state)).to.deep.equal(contentOf(replayed(journal)));
  });

  it("is not written without a folder", async () => {
    const ledger = await openTest({});
    await fill(ledger, 1);
    await ledger.close();
    expect(existsSync(snapshotPath("."))).to.equal(false);
  });

  it("is what the next start reads, and only the events after it", async () => {
    const [store, data] = [watchedStore(inMemoryStore()), tempFolder()];
    const first = await openTest({ store, data });
    await fill(first, 100);
    await first.close();
    const old = join(data, "old");
    await rename(snapshotPath(data), old);
    const second = await openTest({ store, data });
    const end = second.ledgerEnd();
    await allocate(second, "carol");
    await second.close();
    await rm(snapshotPath(data), { recursive: true });
    await rename(old, snapshotPath(data));
    store.eventsRead = 0;
    const third = await openTest({ store, data });
    expect(third.ledgerEnd()).to.equal(end + 1);
    // the first event, the event the snapshot was taken after, the one after it, and the one the
    // views folded last; these read the one after it too if they have begun to
    expect(store.eventsRead).to.be.within(4, 5);
  });

  it("costs only time when it is gone", async () => {
    const [store, data] = [watchedStore(inMemoryStore()), tempFolder()];
    const first = await openTest({ store, data });
    const alice = await fill(first, 100);
    const before = [await activeFor(first, alice), await completionsFor(first, alice)];
    const end = first.ledgerEnd();
    await first.close();
    await rm(snapshotPath(data), { recursive: true });
    store.eventsRead = 0;
    const second = await openTest({ store, data });
    // each once, the first and the last again
    expect(store.eventsRead).to.equal(end + 2);
    expect([await activeFor(second, alice), await completionsFor(second, alice)]).to.deep.equal(
      before,
    );
    expect(leftOf(await second.submitAndWait(pingBy(alice, "ping-7"))).code).to.equal(
      "DUPLICATE_COMMAND",
    );
  });

  it("is written every so many events while commands continue, whole and of one moment", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    const ledger = await openTest({ store, data, config: { snapshotEveryEvents: 50 } });
    const alice = await allocate(ledger, "alice");
    const seen = new Set<number>();
    let submitting = true;
    const submitter = (async () => {
      for (let at = 0; submitting; at++) {
        await Promise.all([
          commit(ledger, pingBy(alice, `p${at}`)),
          commit(ledger, accountBy(alice, `name${at}`, `a${at}`)),
        ]);
      }
    })();
    while (seen.size < 3) {
      const found = await readSnapshot(data, streamName, settings);
      await new Promise<void>((resume) => setTimeout(resume, 1));
      if (found === undefined || seen.has(found.state.offset)) continue;
      seen.add(found.state.offset);
      const journal = (await journalOf(store)).slice(0, found.state.offset);
      expect(found.hash).to.equal(journal.at(-1)?.hash);
      expect(contentOf(found.state)).to.deep.equal(contentOf(replayed(journal)));
    }
    submitting = false;
    await submitter;
    expect(seen.size).to.equal(3);
  });

  it("that cannot be written does not disturb the ledger", async () => {
    const data = tempFolder();
    const ledger = await openTest({
      store: inMemoryStore(),
      data,
      config: { snapshotEveryEvents: 1 },
    });
    await rm(data, { recursive: true });
    await fill(ledger, 5);
    expect(ledger.ready()).to.equal(true);
    await ledger.close();
  });

  it("forgets as the journal does what left the deduplication window", async () => {
    const [store, data] = [inMemoryStore(), tempFolder()];
    let now = 1_700_000_000_000_000;
    const clock = (): number => now;
    const config = { maxDeduplicationMicros: 60_000_000 };
    const first = await openTest({ store, data, clock, config });
    const alice = await allocate(first, "alice");
    await commit(first, pingBy(alice, "old"));
    now += 90_000_000;
    await commit(first, pingBy(alice, "new"));
    await first.close();
    const second = await openTest({ store: watchedStore(store), data, clock, config });
    await commit(second, pingBy(alice, "old"));
    expect(leftOf(await second.submitAndWait(pingBy(alice, "new"))).code).to.equal(
      "DUPLICATE_COMMAND",
    );
    const offsetPeriod = { kind: "offset" as const, offset: 0 };
    const reaching = { ...pingBy(alice, "reaching"), deduplicationPeriod: offsetPeriod };
    expect(leftOf(await second.submitAndWait(reaching)).code).to.equal(
      "INVALID_DEDUPLICATION_PERIOD",
    );
  });
});

describe("Contracts from a snapshot", () => {
  const reopened = async () => {
    const data = tempFolder();
    const first = await openTest({ data });
    const alice = await fill(first, 3);
    const [iou] = (await activeFor(first, alice)).filter(({ templateId }) =>
      templateId.endsWith(":Iou"),
    );
    if (iou === undefined) throw new Error("no iou");
    await first.close();
    const ledger = await openTest({ data });
    return { data, ledger, alice, bob: iou.observers[0] ?? "", iou };
  };

  it("are the same object for whoever asks again", async () => {
    const { data, ledger, iou } = await reopened();
    await ledger.close();
    const { state } = await snapshotIn(data);
    const contract = getIn(state.contracts, iou.contractId);
    expect(contract).to.equal(getIn(state.contracts, iou.contractId));
    expect(contract?.payload).to.deep.equal(iou.createArgument);
  });

  it("can be exercised, archived and found by key", async () => {
    const { ledger, alice, bob, iou } = await reopened();
    const transfer = exerciseOf(iouId, iou.contractId, "Transfer", { newOwner: alice });
    const { completionOffset } = await commit(ledger, commandsBy(bob, "transfer", transfer));
    const moved = await contractAt(ledger, alice, completionOffset);
    await commit(ledger, commandsBy(alice, "archive", exerciseOf(iouId, moved, "Archive")));
    expect(await activeFor(ledger, bob)).to.deep.equal([]);
    const byKey = {
      kind: "ExerciseByKeyCommand" as const,
      templateId: accountId,
      contractKey: { owner: alice, name: "main" },
      choice: "Archive",
      choiceArgument: {},
    };
    await commit(ledger, commandsBy(alice, "by-key", byKey));
  });

  it("can be shown to a stranger, whose use of them is checked against their blob", async () => {
    const { ledger, alice, bob, iou } = await reopened();
    const carol = await allocate(ledger, "carol");
    const format = {
      kind: "template" as const,
      templateId: iouId,
      includeCreatedEventBlob: true,
    };
    const query = {
      activeAtOffset: ledger.ledgerEnd(),
      eventFormat: { filtersByParty: { [bob]: { cumulative: [format] } } },
    };
    const [shown] = await all(ledger.queries.activeContracts(query));
    const createdEventBlob =
      shown?.contractEntry.JsActiveContract.createdEvent.createdEventBlob ?? "";
    const transfer = exerciseOf(iouId, iou.contractId, "Transfer", { newOwner: alice });
    const unseen = commandsBy(carol, "steal", transfer);
    expect(leftOf(await ledger.submitAndWait(unseen)).code).to.equal("CONTRACT_NOT_FOUND");
    const disclosed = { ...unseen, disclosedContracts: [{ createdEventBlob }] };
    expect(leftOf(await ledger.submitAndWait(disclosed)).code).to.equal("DAML_AUTHORIZATION_ERROR");
  });

  it("are the same in the next snapshot, read or not", async () => {
    const { data, ledger, alice } = await reopened();
    await commit(ledger, pingBy(alice, "one-more"));
    await ledger.close();
    const second = await openTest({ data });
    const ping = (await activeFor(second, alice)).find(({ templateId }) =>
      templateId.endsWith(":Ping"),
    );
    const templateId = ping?.templateId ?? "";
    const archive = exerciseOf(templateId, ping?.contractId ?? "", "Archive");
    await commit(second, commandsBy(alice, "archive", archive));
    await second.close();
    const lazily = contentOf((await snapshotIn(data)).state);
    await rm(snapshotPath(data), { recursive: true });
    const third = await openTest({ data });
    await third.close();
    expect(lazily).to.deep.equal(contentOf((await snapshotIn(data)).state));
  });
});

describe("The configuration of a snapshot", () => {
  it("is the one that was applied last", async () => {
    const data = tempFolder();
    const ledger = await openTest({ data });
    await fill(ledger, 3);
    await ledger.close();
    const { configuration } = (await snapshotIn(data)).state;
    expect(configuration.deduplicationWindowMicros).to.equal(
      defaultLedgerConfig.maxDeduplicationMicros,
    );
    expect(configuration.packageCode.length).to.be.above(0);
    expect(configuration.softwareVersion).to.match(/^[0-9]+[.]/);
  });
});
