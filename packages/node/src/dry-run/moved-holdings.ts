import {
  type Catalog,
  type DryRun,
  isJsonObject,
  isNumericUnits,
  type Json,
  numericFromText,
  numericToText,
} from "@tallystick/core";
import type { Queries } from "@tallystick/views";
import { isLeft, isRight } from "fp-ts/lib/Either.js";
import type { MovedHolding } from "../ledger/dry-run.js";

/** The interfaces of holdings in the token standard, the newest first. */
const holdingInterfaces = [
  "#splice-api-token-holding-v2:Splice.Api.Token.HoldingV2:Holding",
  "#splice-api-token-holding-v1:Splice.Api.Token.HoldingV1:Holding",
] as const;

/** Holdings of a party that are added up at most. */
const maxHoldings = 1_000;

/** A holding as the token standard shows it. */
interface Holding {
  readonly owner: string | undefined;
  readonly admin: string;
  readonly id: string;
  readonly units: bigint;
  readonly isLocked: boolean;
}

type Kind = Pick<Holding, "owner" | "admin" | "id">;

/** What an account has more, or less, of an instrument. */
export interface HoldingChange extends Kind {
  readonly units: bigint;
  readonly locked: bigint;
}

type Sum = { -readonly [Field in keyof HoldingChange]: HoldingChange[Field] };

const keyOf = ({ owner = "", admin, id }: Kind): string => JSON.stringify([owner, admin, id]);

const field = (value: Json | undefined, name: string): Json | undefined =>
  value !== undefined && isJsonObject(value) ? value[name] : undefined;

const holdingOf = (view: Json | undefined): Holding | undefined => {
  const owner = field(view, "owner") ?? field(field(view, "account"), "owner");
  const instrument = field(view, "instrumentId");
  const [admin, id] = [field(instrument, "admin"), field(instrument, "id")];
  const amount = field(view, "amount");
  const units = numericFromText(typeof amount === "string" ? amount : "");
  return typeof admin !== "string" || typeof id !== "string" || isLeft(units)
    ? undefined
    : {
        owner: typeof owner === "string" ? owner : undefined,
        admin,
        id,
        units: units.right,
        isLocked: isJsonObject(field(view, "lock") ?? null),
      };
};

/** The interfaces of holdings that the ledger knows, by their ids. */
const knownInterfaces = (catalog: Catalog): ReadonlyArray<string> =>
  holdingInterfaces.flatMap((reference) => {
    const ids = catalog.interfacesMatching(reference);
    return isRight(ids) ? ids.right.slice(0, 1) : [];
  });

/** How a contract is a holding; undefined when it is none. */
const asHolding = (
  catalog: Catalog,
  interfaces: ReadonlyArray<string>,
  { templateId, payload }: { readonly templateId: string; readonly payload: Json },
): Holding | undefined => {
  const own = catalog.interfacesOf(templateId);
  const interfaceId = interfaces.find((each) => own.includes(each));
  const view =
    interfaceId === undefined ? undefined : catalog.interfaceView(interfaceId, templateId, payload);
  return view === undefined || isLeft(view) ? undefined : holdingOf(view.right);
};

/** What a transaction changes, by the interfaces of the token standard. */
export const holdingChanges = (
  catalog: Catalog,
  { event, trace }: DryRun,
): ReadonlyArray<HoldingChange> => {
  const interfaces = knownInterfaces(catalog);
  const sums = new Map<string, Sum>();
  if (event?.type !== "TransactionCommitted" || interfaces.length === 0) return [];
  const made = new Map<string, Holding | undefined>();
  const add = (holding: Holding | undefined, sign: bigint): void => {
    if (holding === undefined) return;
    const { owner, admin, id, units, isLocked } = holding;
    const sum = sums.get(keyOf(holding)) ?? { owner, admin, id, units: 0n, locked: 0n };
    sum.units += sign * units;
    if (isLocked) sum.locked += sign * units;
    sums.set(keyOf(holding), sum);
  };
  for (const node of event.nodes) {
    const { contractId } = node;
    if (node.kind === "create") {
      made.set(contractId, asHolding(catalog, interfaces, node));
      add(made.get(contractId), 1n);
    } else if (node.consuming) {
      const input = trace.inputs.get(contractId);
      const before = input === undefined ? undefined : asHolding(catalog, interfaces, input);
      add(made.get(contractId) ?? before, -1n);
    }
  }
  return [...sums.values()].filter(({ units, locked }) => units !== 0n || locked !== 0n);
};

/** A sum may have more digits than one amount. */
const decimal = (units: bigint): string =>
  isNumericUnits(units) ? numericToText(units) : `${units}e-10`;

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
  const [newest] = knownInterfaces(catalog);
  if (newest === undefined) return balances;
  const cumulative = holdingInterfaces
    .filter((reference) => isRight(catalog.interfacesMatching(reference)))
    .map((interfaceId) => ({
      kind: "interface" as const,
      interfaceId,
      includeInterfaceView: true,
      includeCreatedEventBlob: false,
    }));
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
      .map(({ viewValue }) => holdingOf(viewValue ?? undefined))
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
