import {
  Amulet,
  type AmuletPayload,
  amuletPackage,
  LockedAmulet,
  OpenMiningRound,
} from "@tallystick/coin";
import type { Template, PartyId } from "@tallystick/core";
import { type Ledger, orThrow } from "@tallystick/node";
import { balanceOf, type RoundNumber } from "@tallystick/wallet";
import { isLeft } from "fp-ts/lib/Either.js";
import { type HoldingsSums, holdingsSums } from "./holdings-sums.js";
import { refused } from "../rows/wallet-row.js";

/** The most contracts read for one answer. */
const maxContracts = 100_000;

type Reader = Pick<Ledger, "queries">;

/** The payloads of the contracts of a template that parties had at an offset. */
const payloadsAt = async <P>(
  ledger: Reader,
  activeAtOffset: number,
  { name, payload }: Template<P>,
  parties: ReadonlyArray<PartyId>,
): Promise<ReadonlyArray<P>> => {
  const templateId = `#${amuletPackage.name}:${name}`;
  const filter = { kind: "template", templateId, includeCreatedEventBlob: false } as const;
  const filters = { cumulative: [filter] };
  const eventFormat = {
    filtersByParty: Object.fromEntries(parties.map((party) => [party, filters])),
  };
  const found: Array<P> = [];
  for await (const each of ledger.queries.activeContracts({ activeAtOffset, eventFormat })) {
    const { createdEvent } = orThrow(each).contractEntry.JsActiveContract;
    const read = payload.decode(createdEvent.createArgument);
    if (isLeft(read)) continue;
    if (found.length >= maxContracts)
      throw refused(400, `The parties had more than ${maxContracts} contracts; request fewer.`);
    found.push(read.right);
  }
  return found;
};

/**
 * The first round that was open at an offset, undefined when there was none.
 *
 * @param dso the operator party of the network, which sees all rounds
 */
export const openRoundThen = async (
  ledger: Reader,
  offset: number,
  dso: string,
): Promise<RoundNumber | undefined> => {
  const rounds = await payloadsAt(ledger, offset, OpenMiningRound, [dso]);
  return rounds.reduce<RoundNumber | undefined>(
    (least, { round }) => (least !== undefined && least.number <= round.number ? least : round),
    undefined,
  );
};

/** The sums of the parties' holdings at an offset, in the order of the parties. */
export const holdingsThen = async (
  ledger: Reader,
  offset: number,
  owners: ReadonlyArray<string>,
  round: RoundNumber,
): Promise<ReadonlyArray<HoldingsSums>> => {
  const free = byOwner(await payloadsAt(ledger, offset, Amulet, owners));
  const locked = await payloadsAt(ledger, offset, LockedAmulet, owners);
  const held = byOwner(locked.map(({ amulet }) => amulet));
  return owners.map((party) =>
    holdingsSums(party, balanceOf(free.get(party) ?? [], held.get(party) ?? [], round)),
  );
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
