import { type EventStore, inMemoryStore } from "@tallystick/event-store";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/ledger/ledger.js";
import { openLedger } from "../../src/open/open-ledger.js";
import {
  activeFor,
  afterwards,
  allocate,
  codeOf,
  commit,
  journalOf,
  leftOf,
  openTest,
  optionsOf,
  pingBy,
  tempFolder,
} from "../test-ledger.js";

const shared = { sharedJournal: true };

const openPair = async (): Promise<{ store: EventStore; writer: Ledger; follower: Ledger }> => {
  const store = inMemoryStore();
  const writer = await openTest({ store, config: shared });
  const follower = await openTest({ store, config: { ...shared, follow: true } });
  return { store, writer, follower };
};

describe("A node that follows", () => {
  it("has what the writer committed, once it has waited for its offset", async () => {
    const { writer, follower } = await openPair();
    const alice = await allocate(writer, "alice");
    for (const id of ["a", "b", "c"]) {
      const { completionOffset } = await commit(writer, pingBy(alice, id));
      expect(await follower.waitForOffset(completionOffset, 60_000)).to.equal(true);
      expect(await activeFor(follower, alice)).to.deep.equal(await activeFor(writer, alice));
    }
    expect(follower.participantId).to.equal(writer.participantId);
    expect(follower.ready()).to.equal(true);
    expect(await follower.waitForOffset(writer.ledgerEnd() + 1, 5)).to.equal(false);
  });

  it("refuses every change with the error of a passive replica, and writes nothing", async () => {
    const { store, writer, follower } = await openPair();
    const alice = await allocate(writer, "alice");
    const before = await journalOf(store);
    const external = { transactions: [], multiHashSignatures: [] };
    const provider = {
      identityProviderId: "p",
      issuer: "i",
      jwksUrl: "https://p.example/jwks",
      isDeactivated: false,
      audience: "",
    };
    const vet = { changes: [], allowUnvettedDependencies: false };
    const answers = await Promise.all([
      follower.submit(pingBy(alice, "x")),
      follower.submitAndWait(pingBy(alice, "y")),
      follower.allocateParty({ partyIdHint: "bob" }),
      follower.createUser({ userId: "u" }),
      follower.deleteUser("participant_admin"),
      follower.grantUserRights("participant_admin", [{ kind: "CanReadAsAnyParty" }]),
      follower.createIdentityProvider(provider),
      follower.updateVetting({ ...vet, dryRun: false }),
      follower.uploadDar(new Uint8Array(), true),
    ]);
    for (const answer of answers) expect(codeOf(answer)).to.equal("NODE_IS_PASSIVE_REPLICA");
    expect(leftOf(answers[0]).definiteAnswer).to.equal(true);
    expect(codeOf(await follower.allocateExternalParty(external))).to.not.equal("ok");
    expect(await journalOf(store)).to.deep.equal(before);
  });

  it("is never the preferred writer, and does not begin an empty journal", async () => {
    const { store, follower } = await openPair();
    expect(follower.isPreferredWriter()).to.equal(false);
    // the writer may have said it more than once
    const said = (await journalOf(store, "writer-participant")).map(({ data }) => data);
    expect(new Set(said).size).to.be.below(2);
    const empty = inMemoryStore();
    afterwards(() => empty.close());
    const opened = await openLedger(
      optionsOf({ store: empty, config: { ...shared, follow: true } }),
    );
    expect(isLeft(opened) && opened.left).to.deep.include({ kind: "config" });
    expect(await journalOf(empty)).to.deep.equal([]);
  });

  it("needs a journal that others write", async () => {
    const opened = await openLedger(optionsOf({ config: { follow: true } }));
    expect(leftOf(opened).message).to.match(/^follow: expected a journal that other nodes write/);
  });

  it("keeps views of its own, and continues with them when it is opened again", async () => {
    const store = inMemoryStore();
    const writer = await openTest({ store, config: shared });
    const alice = await allocate(writer, "alice");
    const options = { store, data: tempFolder(), config: { ...shared, follow: true } };
    const first = await openTest(options);
    await commit(writer, pingBy(alice, "a"));
    expect(await first.waitForOffset(writer.ledgerEnd(), 5_000)).to.equal(true);
    await first.close();
    const { completionOffset } = await commit(writer, pingBy(alice, "b"));
    const second = await openTest(options);
    expect(second.ledgerEnd()).to.equal(completionOffset);
    expect(await activeFor(second, alice)).to.deep.equal(await activeFor(writer, alice));
  });
});

describe("The preferred writer of a ledger", () => {
  it("is the only node where no one else writes", async () => {
    const ledger = await openTest();
    let called = 0;
    ledger.onPreferredWriter(() => {
      called += 1;
    });
    expect([ledger.isPreferredWriter(), called]).to.deep.equal([true, 0]);
  });

  it("is one of several, and another when that one closes", async () => {
    const store = inMemoryStore();
    const config = { ...shared, writerBeatMs: 5, writerSilenceMs: 2_000 };
    const nodes = await Promise.all([1, 2, 3].map(() => openTest({ store, config })));
    const writers = () => nodes.filter((node) => node.isPreferredWriter());
    await Promise.any(
      nodes.map((node) => new Promise<void>((resolve) => node.onPreferredWriter(resolve))),
    );
    expect(writers()).to.have.length(1);
    const [first] = writers();
    const rest = nodes.filter((node) => node !== first);
    const taken = Promise.any(
      rest.map((node) => new Promise<void>((resolve) => node.onPreferredWriter(resolve))),
    );
    await first?.close();
    await taken;
    expect(writers()).to.have.length(1);
    expect(writers()[0]).to.not.equal(first);
  });

  it("is silent for longer than it waits between two signs", async () => {
    const opened = await openLedger(
      optionsOf({ config: { ...shared, writerBeatMs: 10, writerSilenceMs: 19 } }),
    );
    expect(leftOf(opened).message).to.match(/^writerSilenceMs: expected at least twice/);
  });
});
