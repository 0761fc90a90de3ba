import { type Contract, isJsonObject, type Json } from "@tallystick/core";
import { unitsOf } from "./naive-model.js";

/** A coin as its contract says in plain JSON, read without the templates of the coin. */
export interface Coin {
  readonly contractId: string;
  readonly owner: string;
  readonly units: bigint;
  readonly round: bigint;
  readonly rate: bigint;
  readonly lock: CoinLock | undefined;
}

/** The lock of a coin. */
export interface CoinLock {
  readonly holders: ReadonlyArray<string>;
  /** Microseconds since the Unix epoch. */
  readonly expiresAt: number;
}

const at = (value: Json | undefined, ...path: ReadonlyArray<string>): Json => {
  let found = value;
  for (const name of path) found = isJsonObject(found) ? found[name] : undefined;
  if (found === undefined) throw new Error(`nothing at ${path.join(".")}`);
  return found;
};

const text = (value: Json): string => {
  if (typeof value === "string") return value;
  throw new Error("no text");
};

const unlockedEnd = ":Splice.Amulet:Amulet";
const lockedEnd = ":Splice.Amulet:LockedAmulet";

/** The coin that a contract is; undefined when it is none. */
export const coinOf = ({
  contractId,
  templateId,
  payload,
}: Pick<Contract, "contractId" | "templateId" | "payload">): Coin | undefined => {
  const isLocked = templateId.endsWith(lockedEnd);
  if (!isLocked && !templateId.endsWith(unlockedEnd)) return undefined;
  const amulet = isLocked ? at(payload, "amulet") : payload;
  return {
    contractId,
    owner: text(at(amulet, "owner")),
    units: unitsOf(text(at(amulet, "amount", "initialAmount"))),
    round: BigInt(text(at(amulet, "amount", "createdAt", "number"))),
    rate: unitsOf(text(at(amulet, "amount", "ratePerRound", "rate"))),
    lock: isLocked ? lockOf(at(payload, "lock")) : undefined,
  };
};

const microsPerMilli = 1000;

const lockOf = (lock: Json): CoinLock => {
  const holders = at(lock, "holders");
  return {
    holders: Array.isArray(holders) ? holders.map(text) : [],
    expiresAt: Date.parse(text(at(lock, "expiresAt"))) * microsPerMilli,
  };
};
