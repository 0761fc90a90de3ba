import {
  isJsonArray,
  isJsonObject,
  type Json,
  type TransactionNode,
  type Contract,
} from "@tallystick/core";

/** Units of 10^-10 in a decimal of the ledger; undefined when the text is none. */
export const unitsOf = (shown: Json | undefined): bigint | undefined => {
  // most rewards, fees and rates
  if (shown === "0.0000000000") return 0n;
  if (typeof shown !== "string" || !decimal.test(shown)) return undefined;
  const [whole = "", places = ""] = shown.split(".");
  return BigInt(whole + places.padEnd(unitDigits, "0"));
};

const decimal = /^-?\d+(?:\.\d{1,10})?$/;

const unitDigits = 10;

/** Units as a decimal with ten places. */
export const shownUnits = (units: bigint): string => {
  const digits = (units < 0n ? -units : units).toString().padStart(unitDigits + 1, "0");
  return `${units < 0n ? "-" : ""}${digits.slice(0, -unitDigits)}.${digits.slice(-unitDigits)}`;
};

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

/** True of what belongs to the coin's package, in any version of it. */
export const isOfCoin = ({ packageName }: Stored): boolean => packageName === coinPackage;

/** The coin in a contract, without its lock. */
export const amuletOf = (contract: Stored & { readonly payload: Json }): Json =>
  (contract.templateId.endsWith(locked) ? at(contract.payload, "amulet") : contract.payload) ??
  null;

/** Units of a coin: what it had when it was created. */
export const coinUnits = (contract: Stored & { readonly payload: Json }): bigint =>
  unitsOf(at(amuletOf(contract), "amount", "initialAmount")) ?? 0n;

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

/** Units that a summary says were minted, by kinds of rewards. */
export const rewardsIn = (summary: Summary): ReadonlyMap<string, bigint> =>
  new Map(mintedFields.map((name) => [name, unitsOf(summary[name]) ?? 0n]));

/** Units that a summary says were minted; undefined without one. */
export const mintedIn = (summary: Summary | undefined): bigint | undefined =>
  summary === undefined
    ? undefined
    : mintedFields.reduce((sum, name) => sum + (unitsOf(summary[name]) ?? 0n), 0n);

/** How balances of parties change by a summary, as of round 0; undefined when it does not say. */
export const balanceChangesIn = (summary: Summary): ReadonlyMap<string, bigint> | undefined => {
  const changes = summary.balanceChanges;
  if (!Array.isArray(changes)) return undefined;
  const pairs: ReadonlyArray<Json> = changes;
  return new Map(
    pairs.flatMap((pair) => {
      const [party, change]: ReadonlyArray<Json> = isJsonArray(pair) ? pair : [];
      const units = unitsOf(at(change, "changeToInitialAmountAsOfRoundZero"));
      return typeof party === "string" && units !== undefined ? [[party, units] as const] : [];
    }),
  );
};

/** What the result of a transfer says of it. */
export type Summary = JsonObject;

const summaryIn = (result: Json): Summary | undefined =>
  within(result, (value) => "inputAppRewardAmount" in value);

/** The summaries in the results of a transaction, by the numbers of their nodes. */
export type Summaries = ReadonlyMap<number, Summary>;

const noSummaries: Summaries = new Map();

export const summariesOf = (nodes: ReadonlyArray<TransactionNode>): Summaries => {
  let found: Map<number, Summary> | undefined;
  for (let nodeId = 0; nodeId < nodes.length; nodeId++) {
    const node = nodes[nodeId];
    const summary = node?.kind === "exercise" ? summaryIn(node.result) : undefined;
    if (summary !== undefined) (found ??= new Map()).set(nodeId, summary);
  }
  return found ?? noSummaries;
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
  for (const name in value) {
    const found = within(value[name], fits);
    if (found !== undefined) return found;
  }
  return undefined;
};
