import fc from "fast-check";
import { numericFromUnits } from "@tallystick/core";
import { coinInputs, type TransferInput } from "../../src/index.js";
import { dso, minute, rightOf } from "../coin-fixture.js";
import type { Coin } from "./coin-reading.js";
import { one } from "./naive-model.js";
import { type Attempt, counted, type Flow, type LawWorld, users } from "./law-world.js";

/**
 * One step of a history: plain data until it meets a world, so that histories can be shrunk and
 * printed.
 */
export class LawStep {
  constructor(
    readonly name: string,
    private readonly data: unknown,
    private readonly act: (world: LawWorld) => void,
  ) {}

  /** Plans and carries it out. Throws when something is not lawful, naming the step. */
  run(world: LawWorld): void {
    try {
      this.act(world);
      world.check();
    } catch (thrown) {
      throw new Error(`${this.name}: ${String(thrown)}`, { cause: thrown });
    }
  }

  /** How a history that went wrong is shown. */
  [fc.toStringMethod](): string {
    return `${this.name} ${fc.stringify(this.data).replaceAll(/::[0-9a-f]+/g, "")}`;
  }
}

/** One operation of the table. */
export interface Operation {
  readonly name: string;
  /** How often it is done compared with the others. */
  readonly weight: number;
  readonly steps: fc.Arbitrary<LawStep>;
  /** True for what no one may do, however they try. */
  readonly mustFail: boolean;
  /** True for a command of someone, which must be accepted at times unless it must fail. */
  readonly isCommand: boolean;
}

/** An operation that submits one command. */
export const operation = <D>(definition: {
  readonly name: string;
  readonly weight?: number;
  /** What it does to the totals; default: nothing. */
  readonly flow?: Flow;
  /** True for what no one may do; default: false. */
  readonly mustFail?: boolean;
  readonly data: fc.Arbitrary<D>;
  /** What to submit; undefined when there is nothing to do it on. */
  readonly plan: (world: LawWorld, data: D) => Attempt | undefined;
}): Operation => {
  const { name, weight = 1, flow = "keeps", mustFail = false, data, plan } = definition;
  const happens = happening({
    name,
    weight,
    data,
    act: (world, drawn) => {
      const planned = plan(world, drawn);
      if (planned === undefined) counted(world.tally, name, "idle");
      else world.perform(name, flow, planned);
    },
  });
  return { ...happens, mustFail, isCommand: true };
};

/** An operation that is no command of anyone, such as time that passes. */
export const happening = <D>(definition: {
  readonly name: string;
  readonly weight?: number;
  readonly data: fc.Arbitrary<D>;
  readonly act: (world: LawWorld, data: D) => void;
}): Operation => {
  const { name, weight = 1, data, act } = definition;
  const steps = data.map((drawn) => new LawStep(name, drawn, (world) => act(world, drawn)));
  return { name, weight, steps, mustFail: false, isCommand: false };
};

/** An index into a list that is not known yet. */
export const index = fc.nat({ max: 1000 });

/** The member of a list that an index means; undefined when the list is empty. */
export const pick = <A>(list: ReadonlyArray<A>, at: number): A | undefined =>
  list[at % list.length];

/** A party with coins. */
export const user = fc.constantFrom(...users);

/** Who acts: mostly who should. */
export const actor = fc.oneof(
  { weight: 6, arbitrary: fc.constant(undefined) },
  { weight: 1, arbitrary: fc.constantFrom(...users, dso) },
);

/** An amount in units: dust, something usual, or a lot. */
export const units = fc.oneof(
  fc.bigInt({ min: 1n, max: 3000n }),
  fc.bigInt({ min: 1n, max: 1000n * one }),
  fc.bigInt({ min: 1n, max: 10n ** 12n }).map((whole) => whole * one),
);

/** Units as the Numeric that a command takes. */
export const numericOf = (amount: bigint) => rightOf(numericFromUnits(amount));

/** From now, in microseconds; also a little in the past. */
export const fromNow = fc.integer({ min: -5, max: 600 }).map((minutes) => minutes * minute);

/** Which coins are spent. */
interface Picks {
  readonly count: number;
  readonly from: number;
  /** Another coin, of anyone, by index. */
  readonly foreign: number | undefined;
  /** Whether coins in a lock that lasts may be among them. */
  readonly locked: boolean;
  /** One coin twice. */
  readonly twice: boolean;
}

/** Something now and then, mostly nothing. */
export const rarely = <A>(arbitrary: fc.Arbitrary<A>, oneIn = 14): fc.Arbitrary<A | undefined> =>
  fc.oneof({ weight: oneIn - 1, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary });

const sometimes = rarely(fc.constant(true)).map((is) => is === true);

/** Which coins are spent: some of one's own, now and then something one must not spend. */
export const picks: fc.Arbitrary<Picks> = fc.record({
  count: fc.oneof(
    { weight: 9, arbitrary: fc.integer({ min: 1, max: 5 }) },
    fc.constantFrom(0, 100, 101),
  ),
  from: index,
  foreign: rarely(index),
  locked: sometimes,
  twice: sometimes,
});

/** Coins chosen as inputs, and what they come to. */
export interface Chosen {
  readonly coins: ReadonlyArray<Coin>;
  readonly contractIds: ReadonlyArray<string>;
  readonly inputs: ReadonlyArray<TransferInput>;
  readonly sum: bigint;
  /** Whether the sender may spend them now, all in one transfer. */
  readonly spendable: boolean;
}

/** Most inputs of a transfer. */
export const mostInputs = 100;

/**
 * The coins that picks mean, for a transfer by the rules: a locked coin is no input of one, even
 * after its time.
 */
export const chosenBy = (world: LawWorld, sender: string, picked: Picks): Chosen =>
  chosen(world, sender, picked, ({ lock }) => lock === undefined);

/**
 * The holdings that picks mean, for an operation of the token standard: a lock whose time is over
 * does not matter.
 */
export const holdingsBy = (world: LawWorld, sender: string, picked: Picks): Chosen =>
  chosen(world, sender, picked, ({ lock }) => (lock?.expiresAt ?? 0) <= world.ledger.now);

const chosen = (
  world: LawWorld,
  sender: string,
  picked: Picks,
  isInput: (coin: Coin) => boolean,
): Chosen => {
  const own = world.coinsOf(sender).filter((coin) => picked.locked || isInput(coin));
  const start = own.length === 0 ? 0 : picked.from % own.length;
  const coins = [...own.slice(start), ...own.slice(0, start)].slice(0, picked.count);
  const foreign =
    picked.foreign === undefined ? undefined : pick([...world.coins.values()], picked.foreign);
  if (foreign !== undefined) coins.push(foreign);
  const [first] = coins;
  if (picked.twice && first !== undefined) coins.push(first);
  return {
    coins,
    contractIds: coins.map(({ contractId }) => contractId),
    inputs: coinInputs(coins.map(({ contractId }) => contractId)),
    sum: coins.reduce((sum, coin) => sum + coin.units, 0n),
    spendable:
      coins.length <= mostInputs &&
      new Set(coins).size === coins.length &&
      coins.every((coin) => coin.owner === sender && isInput(coin)),
  };
};

/** Tells the model that expired locks of coins spent are gone. */
export const unlockSpent = ({ model }: LawWorld, { coins }: Chosen): void => {
  for (const { contractId, lock } of coins) if (lock !== undefined) model.unlock(contractId);
};

/** How much of what there is: a part of it, all of it, or one unit too many. */
export const share = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0, max: 700 }) },
  { weight: 1, arbitrary: fc.constantFrom<"all" | "over">("all", "over") },
);

/** The part of an amount that a share means. */
export const partOf = (whole: bigint, drawn: number | "all" | "over"): bigint => {
  if (drawn === "all") return whole;
  return drawn === "over" ? whole + 1n : (whole * BigInt(drawn)) / 1000n;
};
