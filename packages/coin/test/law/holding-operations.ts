import { int64From } from "@tallystick/core";
import fc from "fast-check";
import {
  Amulet,
  Amulet_ExpireV2,
  AmuletRules_DevNet_Tap,
  LockedAmulet_ExpireAmuletV2,
} from "../../src/index.js";
import { AmuletRules_Mint } from "../../src/amulet/minting/amulet-rules-mint.js";
import {
  LockedAmulet_OwnerExpireLock,
  LockedAmulet_OwnerExpireLockV2,
  LockedAmulet_Unlock,
  LockedAmulet_UnlockV2,
} from "../../src/amulet/holding/amulet.js";
import { cc, dso, minute, rightOf } from "../coin-fixture.js";
import type { Coin, CoinLock } from "./coin-reading.js";
import {
  actor,
  happening,
  index,
  numericOf,
  operation,
  type Operation,
  pick,
  rarely,
  units,
  user,
} from "./law-operation.js";
import { type Attempt, attempt, type KnownState, type LawWorld } from "./law-world.js";
import { nearest, one, unitsOf } from "./naive-model.js";

const tapOf = (world: LawWorld, by: string, to: string, amount: bigint): Attempt =>
  attempt(
    by === to && amount > 0n,
    () =>
      world.ledger.run([by], AmuletRules_DevNet_Tap, world.ledger.rules, {
        receiver: to,
        amount: numericOf(amount),
        openRound: world.ledger.round,
      }),
    () => world.model.mint(to, amount),
  );

const tap = operation({
  name: "tap",
  weight: 4,
  flow: "mints",
  data: fc.record({
    to: user,
    by: actor,
    amount: fc.oneof({ weight: 9, arbitrary: units }, fc.constant(0n)),
  }),
  plan: (world, { to, by = to, amount }) => tapOf(world, by, to, amount),
});

const mint = operation({
  name: "mint",
  weight: 2,
  flow: "mints",
  data: fc.record({ to: user, amount: units, withDso: fc.boolean() }),
  plan: (world, { to, amount, withDso }) =>
    attempt(
      withDso,
      () =>
        world.ledger.run(withDso ? [dso, to] : [to], AmuletRules_Mint, world.ledger.rules, {
          receiver: to,
          amount: numericOf(amount),
          openRound: world.ledger.round,
        }),
      () => world.model.mint(to, amount),
    ),
});

/** A party writes itself a coin, or lets one vanish: neither is the right of one alone. */
const forge = operation({
  name: "forge",
  mustFail: true,
  data: fc.record({ by: user, amount: units, coin: index, archives: fc.boolean() }),
  plan: ({ ledger, coins }, { by, amount, coin: at, archives }) => {
    const coin = pick([...coins.values()], at);
    const own = {
      dso,
      owner: by,
      amount: {
        initialAmount: numericOf(amount),
        createdAt: { number: rightOf(int64From(0n)) },
        ratePerRound: { rate: cc("0") },
      },
    };
    const templateId = "#splice-amulet:Splice.Amulet:Amulet";
    const command =
      archives && coin !== undefined
        ? ({
            kind: "ExerciseCommand",
            templateId: coin.lock === undefined ? templateId : templateId.replace(":A", ":LockedA"),
            contractId: coin.contractId,
            choice: "Archive",
            choiceArgument: {},
          } as const)
        : ({
            kind: "CreateCommand",
            templateId,
            createArguments: Amulet.payload.encode(own),
          } as const);
    return attempt(false, () => ({ result: undefined, event: ledger.submit([by], [command]) }));
  },
});

const accrued = ({ round, rate }: Coin, now: bigint): bigint =>
  now > round ? (now - round) * rate : 0n;

const isDust = (coin: Coin, now: bigint): boolean => coin.units <= accrued(coin, now);

/**
 * Which coins the DSO tries to remove: any, those that are due, those that are due and locked,
 * those that are due to the last unit.
 */
const aims = {
  any: () => true,
  due: isDust,
  locked: (coin: Coin, now: bigint) => coin.lock !== undefined && isDust(coin, now),
  edge: (coin: Coin, now: bigint) => coin.units === accrued(coin, now),
} as const;

const expireDust = operation({
  name: "expire dust",
  weight: 8,
  flow: "burns",
  data: fc.record({
    coin: index,
    states: rarely(fc.record({ one: index, other: index }), 4),
    aim: fc.constantFrom<keyof typeof aims>("any", "due", "due", "locked", "edge"),
    by: actor,
  }),
  plan: (world, { coin: at, states: drawn, aim, by = dso }) => {
    const states = drawn === undefined ? world.states.slice(-2) : statesAt(world, drawn);
    const oldest = states.reduce((least, { round }) => (round < least ? round : least), 2n ** 63n);
    const coin = pick(
      [...world.coins.values()].filter((each) => aims[aim](each, oldest)),
      at,
    );
    return coin === undefined ? undefined : expiryOf(world, coin, states, by);
  },
});

/** Coins that are used up by their fee in some rounds, to the last unit. */
const tapDust = operation({
  name: "tap dust",
  weight: 2,
  flow: "mints",
  data: fc.record({ to: user, rounds: fc.bigInt({ min: 1n, max: 3n }) }),
  plan: (world, { to, rounds }) => {
    const { ledger, round } = world;
    const holdingFee = ledger.config.transferConfig.holdingFee.rate;
    return tapOf(world, to, to, rounds * nearest(holdingFee * one, round.price));
  },
});

const statesAt = (
  { states }: LawWorld,
  drawn: { readonly one: number; readonly other: number },
): ReadonlyArray<KnownState> =>
  [drawn.one, drawn.other].flatMap((at) => {
    const found = pick(states, at);
    return found === undefined ? [] : [found];
  });

const expiryOf = (
  { ledger, model }: LawWorld,
  coin: Coin,
  states: ReadonlyArray<KnownState>,
  by: string,
): Attempt => {
  const { contractId, owner, lock } = coin;
  const [state0, state1] = states;
  const due = by === dso && state0 !== state1 && states.every(({ round }) => isDust(coin, round));
  const both = {
    externalPartyConfigState0Cid: state0?.contractId ?? "",
    externalPartyConfigState1Cid: state1?.contractId ?? "",
  };
  return lock === undefined
    ? attempt(
        due,
        () => ledger.run([by], Amulet_ExpireV2, contractId, both),
        () => model.burn(owner, coin.units),
      )
    : attempt(
        due,
        () => ledger.run([by], LockedAmulet_ExpireAmuletV2, contractId, both),
        () => model.burnLocked(contractId),
      );
};

const lockedOf = (
  { coins }: LawWorld,
  at: number,
): (Coin & { readonly lock: CoinLock }) | undefined =>
  pick(
    [...coins.values()].flatMap((coin) =>
      coin.lock === undefined ? [] : [{ ...coin, lock: coin.lock }],
    ),
    at,
  );

const takeBack = operation({
  name: "take back after the lock's time",
  weight: 3,
  data: fc.record({ coin: index, by: actor }),
  plan: (world, { coin: at, by }) => {
    const { ledger, model } = world;
    const coin = lockedOf(world, at);
    if (coin === undefined) return undefined;
    const { contractId, owner, lock } = coin;
    const acting = [by ?? owner];
    return attempt(
      acting[0] === owner && lock.expiresAt <= ledger.now,
      () => ledger.run(acting, LockedAmulet_OwnerExpireLockV2, contractId, {}),
      () => model.unlock(contractId),
    );
  },
});

const release = operation({
  name: "release a lock",
  weight: 2,
  data: fc.record({ coin: index, without: rarely(index, 3) }),
  plan: (world, { coin: at, without }) => {
    const { ledger, model } = world;
    const coin = lockedOf(world, at);
    if (coin === undefined) return undefined;
    const { contractId, owner, lock } = coin;
    const needed = [...new Set([owner, ...lock.holders])];
    const missing = without === undefined ? undefined : pick(needed, without);
    const acting = needed.filter((party) => party !== missing);
    if (acting.length === 0) return undefined;
    return attempt(
      missing === undefined,
      () => ledger.run(acting, LockedAmulet_UnlockV2, contractId, {}),
      () => model.unlock(contractId),
    );
  },
});

/** Choices of older versions, which no one can use any more. */
const older = operation({
  name: "use an older choice",
  mustFail: true,
  data: fc.record({ coin: index, releases: fc.boolean() }),
  plan: (world, { coin: at, releases }) => {
    const { ledger } = world;
    const coin = lockedOf(world, at);
    if (coin === undefined) return undefined;
    const { contractId, owner, lock } = coin;
    const all = [...new Set([owner, ...lock.holders])];
    const argument = { openRoundCid: ledger.round };
    return attempt<unknown>(false, () =>
      releases
        ? ledger.run(all, LockedAmulet_Unlock, contractId, argument)
        : ledger.run([owner], LockedAmulet_OwnerExpireLock, contractId, argument),
    );
  },
});

const passTime = happening({
  name: "time passes",
  weight: 4,
  data: fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: 1, max: 45 }) },
    fc.integer({ min: 46, max: 4000 }),
  ),
  act: ({ ledger }, minutes) => ledger.pass(minutes * minute),
});

/** The DSO opens a later round and renews both states from it, so that coins can become dust. */
const openStates = happening({
  name: "the configuration states are renewed",
  weight: 3,
  data: fc.record({ rounds: fc.integer({ min: 1, max: 5 }) }),
  act: (world, { rounds }) => {
    open(world, { rounds, inMinutes: 0, price: "0.1000000000" });
    world.openState();
    world.openState();
  },
});

interface NextRound {
  readonly rounds: number;
  readonly inMinutes: number;
  readonly price: string;
}

const open = (world: LawWorld, { rounds, inMinutes, price }: NextRound): void => {
  const { ledger } = world;
  const number = world.round.number + BigInt(rounds);
  const opensAt = ledger.now + inMinutes * minute;
  const closesAt = ledger.now + 20 * minute;
  const contractId = ledger.openRound(number, {
    opensAt: BigInt(opensAt),
    targetClosesAt: BigInt(closesAt),
    amuletPrice: cc(price),
  });
  world.rounds.push({ contractId, number, opensAt, closesAt, price: unitsOf(price) });
};

const openRound = happening({
  name: "a round opens",
  weight: 3,
  data: fc.record({
    rounds: fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fc.integer({ min: 1, max: 50_000 })),
    inMinutes: fc.constantFrom(0, 0, 0, 0, 0, 20),
    price: fc.constantFrom("0.1000000000", "0.0050000000", "0.0333333333", "7.5000000000"),
  }),
  act: open,
});

/** Coins by themselves: made, expired, locked and unlocked; and the time in which that happens. */
export const holdingOperations: ReadonlyArray<Operation> = [
  tap,
  tapDust,
  mint,
  forge,
  expireDust,
  takeBack,
  release,
  older,
  passTime,
  openStates,
  openRound,
];
