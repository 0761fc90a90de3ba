import type { PartyId } from "@tallystick/core";
import type { DrawnHolding } from "@tallystick/core/picture";
import type { DamlTransaction, Metadata } from "../messages/prepared-transaction.js";
import type { CreateNode } from "../messages/transaction-node.js";
import { unitsOf } from "./decimal-units.js";
import { nodesInPlace } from "./nodes-in-place.js";
import { printable } from "./printable.js";
import { reportedHoldings } from "./token-events.js";
import { tokenHoldingOf } from "./token-holding.js";
import { textAt } from "./value-fields.js";

/** How much one party holds more or less after the transaction. */
export interface HoldingMovement {
  readonly party: PartyId;
  /** The asset, by its name and the party that issues it, as one line. */
  readonly asset: string;
  /** Who issues it: instruments of two issuers can have one name. */
  readonly admin: PartyId;
  readonly id: string;
  /** Whether it is a coin of the network; else a token that says so itself. */
  readonly isCoin: boolean;
  /** Decimal with a sign, ten digits after the point. */
  readonly amount: string;
}

type Holding = DrawnHolding & { readonly owner: string };

interface Counted extends Holding {
  readonly isCoin: boolean;
}

const signedText = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(11, "0");
  return `${units < 0n ? "-" : "+"}${digits.slice(0, -10)}.${digits.slice(-10)}`;
};

/** Labels under which the coin's contracts have the record of an amulet. */
const amuletIn: ReadonlyMap<string, ReadonlyArray<string>> = new Map([
  ["Splice.Amulet:Amulet", []],
  ["Splice.Amulet:LockedAmulet", ["amulet"]],
]);

/** How much a contract is of the network's coin; undefined when it is no coin. */
export const holdingOf = ({
  packageName,
  templateId,
  argument,
}: CreateNode): Holding | undefined => {
  const path = amuletIn.get(`${templateId.moduleName}:${templateId.entityName}`);
  if (path === undefined || packageName !== "splice-amulet") return undefined;

  const owner = textAt(argument, ...path, "owner");
  const issuer = textAt(argument, ...path, "dso");
  const units = unitsOf(textAt(argument, ...path, "amount", "initialAmount"));
  return owner === undefined || issuer === undefined || units === undefined
    ? undefined
    : { owner, admin: issuer, id: "Amulet", units, isLocked: path.length > 0 };
};

const countedOf = (contract: CreateNode): Counted | undefined => {
  const coin = holdingOf(contract);
  if (coin !== undefined) return { ...coin, isCoin: true };
  const token = tokenHoldingOf(contract);
  return token?.owner === undefined ? undefined : { ...token, owner: token.owner, isCoin: false };
};

const movementOf = ({ owner, admin, id, units, isCoin }: Counted): HoldingMovement => ({
  party: owner,
  asset: `${isCoin ? id : printable(id)} of ${printable(admin)}`,
  admin,
  id,
  isCoin,
  amount: signedText(units),
});

/** Holdings that the transaction creates less those it consumes, of those that are counted. */
const sumsOf = (
  transaction: DamlTransaction,
  metadata: Metadata,
  isCounted: (holding: Holding) => boolean,
): ReadonlyArray<HoldingMovement> => {
  const holdings = new Map<string, Counted>();
  const sums = new Map<string, Counted>();
  const add = (holding: Counted, sign: bigint): void => {
    if (!isCounted(holding)) return;
    const { owner, admin, id, units, isCoin } = holding;
    const key = JSON.stringify([owner, admin, id, isCoin]);
    sums.set(key, { ...holding, units: (sums.get(key)?.units ?? 0n) + sign * units });
  };
  for (const { contract } of metadata.inputContracts) {
    const holding = countedOf(contract);
    if (holding !== undefined) holdings.set(contract.contractId, holding);
  }
  const effective = nodesInPlace(transaction).filter(({ takesEffect }) => takesEffect);
  for (const { content } of effective) {
    const holding = content.kind === "create" ? countedOf(content.value) : undefined;
    if (content.kind === "create" && holding !== undefined) {
      holdings.set(content.value.contractId, holding);
      add(holding, 1n);
    }
  }
  for (const { content } of effective) {
    if (content.kind !== "exercise") continue;
    const { contractId, consuming } = content.value;
    const consumed = consuming ? holdings.get(contractId) : undefined;
    if (consumed !== undefined) add(consumed, -1n);
    for (const reported of reportedHoldings(content.value, (cid) => holdings.has(cid)))
      add({ ...reported, isCoin: false }, 1n);
  }
  return [...sums.values()].filter(({ units }) => units !== 0n).map(movementOf);
};

/**
 * The coins and other tokens that change owners: those that the transaction creates less those it
 * consumes, by owner and instrument. Tokens are known by their fields, as what is signed has no
 * views, if the administrator of the instrument signs them, or else by its event log. A party whose
 * sum stays the same is left out, and so is what is rolled back.
 */
export const holdingMovements = (
  transaction: DamlTransaction,
  metadata: Metadata,
): ReadonlyArray<HoldingMovement> => sumsOf(transaction, metadata, () => true);

/** How much more of an owner's holdings is locked after the transaction, or less, by owner. */
export const lockedMovements = (
  transaction: DamlTransaction,
  metadata: Metadata,
): ReadonlyArray<HoldingMovement> => sumsOf(transaction, metadata, ({ isLocked }) => isLocked);
