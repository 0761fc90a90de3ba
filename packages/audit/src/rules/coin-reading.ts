import { isJsonObject, type Json, type TransactionNode, type Contract } from "@tallystick/core";

/** Units of 10^-10 in a decimal of the ledger; undefined when the text is none. */
export const unitsOf = (shown: Json | undefined): bigint | undefined => {
  const [, sign = "", whole = "", places = ""] =
    typeof shown === "string" ? (/^(-?)(\d+)(?:\.(\d{1,10}))?$/.exec(shown) ?? []) : [];
  return whole === "" ? undefined : BigInt(`${sign}${whole}${places.padEnd(10, "0")}`);
};

const unitDigits = 10;

/** Units as a decimal with ten places. */
export const shownUnits = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(unitDigits + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -unitDigits)}.${digits.slice(-unitDigits)}`;
};

/** A value inside of JSON. */
export const at = (value: Json | undefined, ...path: ReadonlyArray<string>): Json | undefined => {
  let found = value;
  for (const name of path) found = isJsonObject(found) ? found[name] : undefined;
  return found;
};

const coinPackage = "splice-amulet";
const unlocked = ":Splice.Amulet:Amulet";
const locked = ":Splice.Amulet:LockedAmulet";

type Stored = Pick<Contract | TransactionNode, "templateId" | "packageName">;

/** True of a coin, locked or not, read by its name and not by the code under audit. */
export const isCoin = ({ templateId, packageName }: Stored): boolean =>
  packageName === coinPackage && (templateId.endsWith(unlocked) || templateId.endsWith(locked));

/** Units of a coin: what it had when it was created. */
export const coinUnits = (contract: Stored & { readonly payload: Json }): bigint => {
  const amulet = contract.templateId.endsWith(locked)
    ? at(contract.payload, "amulet")
    : contract.payload;
  return unitsOf(at(amulet, "amount", "initialAmount")) ?? 0n;
};

/** What a transfer says that it minted, by kinds of rewards. */
const mintedFields = [
  "inputAppRewardAmount",
  // with those for liveness
  "inputValidatorRewardAmount",
  "inputSvRewardAmount",
  "inputUnclaimedActivityRecordAmount",
  "inputDevelopmentFundAmount",
] as const;

const burnedKey = "splice.lfdecentralizedtrust.org/burned";

/** Units that a result says were minted; undefined when it does not say. */
export const mintedIn = (result: Json): bigint | undefined => {
  const summary = within(result, (value) => "inputAppRewardAmount" in value);
  if (summary === undefined) return undefined;
  return mintedFields.reduce((sum, name) => sum + (unitsOf(summary[name]) ?? 0n), 0n);
};

/** Units that a result says were burned; undefined when it does not say. */
export const burnedIn = (result: Json): bigint | undefined => {
  const values = within(result, (value) => burnedKey in value);
  return values === undefined ? undefined : unitsOf(values[burnedKey]);
};

type JsonObject = Readonly<Record<string, Json>>;

/** The first object within a value that fits, from the outside in. */
const within = (
  value: Json | undefined,
  fits: (value: JsonObject) => boolean,
): JsonObject | undefined => {
  if (Array.isArray(value) || !isJsonObject(value)) return undefined;
  if (fits(value)) return value;
  for (const inner of Object.values(value)) {
    const found = within(inner, fits);
    if (found !== undefined) return found;
  }
  return undefined;
};
