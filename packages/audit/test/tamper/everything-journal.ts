import { AmuletRules_DevNet_Tap } from "@tallystick/coin";
import { encodeLedgerEvent, type LedgerEvent } from "@tallystick/core";
import {
  type Erasure,
  type EventStore,
  inMemoryStore,
  type NewEvent,
  type RecordedEvent,
} from "@tallystick/event-store";
import { type Ledger, orThrow } from "@tallystick/node";
import { testCoin } from "@tallystick/testing";
import { isLeft } from "fp-ts/lib/Either.js";
import { lastOfType, pagesAfter } from "../../src/log/audited-journal.js";
import { pingTemplate } from "../rules/external-wallet.js";
import { eventOf, everything, fail } from "./forged-events.js";

const stream = "participant-participant";

/** An event as the journal has it, and its data before it was erased. */
interface PastRow extends RecordedEvent {
  readonly whole: string;
}

const eventsIn = async (
  store: Pick<EventStore, "readStream" | "lastEvent">,
  name = stream,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const events: Array<RecordedEvent> = [];
  for await (const page of pagesAfter({ store, stream: name }, 0)) events.push(...page);
  return events;
};

const put = async (
  store: EventStore,
  name: string,
  revision: number,
  event: NewEvent,
): Promise<void> => {
  const appended = await store.append(name, revision === 0 ? "no-stream" : revision - 1, [event]);
  if (isLeft(appended)) throw new Error(JSON.stringify(appended.left));
};

const append = async (store: EventStore, event: LedgerEvent, id: string): Promise<void> => {
  const end = (await eventsIn(store)).length;
  const { type, data } = encodeLedgerEvent(event, end + 1);
  await put(store, stream, end, { id, type, data, metadata: "" });
};

/** Says that the journal was forked, and restored, as commands on its folder do. */
const sayCopied = async (store: EventStore): Promise<void> => {
  for (const type of ["JournalForked", "JournalRestored"] as const) {
    const last = (await eventsIn(store)).at(-1) ?? fail("event");
    const { recordTime } = eventOf(last);
    const offset = last.revision + 1;
    const said = { type, offset, hash: last.hash, reason: "a trial", recordTime };
    await append(store, said, `0199b1c2-0000-7000-8000-00000000000${offset % 10}`);
  }
};

/** Administration that an ordinary day does not have. */
const administer = async (ledger: Ledger): Promise<void> => {
  const { party } = orThrow(await ledger.allocateParty({ partyIdHint: "dora" }));
  const ofDora = { identityProviderId: "", resourceVersion: "", isLocal: true };
  const annotations = { color: "red" };
  const mask = ["local_metadata.annotations"];
  orThrow(await ledger.updateParty({ party, updateMask: mask, annotations, ...ofDora }));
  const idp = (name: string) => ({
    identityProviderId: name,
    issuer: `https://${name}.example`,
    jwksUrl: `https://${name}.example/keys`,
    isDeactivated: false,
    audience: "",
  });
  for (const name of ["taken", "last"]) orThrow(await ledger.createIdentityProvider(idp(name)));
  const config = { ...idp("last"), audience: "us" };
  orThrow(await ledger.updateIdentityProvider({ config, updateMask: ["audience"] }));
  const rights = [{ kind: "CanReadAs", party }] as const;
  for (const userId of ["erin", "fred"]) orThrow(await ledger.createUser({ userId, rights }));
  const erin = {
    userId: "erin",
    primaryParty: party,
    isDeactivated: false,
    annotations,
    identityProviderId: "",
    primaryPartyAuthentication: false,
    resourceVersion: "",
  };
  orThrow(await ledger.updateUser({ ...erin, updateMask: ["primary_party"] }));
  orThrow(await ledger.grantUserRights("erin", [{ kind: "CanActAs", party }]));
  orThrow(await ledger.revokeUserRights("erin", [{ kind: "CanActAs", party }]));
  orThrow(await ledger.moveUser("fred", "", "taken"));
  orThrow(await ledger.moveParty(party, "", "taken"));
  orThrow(await ledger.moveParty(party, "taken", ""));
  orThrow(await ledger.deleteUser("fred", "taken"));
  orThrow(await ledger.deleteIdentityProvider("last"));
};

/** One command twice, which a period of deduplication allows that begins between them. */
const repeated = async (ledger: Ledger, store: EventStore, party: string): Promise<void> => {
  const createArguments = { id: "repeated", initiator: party, responder: party };
  const command = { kind: "CreateCommand", templateId: pingTemplate, createArguments } as const;
  const commands = { commandId: "again", actAs: [party], userId: "me", commands: [command] };
  orThrow(await ledger.submitAndWait(commands));
  const offset = (await eventsIn(store)).length;
  const deduplicationPeriod = { kind: "offset", offset } as const;
  orThrow(await ledger.submitAndWait({ ...commands, deduplicationPeriod }));
};

/** Prunes a journal, and waits until that is done. */
const pruned = async (ledger: Ledger, store: EventStore, upTo: number): Promise<void> => {
  orThrow(await ledger.prune(upTo));
  const isErased = async (): Promise<boolean> => {
    const said = eventOf((await lastOfType({ store, stream }, "JournalPruned")) ?? fail("pruning"));
    const erased = (await eventsIn(store)).filter((each) => each.erased !== undefined);
    return said.type === "JournalPruned" && said.erased === erased.length;
  };
  while (!(await isErased())) await new Promise((resume) => setTimeout(resume, 5));
};

/** A journal in which every type of event is, and the archives of its packages. */
export const journalOfEverything = async (): Promise<{
  readonly events: ReadonlyArray<PastRow>;
  readonly archives: ReadonlyArray<RecordedEvent>;
}> => {
  const store = inMemoryStore();
  const first = await testCoin({ store });
  const before = await first.users({ ann: "100", ben: "10" });
  await first.transfer(before.ben, before.ann, "2");
  await first.close();
  await sayCopied(store);
  const whole = await eventsIn(store);
  // what comes before is fixed by its signature, so that all else comes later
  const t = await testCoin({ store, seed: 2 });
  await pruned(t.ledger, store, whole.length - 4);
  const { alice, bob } = await t.users({ alice: "100", bob: "0" });
  await everything(t);
  await t.transfer(alice, bob, "12.5");
  const { amuletRules, round } = await t.network();
  const argument = { receiver: bob, amount: "1", openRound: round.contractId };
  const as = { actAs: bob, readAs: [t.dso], commandId: "twice" };
  for (const _time of [1, 2])
    await t.exercise(AmuletRules_DevNet_Tap, amuletRules, argument, as).catch(() => "a duplicate");
  await repeated(t.ledger, store, alice);
  await t.ledger.drawDisclosureKey();
  await administer(t.ledger);
  const vetted = (await eventsIn(store)).find(({ data }) => data.includes('"format":"daml-lf"'));
  const registered = eventOf(vetted ?? fail("package"));
  if (registered.type !== "PackageRegistered") return fail("package");
  const { packageId } = registered;
  const reference = [{ packageId, packageName: "", packageVersion: "" }];
  const change = { kind: "unvet", packages: reference } as const;
  const how = { dryRun: false, allowUnvettedDependencies: true };
  orThrow(await t.ledger.updateVetting({ changes: [change], ...how }));
  await t.close();
  const events = await eventsIn(store);
  return {
    events: events.map((event, at) => ({ ...event, whole: whole[at]?.data ?? event.data })),
    archives: await archivesIn(store, events),
  };
};

const archivesIn = async (
  store: EventStore,
  events: ReadonlyArray<RecordedEvent>,
): Promise<ReadonlyArray<RecordedEvent>> => {
  const found: Array<RecordedEvent> = [];
  for (const row of events) {
    const event = row.type === "PackageRegistered" ? eventOf(row) : undefined;
    if (event?.type !== "PackageRegistered" || !row.data.includes('"format":"daml-lf"')) continue;
    found.push(...(await eventsIn(store, `package-${event.packageId}`)));
  }
  return found;
};

/** The text of an event behind a forged one: what names the hash before it names the new one. */
const fitting = async (store: EventStore, row: PastRow): Promise<string> => {
  if (row.type !== "JournalForked" && row.type !== "JournalRestored") return row.whole;
  const last = (await eventsIn(store)).at(-1) ?? fail("event");
  const event = Object.assign({}, eventOf({ ...row, data: row.whole }), { hash: last.hash });
  return encodeLedgerEvent(event, row.revision + 1).data;
};

/** The journal again, with other data at an offset, and every hash computed again. */
export const rebuilt = async (
  events: ReadonlyArray<PastRow>,
  archives: ReadonlyArray<RecordedEvent>,
  forged?: { readonly offset: number; readonly data: string },
) => {
  const store = inMemoryStore();
  for (const { stream: name, revision, id, type, data } of archives)
    await put(store, name, revision, { id, type, data, metadata: "" });
  for (const row of events) {
    const { revision, id, type } = row;
    const isAfter = forged !== undefined && revision >= forged.offset;
    const data = isAfter ? await fitting(store, row) : row.whole;
    const written = forged?.offset === revision + 1 ? forged.data : data;
    await put(store, stream, revision, { id, type, data: written, metadata: "" });
  }
  const erasures = events.flatMap(
    ({ revision, erased, data }): ReadonlyArray<Erasure> =>
      erased === undefined ? [] : [{ revision, data }],
  );
  const erased = await store.capabilities.erasing?.erase(stream, erasures);
  if (erased === undefined) return fail("erase");
  if (isLeft(erased)) return fail(JSON.stringify(erased.left));
  return { store, stream };
};
