import type { PartyId } from "@tallystick/core";
import type { DrawnHolding } from "@tallystick/core/picture";
import type { DamlTransaction, Metadata } from "../messages/prepared-transaction.js";
import type { CreateNode } from "../messages/transaction-node.js";
import { unitsOf } from "./decimal-units.js";
import { nodesInPlace } from "./nodes-in-place.js";
import { printable } from "./printable.js";
import { textAt } from "./value-fields.js";

/** How much one party holds more or less after the transaction. */
export interface HoldingMovement {
  readonly party: PartyId;
  /** The asset, by the party that issues it and its name. */
  readonly asset: string;
  /** Decimal with a sign, ten digits after the point. */
  readonly amount: string;
}

interface Sum {
  readonly owner: string;
  readonly asset: string;
  readonly units: bigint;
}

type Holding = DrawnHolding & { readonly owner: string };

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

/** Coins that the transaction creates less those it consumes, of those that are counted. */
const sumsOf = (
  transaction: DamlTransaction,
  metadata: Metadata,
  isCounted: (holding: Holding) => boolean,
): ReadonlyArray<HoldingMovement> => {
  const holdings = new Map<string, Holding>();
  const sums = new Map<string, Sum>();
  const add = (holding: Holding, sign: bigint): void => {
    if (!isCounted(holding)) return;
    const { owner, admin, units } = holding;
    const asset = `Amulet of ${printable(admin)}`;
    const id = `${owner} ${asset}`;
    sums.set(id, { owner, asset, units: (sums.get(id)?.units ?? 0n) + sign * units });
  };
  for (const { contract } of metadata.inputContracts) {
    const holding = holdingOf(contract);
    if (holding !== undefined) holdings.set(contract.contractId, holding);
  }
  const effective = nodesInPlace(transaction).filter(({ takesEffect }) => takesEffect);
  for (const { content } of effective) {
    const holding = content.kind === "create" ? holdingOf(content.value) : undefined;
    if (content.kind === "create" && holding !== undefined) {
      holdings.set(content.value.contractId, holding);
      add(holding, 1n);
    }
  }
  for (const { content } of effective) {
    const consumed =
      content.kind === "exercise" && content.value.consuming
        ? holdings.get(content.value.contractId)
        : undefined;
    if (consumed !== undefined) add(consumed, -1n);
  }
  return [...sums.values()]
    .filter(({ units }) => units !== 0n)
    .map(({ owner, asset, units }) => ({ party: owner, asset, amount: signedText(units) }));
};

/**
 * The coins that change owners: those that the transaction creates less those it consumes, by
 * owner. A party whose sum stays the same is left out, and so is what is rolled back.
 */
export const holdingMovements = (
  transaction: DamlTransaction,
  metadata: Metadata,
): ReadonlyArray<HoldingMovement> => sumsOf(transaction, metadata, () => true);

/** How much more of an owner's coins is locked after the transaction, or less, by owner. */
export const lockedMovements = (
  transaction: DamlTransaction,
  metadata: Metadata,
): ReadonlyArray<HoldingMovement> => sumsOf(transaction, metadata, ({ isLocked }) => isLocked);
