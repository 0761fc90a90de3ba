import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { testSeed, testSize } from "@tallystick/dev";
import {
  AcceptedTransferOffer,
  Amulet,
  AmuletTransferInstruction,
  LockedAmulet,
  MergeDelegation,
  TransferOffer,
  WalletAppInstall,
} from "@tallystick/coin";
import { openValidator, type Validator } from "@tallystick/node";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { randomFrom, StubbornUsers } from "../../fixtures/stubborn-users.js";

const kills = testSize("WALLET_KILLS");
const seed = testSeed();
/** Tries to read the journal, each of which waits for the ledger's views for some seconds. */
const maxTries = 20;
/** Kills after which everything is looked at; and at the end. */
const checkEvery = 20;

const child = fileURLToPath(new URL("../../fixtures/wallet-server-child.js", import.meta.url));
const names = ["alice", "bob", "carol", "dave"];
/** What one tap gives: 1 USD at 0.1 USD per CC. */
const tapUnits = 100_000_000_000n;

/** Lets users work with a server until it is killed; at times, but not last, before it serves. */
const workAndDie = async (
  data: string,
  users: StubbornUsers,
  random: (below: number) => number,
  isLast: boolean,
): Promise<void> => {
  const server = spawn("node", [child, data], { stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  server.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
  const ended = once(server, "exit");
  let killed = false;
  const kill = (): void => {
    killed = true;
    server.kill("SIGKILL");
  };
  if (random(8) === 0 && !isLast) setTimeout(kill, random(1_500));
  const base = await Promise.race([
    once(server.stdout, "data").then(([chunk]) => String(chunk).trim()),
    ended.then(() => undefined),
  ]);
  if (base !== undefined) {
    // after some answers, at whatever moment that is
    const until = users.answers + random(60) + (isLast ? 60 : 0);
    const watch = setInterval(() => {
      if (users.answers >= until) kill();
    }, 1 + random(7));
    // a request to a process that was killed may never be answered nor fail
    await Promise.race([users.workWith(base), ended]);
    clearInterval(watch);
    if (server.exitCode === null) kill();
  }
  await ended;
  if (!killed) throw new Error(`ended by itself: ${errors}`);
};

const opened = async (data: string): Promise<Validator> => {
  const validator = await openValidator({
    data,
    wallet: { amuletPrice: "0.1", tickMicros: 1_000_000 },
  });
  if (isLeft(validator)) throw new Error(validator.left.message);
  // nothing is to change while it is looked at
  validator.right.wallet.scheduler.pause();
  return validator.right;
};

const templates = [
  Amulet,
  LockedAmulet,
  TransferOffer,
  AcceptedTransferOffer,
  AmuletTransferInstruction,
  WalletAppInstall,
  MergeDelegation,
];

/** Everything the views show of the users. */
const shown = ({ wallet: { views } }: Validator, parties: ReadonlyArray<string>): string =>
  JSON.stringify(
    parties.map((party) => ({
      contracts: templates.map((template) => views.contractsOf(template, party)),
      history: views.historyBefore(party, undefined, 1_000_000).map(({ seq, json }) => [seq, json]),
    })),
  );

const textAt = (value: unknown, ...path: ReadonlyArray<string>): string => {
  const found = path.reduce<unknown>(
    (inner, key) =>
      typeof inner === "object" && inner !== null ? Reflect.get(inner, key) : undefined,
    value,
  );
  return typeof found === "string" ? found : "";
};

/** How often something has happened, by what it happened to. */
type Counts = Map<string, number>;
const add = (counts: Counts, key: string): void => void counts.set(key, (counts.get(key) ?? 0) + 1);

/** What the journal says of the users' taps, offers and transfers. */
const journalIn = async ({ ledger }: Validator, parties: ReadonlyArray<string>) => {
  const found = { taps: new Map(), offers: new Map(), paid: new Map(), transfers: new Map() } as {
    readonly [key in "taps" | "offers" | "paid" | "transfers"]: Counts;
  };
  const everything = { cumulative: [] };
  const updateFormat = {
    includeTransactions: {
      eventFormat: {
        filtersByParty: Object.fromEntries(parties.map((party) => [party, everything])),
      },
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
    },
  } as const;
  const query = { beginExclusive: 0, endInclusive: ledger.ledgerEnd(), updateFormat };
  for await (const item of ledger.queries.updates(query)) {
    if (isLeft(item)) {
      if (item.left.code === "SERVICE_NOT_RUNNING") return undefined;
      throw new Error(item.left.cause);
    }
    const { update } = item.right;
    if (!("Transaction" in update)) continue;
    for (const event of update.Transaction.value.events) {
      if ("CreatedEvent" in event) {
        const { templateId, createArgument } = event.CreatedEvent;
        if (templateId.endsWith(`:${TransferOffer.name}`))
          add(found.offers, textAt(createArgument, "trackingId"));
      } else if ("ExercisedEvent" in event) {
        const { choice, choiceArgument, exerciseResult, contractId } = event.ExercisedEvent;
        if (choice === "AmuletRules_DevNet_Tap")
          add(found.taps, textAt(choiceArgument, "receiver"));
        if (choice === "AcceptedTransferOffer_Complete")
          add(found.paid, textAt(exerciseResult, "trackingInfo", "trackingId"));
        if (choice === "TransferInstruction_Accept") add(found.transfers, contractId);
      }
    }
  }
  return found;
};

/** The same when the ledger's views have caught up, however busy the machine is. */
const journalOf = async (validator: Validator, parties: ReadonlyArray<string>) => {
  for (let tries = 1; tries <= maxTries; tries++) {
    const found = await journalIn(validator, parties);
    if (found !== undefined) return found;
  }
  throw new Error("the ledger's views do not catch up");
};

const sumOf = (counts: Counts): number => [...counts.values()].reduce((sum, it) => sum + it, 0);
const twice = (counts: Counts): ReadonlyArray<string> =>
  [...counts].flatMap(([key, count]) => (count > 1 ? [key] : []));

/** Units of all coins of the users, locked ones included. */
const coinsOf = ({ wallet: { views } }: Validator, parties: ReadonlyArray<string>): bigint => {
  let sum = 0n;
  for (const party of parties) {
    for (const { payload } of views.of(Amulet, party))
      if (payload.owner === party) sum += payload.amount.initialAmount;
    for (const { payload } of views.of(LockedAmulet, party))
      if (payload.amulet.owner === party) sum += payload.amulet.amount.initialAmount;
  }
  return sum;
};

const expectLawful = async (data: string, users: StubbornUsers): Promise<number> => {
  const kept = await opened(data);
  const parties = names.flatMap((name) => kept.wallet.users.partyOf(name) ?? []);
  const journal = await journalOf(kept, parties);
  const taps = sumOf(journal.taps);
  expect(coinsOf(kept, parties), "coins").to.equal(BigInt(taps) * tapUnits);
  const tapIds = users.ids("taps");
  expect(taps, "taps").to.be.within(tapIds.done.length, tapIds.sent.length);
  expect(twice(journal.offers), "tracking ids used twice").to.deep.equal([]);
  expect(twice(journal.paid), "offers paid twice").to.deep.equal([]);
  expect(twice(journal.transfers), "transfers accepted twice").to.deep.equal([]);
  const lost = users.ids("offers").done.filter((id) => !journal.offers.has(id));
  expect(lost, "offers that were answered and are not there").to.deep.equal([]);
  const before = shown(kept, parties);
  await kept.close();
  for (const file of readdirSync(data))
    if (file.startsWith("wallet.db")) rmSync(join(data, file), { recursive: true, force: true });
  const replayed = await opened(data);
  expect(shown(replayed, parties) === before, "views as after a fresh replay").to.equal(true);
  await replayed.close();
  return taps + sumOf(journal.offers) + sumOf(journal.paid) + sumOf(journal.transfers);
};

describe("a wallet over HTTP whose process is killed", () => {
  let data: string;
  before(() => {
    data = mkdtempSync(join(tmpdir(), "tallystick-killed-wallet-"));
  });
  after(() => rmSync(data, { recursive: true, force: true }));

  it(`loses and makes no coin, and does nothing twice, in ${kills} kills (seed ${seed})`, async () => {
    const random = randomFrom(seed);
    const users = new StubbornUsers(names, random);
    let happened = 0;
    for (let kill = 1; kill <= kills; kill++) {
      await workAndDie(data, users, random, kill === kills);
      if (kill % checkEvery !== 0 && kill !== kills) continue;
      happened = await expectLawful(data, users);
      if (kills <= checkEvery) continue;
      const done = `${users.answers} answers, ${happened} effects in the journal`;
      process.stdout.write(`      after ${kill} kills: ${done}\n`);
    }
    expect(users.unexpected).to.deep.equal([]);
    // a process in which nothing happens would lose nothing
    expect(happened).to.be.above(kills);
  });
});
