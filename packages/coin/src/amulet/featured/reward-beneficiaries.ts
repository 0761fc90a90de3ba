import { isLeft } from "fp-ts/lib/Either.js";
import {
  type ChoiceProgram,
  isPartyIdString,
  type Numeric,
  numericFromText,
  optional,
  text,
} from "@tallystick/core";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import type { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys } from "../../token-standard/token-metadata.js";
import { one, plus, zero } from "../../model/arithmetic.js";
import { generalError, requireThat } from "../../model/coin-error.js";
import { shownText } from "../../model/shown.js";

/** Most beneficiaries that may share one reward. */
const maxBeneficiaries = 20;

/** Stops the command unless there are 1 to 20 beneficiaries whose weights, above 0, add up to 1. */
export function* requireShares(
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
): ChoiceProgram<void> {
  yield* requireThat(
    beneficiaries.every(({ weight }) => weight > 0n && weight <= one),
    "Beneficiary weights are between 0.0 and 1.0",
  );
  let sum = zero;
  for (const { weight } of beneficiaries) sum = yield* plus(sum, weight);
  yield* requireThat(sum === one, "Beneficiary weights add up to 1.0");
  yield* requireThat(
    beneficiaries.length <= maxBeneficiaries,
    `There are at most ${maxBeneficiaries} beneficiaries`,
  );
}

/**
 * The weights by beneficiary, in the order of the party ids; those of one that is named several
 * times are added up.
 */
export function* weightsByBeneficiary(
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
): ChoiceProgram<ReadonlyMap<string, Numeric>> {
  const weights = new Map<string, Numeric>();
  const sorted = [...beneficiaries].sort((a, b) => (a.beneficiary < b.beneficiary ? -1 : 1));
  for (const { beneficiary, weight } of sorted)
    weights.set(beneficiary, yield* plus(weights.get(beneficiary) ?? zero, weight));
  return weights;
}

const keys = {
  beneficiaries: metadataKeys.appRewardBeneficiaries,
  weights: metadataKeys.appRewardBeneficiaryWeights,
};

/** The values in a text with commas between. */
function* parsed<A>(
  what: string,
  shown: string,
  read: (part: string) => A | undefined,
): ChoiceProgram<ReadonlyArray<A>> {
  const values: Array<A> = [];
  for (const part of shown.split(",")) {
    const value = read(part);
    if (value === undefined)
      return yield* generalError(`Failed to parse ${what}: ${shownText(shown)}`);
    values.push(value);
  }
  return values;
}

const weightOf = (shown: string): Numeric | undefined => {
  const read = numericFromText(shown);
  return isLeft(read) ? undefined : read.right;
};

/**
 * Who shares the reward of a transfer, as the metadata say (wallet 10.2 and 11.3): parties and
 * weights, each a list with commas between. Undefined when the metadata say nothing. Stops the
 * command when one of the two is missing or they do not match.
 */
export function* beneficiariesIn({
  values,
}: Metadata): ChoiceProgram<ReadonlyArray<AppRewardBeneficiary> | undefined> {
  const parties = values.get(keys.beneficiaries);
  const weights = values.get(keys.weights);
  if (parties === undefined && weights === undefined) return undefined;
  if (parties === undefined || weights === undefined) {
    const both = [parties, weights].map((each) => optional(text).show(each)).join(",");
    return yield* generalError(
      `Expected both beneficiaries and weights to be present, but got: (${both})`,
    );
  }
  const beneficiaries = yield* parsed("beneficiaries", parties, (part) =>
    isPartyIdString(part) ? part : undefined,
  );
  const shares = yield* parsed("weights", weights, weightOf);
  if (beneficiaries.length !== shares.length) {
    yield* generalError(
      `Number of beneficiaries (${beneficiaries.length}) does not match number of weights (${shares.length})`,
    );
  }
  return beneficiaries.map((beneficiary, index) => ({
    beneficiary,
    weight: shares[index] ?? zero,
  }));
}
