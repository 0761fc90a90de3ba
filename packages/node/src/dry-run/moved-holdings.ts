import { type Catalog, type DryRun, isNumericUnits, numericToText } from "@tallystick/core";
import {
  type DrawnHolding as Holding,
  holdingInterfaces,
  holdingInView,
  holdingReader,
} from "@tallystick/core/picture";
import type { Queries } from "@tallystick/views";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { HoldingAmount, MovedHolding } from "../ledger/dry-run.js";

/** Holdings of a party that are added up at most. */
const maxHoldings = 1_000;

type Kind = Pick<Holding, "owner" | "admin" | "id">;

/** What an account has more, or less, of an instrument. */
export interface HoldingChange extends Kind {
  readonly units: bigint;
  readonly locked: bigint;
}

type Sum = { -readonly [Field in keyof HoldingChange]: HoldingChange[Field] };

const keyOf = ({ owner = "", admin, id }: Kind): string => JSON.stringify([owner, admin, id]);

/** How the contracts that a transaction creates or uses are holdings; others are left out. */
export const holdingsIn = (
  catalog: Catalog,
  { event, trace }: DryRun,
): ReadonlyMap<string, Holding> => {
  const holdings = new Map<string, Holding>();
  if (event?.type !== "TransactionCommitted") return holdings;
  const holdingOf = holdingReader(catalog);
  for (const node of event.nodes) {
    const { contractId } = node;
    const contract = node.kind === "create" ? node : trace.inputs.get(contractId);
    if (contract === undefined || holdings.has(contractId)) continue;
    const holding = holdingOf(contract);
    if (holding !== undefined) holdings.set(contractId, holding);
  }
  return holdings;
};

/**
 * What a transaction changes.
 *
 * @param holdings of the contracts that it creates or uses
 */
export const holdingChanges = (
  { event }: DryRun,
  holdings: ReadonlyMap<string, Holding>,
): ReadonlyArray<HoldingChange> => {
  const sums = new Map<string, Sum>();
  for (const node of event?.type === "TransactionCommitted" ? event.nodes : []) {
    const holding = holdings.get(node.contractId);
    if (holding === undefined || (node.kind === "exercise" && !node.consuming)) continue;
    const sign = node.kind === "create" ? 1n : -1n;
    const { owner, admin, id, units, isLocked } = holding;
    const sum = sums.get(keyOf(holding)) ?? { owner, admin, id, units: 0n, locked: 0n };
    sum.units += sign * units;
    if (isLocked) sum.locked += sign * units;
    sums.set(keyOf(holding), sum);
  }
  return [...sums.values()].filter(({ units, locked }) => units !== 0n || locked !== 0n);
};

/** A sum may have more digits than one amount. */
const decimal = (units: bigint): string =>
  isNumericUnits(units) ? numericToText(units) : `${units}e-10`;

/** The holdings of contracts as they are answered. */
export const holdingAmounts = (
  holdings: ReadonlyMap<string, Holding>,
): ReadonlyArray<HoldingAmount> =>
  [...holdings].map(([contractId, { owner, admin, id, units, isLocked }]) => ({
    contractId,
    ...(owner === undefined ? {} : { owner }),
    instrumentId: { admin, id },
    amount: decimal(units),
    isLocked,
  }));

/** Where balances are read. */
export interface HoldingSource {
  readonly catalog: Catalog;
  readonly queries: Pick<Queries, "activeContracts">;
}

/** What each owner has of each instrument; undefined when it is too much to add up, or unknown. */
const balancesOf = async (
  { catalog, queries }: HoldingSource,
  owner: string,
  activeAtOffset: number,
): Promise<ReadonlyMap<string, bigint> | undefined> => {
  const balances = new Map<string, bigint>();
  const seen = new Set<string>();
  const cumulative = holdingInterfaces
    .filter((reference) => isRight(catalog.interfacesMatching(reference)))
    .map((interfaceId) => ({
      kind: "interface" as const,
      interfaceId,
      includeInterfaceView: true,
      includeCreatedEventBlob: false,
    }));
  if (cumulative.length === 0) return balances;
  const query = {
    activeAtOffset,
    eventFormat: { filtersByParty: { [owner]: { cumulative } } },
  };
  for await (const item of queries.activeContracts(query)) {
    if (isLeft(item)) return undefined;
    const { contractEntry } = item.right;
    const created =
      "JsActiveContract" in contractEntry ? contractEntry.JsActiveContract.createdEvent : undefined;
    if (created === undefined || seen.has(created.contractId)) continue;
    seen.add(created.contractId);
    if (seen.size > maxHoldings) return undefined;
    const holding = created.interfaceViews
      .map(({ viewValue }) => holdingInView(viewValue))
      .find((each) => each !== undefined);
    if (holding?.owner !== owner) continue;
    const key = keyOf(holding);
    balances.set(key, (balances.get(key) ?? 0n) + holding.units);
  }
  return balances;
};

/**
 * The balances that a transaction changes.
 *
 * @param offset of the last event before it
 */
export const movedHoldings = async (
  source: HoldingSource,
  changes: ReadonlyArray<HoldingChange>,
  offset: number,
): Promise<ReadonlyArray<MovedHolding>> => {
  const owners = new Set(changes.flatMap(({ owner }) => (owner === undefined ? [] : [owner])));
  const balances = new Map<string, ReadonlyMap<string, bigint> | undefined>();
  for (const owner of owners) balances.set(owner, await balancesOf(source, owner, offset));
  return changes.map((change) => {
    const { owner, admin, id, units, locked } = change;
    const known = owner === undefined ? undefined : balances.get(owner);
    const before = known === undefined ? undefined : (known.get(keyOf(change)) ?? 0n);
    return {
      ...(owner === undefined ? {} : { owner }),
      instrumentId: { admin, id },
      change: decimal(units),
      lockedChange: decimal(locked),
      before: before === undefined ? null : decimal(before),
      after: before === undefined ? null : decimal(before + units),
    };
  });
};
