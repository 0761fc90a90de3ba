import { expect } from "chai";
import type { Instrument } from "./instruments.js";
import { at, type KilledNode, listAt } from "./killed-node.js";
import type { Leg } from "./settlement.js";
import { interfaces, unitsOf, updatesOf, viewsOf } from "./views.js";

/** Units by party and administrator. */
export type Amounts = ReadonlyMap<string, bigint>;
const keyOf = (party: string, admin: string): string => `${party} ${admin}`;

const add = (amounts: Map<string, bigint>, party: string, admin: string, units: bigint): void => {
  const key = keyOf(party, admin);
  amounts.set(key, (amounts.get(key) ?? 0n) + units);
};

/** What parties have after they began with the same amount of each instrument. */
export const afterLegs = (
  parties: ReadonlyArray<string>,
  instruments: ReadonlyArray<Instrument>,
  begun: bigint,
  legs: ReadonlyArray<Leg>,
): Amounts => {
  const amounts = new Map<string, bigint>();
  for (const party of parties)
    for (const { admin } of instruments) add(amounts, party, admin, begun);
  for (const { instrument, from, to, units } of legs) {
    add(amounts, from, instrument.admin, -units);
    add(amounts, to, instrument.admin, units);
  }
  return amounts;
};

/** What the holdings of parties say, locked ones included or alone. */
export const byHoldings = async (
  node: KilledNode,
  parties: ReadonlyArray<string>,
  only: "all" | "locked" = "all",
): Promise<Amounts> => {
  const amounts = new Map<string, bigint>();
  for (const party of parties) {
    for (const { view } of await viewsOf(node, party, interfaces.holding)) {
      if (at(view, "account", "owner") !== party) continue;
      if (only === "locked" && at(view, "lock") === null) continue;
      add(amounts, party, String(at(view, "instrumentId", "admin")), unitsOf(at(view, "amount")));
    }
  }
  return amounts;
};

interface Told {
  readonly amounts: Amounts;
  /** How often each side of a leg is there. */
  readonly sides: ReadonlyMap<string, number>;
  /** How often each command was carried out. */
  readonly commands: ReadonlyMap<string, number>;
}

/** What the event logs of all instruments say, and which commands there were. */
export const byEventLog = async (
  node: KilledNode,
  parties: ReadonlyArray<string>,
  readers: ReadonlyArray<string>,
): Promise<Told> => {
  const amounts = new Map<string, bigint>();
  const sides = new Map<string, number>();
  const commands = new Map<string, number>();
  const count = (counts: Map<string, number>, key: string): void =>
    void counts.set(key, (counts.get(key) ?? 0) + 1);
  for (const update of await updatesOf(node, readers)) {
    if (at(update, "commandId") !== "") count(commands, String(at(update, "commandId")));
    for (const event of listAt(update, "events")) {
      const exercised = at(event, "ExercisedEvent");
      if (at(exercised, "choice") !== "EventLog_HoldingsChange") continue;
      const change = at(exercised, "choiceArgument");
      const owner = String(at(change, "account", "owner"));
      if (!parties.includes(owner)) continue;
      for (const side of listAt(change, "transferLegSides")) {
        const isReceived = at(side, "side") === "ReceiverSide";
        const units = unitsOf(at(side, "amount"));
        add(amounts, owner, String(at(change, "admin")), isReceived ? units : -units);
        count(sides, `${String(at(side, "transferLegId"))} ${String(at(side, "side"))}`);
      }
    }
  }
  return { amounts, sides, commands };
};

const sumOf = (units: ReadonlyArray<bigint>): bigint => units.reduce((sum, each) => sum + each, 0n);

/** The shares of a party in an item of its history. */
const sharesIn = (item: unknown, party: string): ReadonlyArray<unknown> =>
  [at(item, "sender"), ...listAt(item, "receivers")]
    .filter((share) => at(share, "party") === party)
    .map((share) => at(share, "amount"));

/** Throws unless the wallet of a party shows these coins everywhere, and so many allocations. */
export const expectWallet = async (
  node: KilledNode,
  party: string,
  expected: { readonly coins: bigint; readonly allocations: number },
): Promise<void> => {
  const query = `?party=${encodeURIComponent(party)}`;
  const balance = await node.answered("GET", `/v0/wallet/balance${query}`);
  const unlocked = unitsOf(at(balance, "effective_unlocked_qty"));
  const locked = unitsOf(at(balance, "effective_locked_qty"));
  expect(unlocked + locked, "the wallet's balance").to.equal(expected.coins);
  const coins = await node.answered("GET", `/v0/wallet/amulets${query}`);
  const effective = [...listAt(coins, "amulets"), ...listAt(coins, "locked_amulets")].map((each) =>
    unitsOf(at(each, "effective_amount")),
  );
  expect(sumOf(effective), "the wallet's coins").to.equal(expected.coins);
  const allocations = await node.answered("GET", `/v0/allocations${query}`);
  expect(listAt(allocations, "allocations")).to.have.lengthOf(expected.allocations);
  const body = { page_size: 1_000 };
  const history = await node.answered("POST", `/v0/wallet/transactions${query}`, body);
  const shares = listAt(history, "items").flatMap((item) => sharesIn(item, party));
  expect(sumOf(shares.map(unitsOf)), "the history").to.equal(unlocked);
  const csv = String(await node.answered("GET", `/v0/wallet/transactions/export${query}`));
  const [head = "", ...lines] = csv.trim().split("\n");
  const column = head.split(",").indexOf("balance_change");
  const changes = lines.map((line) => unitsOf(line.split(",")[column] ?? ""));
  expect(sumOf(changes), "the CSV").to.equal(unlocked);
};
