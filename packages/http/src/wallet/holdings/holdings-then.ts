import {
  Amulet,
  type AmuletPayload,
  amuletPackage,
  LockedAmulet,
  OpenMiningRound,
} from "@tallystick/coin";
import type { LedgerError, Template } from "@tallystick/core";
import type { Ledger } from "@tallystick/node";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import { type HoldingsSums, holdingsSums } from "./holdings-sums.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

/** Contracts that are read for one answer at most. */
const maxContracts = 100_000;

type Reader = Pick<Ledger, "queries">;

/** The payloads of the contracts of a template that parties had at an offset. */
const payloadsAt = async <P>(
  ledger: Reader,
  activeAtOffset: number,
  { name, payload }: Template<P>,
  parties: ReadonlyArray<string>,
): Promise<Either<WalletError | LedgerError, ReadonlyArray<P>>> => {
  const templateId = `#${amuletPackage.name}:${name}`;
  const filter = { kind: "template", templateId, includeCreatedEventBlob: false } as const;
  const filters = { cumulative: [filter] };
  const eventFormat = {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
  };
  const found: Array<P> = [];
  for await (const each of ledger.queries.activeContracts({ activeAtOffset, eventFormat })) {
    if (isLeft(each)) return each;
    const { createdEvent } = each.right.contractEntry.JsActiveContract;
    const read = payload.decode(createdEvent.createArgument);
    if (isLeft(read)) continue;
    if (found.length >= maxContracts)
      return refused(400, `The parties had more than ${maxContracts} contracts; request fewer.`);
    found.push(read.right);
  }
  return right(found);
};

/**
 * The first round that was open at an offset, undefined when there was none.
 *
 * @param dso the operator of the network, who sees all rounds
 */
export const openRoundThen = async (
  ledger: Reader,
  offset: number,
  dso: string,
): Promise<Either<WalletError | LedgerError, bigint | undefined>> => {
  const rounds = await payloadsAt(ledger, offset, OpenMiningRound, [dso]);
  if (isLeft(rounds)) return rounds;
  const [first, ...others] = rounds.right.map(({ round }) => round.number);
  if (first === undefined) return right(undefined);
  return right(others.reduce<bigint>((least, each) => (each < least ? each : least), first));
};

/** The sums of what parties had at an offset, in the order of the parties. */
export const holdingsThen = async (
  ledger: Reader,
  offset: number,
  owners: ReadonlyArray<string>,
  round: Parameters<typeof holdingsSums>[3],
): Promise<Either<WalletError | LedgerError, ReadonlyArray<HoldingsSums>>> => {
  const coins = await payloadsAt(ledger, offset, Amulet, owners);
  if (isLeft(coins)) return coins;
  const locked = await payloadsAt(ledger, offset, LockedAmulet, owners);
  if (isLeft(locked)) return locked;
  const free = byOwner(coins.right);
  const held = byOwner(locked.right.map(({ amulet }) => amulet));
  const sums: Array<HoldingsSums> = [];
  for (const party of owners) {
    const own = holdingsSums(party, free.get(party) ?? [], held.get(party) ?? [], round);
    if (isLeft(own)) return own;
    sums.push(own.right);
  }
  return right(sums);
};

const byOwner = (
  coins: ReadonlyArray<AmuletPayload>,
): ReadonlyMap<string, ReadonlyArray<AmuletPayload>> => {
  const found = new Map<string, Array<AmuletPayload>>();
  for (const coin of coins) {
    const known = found.get(coin.owner);
    if (known === undefined) found.set(coin.owner, [coin]);
    else known.push(coin);
  }
  return found;
};
