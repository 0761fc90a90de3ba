import {
  isPartyIdString,
  type Numeric,
  numericFromText,
  type ChoiceProgram,
} from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { AppRewardBeneficiary } from "../../token-standard/featured-app-right-v1.js";
import type { Metadata } from "../../token-standard/metadata-v1.js";
import { metadataKeys } from "../../token-standard/token-metadata.js";
import { one, plus, zero } from "../../model/arithmetic.js";
import { requireThat, stopWith } from "../../model/coin-error.js";

/** Most beneficiaries that may share one reward. */
const maxBeneficiaries = 20;

/**
 * Stops the command with `invalid-argument` unless there are 1 to 20 beneficiaries with weights
 * above 0 that add up to 1.
 */
export function* requireShares(
  beneficiaries: ReadonlyArray<AppRewardBeneficiary>,
): ChoiceProgram<void> {
  yield* requireThat(
    beneficiaries.every(({ weight }) => weight > 0n && weight <= one),
    "invalid-argument",
    "Beneficiary weights are between 0.0 and 1.0, 0.0 excluded.",
  );
  const sum = beneficiaries.reduce((units, { weight }) => units + weight, 0n);
  yield* requireThat(sum === one, "invalid-argument", "Beneficiary weights add up to 1.0.");
  yield* requireThat(
    beneficiaries.length <= maxBeneficiaries,
    "invalid-argument",
    `There are at most ${maxBeneficiaries} beneficiaries, found ${beneficiaries.length}.`,
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

function* weightOf(shown: string): ChoiceProgram<Numeric> {
  const read = numericFromText(shown);
  return isLeft(read)
    ? yield* stopWith("invalid-argument", `${keys.weights} has a weight that is no decimal.`)
    : read.right;
}

function* parse(
  parties: string,
  weights: string,
): ChoiceProgram<ReadonlyArray<AppRewardBeneficiary>> {
  // one more than allowed is enough to be refused
  const beneficiaries = parties.split(",", maxBeneficiaries + 1);
  const shares = weights.split(",", maxBeneficiaries + 1);
  yield* requireThat(
    beneficiaries.length === shares.length,
    "invalid-argument",
    `${keys.beneficiaries} names ${beneficiaries.length} parties, ${keys.weights} has ${shares.length} weights.`,
  );
  const parsed: Array<AppRewardBeneficiary> = [];
  for (const [index, beneficiary] of beneficiaries.entries()) {
    yield* requireThat(
      isPartyIdString(beneficiary),
      "invalid-argument",
      `${keys.beneficiaries} names something that is no party id.`,
    );
    parsed.push({ beneficiary, weight: yield* weightOf(shares[index] ?? "") });
  }
  return parsed;
}

/**
 * Who shares the reward of a transfer, as the metadata say (wallet 10.2 and 11.3): parties and
 * weights, each a list with commas between. Undefined when the metadata say nothing. Stops the
 * command with `invalid-argument` when one of the two is missing, they do not match, or {@link
 * requireShares} refuses them.
 */
export function* beneficiariesIn({
  values,
}: Metadata): ChoiceProgram<ReadonlyArray<AppRewardBeneficiary> | undefined> {
  const parties = values.get(keys.beneficiaries);
  const weights = values.get(keys.weights);
  if (parties === undefined && weights === undefined) return undefined;
  if (parties === undefined || weights === undefined) {
    return yield* stopWith(
      "invalid-argument",
      `${keys.beneficiaries} and ${keys.weights} come together.`,
    );
  }
  const beneficiaries = yield* parse(parties, weights);
  yield* requireShares(beneficiaries);
  return beneficiaries;
}
