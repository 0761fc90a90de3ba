import { defaultWalletConfig, walletConfigErrors, walletConfigType } from "@tallystick/wallet";
import {
  callback,
  oneOf,
  optional,
  settingsObject,
  wholeNumber,
  type WireField,
  wireBoolean,
  wireString,
} from "@tallystick/wire";
import { chain, type Either, left, right } from "fp-ts/lib/Either.js";
import { ledgerOptionFields, readOptions } from "../open/ledger-options.js";
import type { ValidatorOptions } from "./validator.js";

type WalletFields = keyof NonNullable<ValidatorOptions["wallet"]>;

const walletFields: Readonly<Record<WalletFields, WireField<unknown>>> = {
  network: optional(oneOf("dev", "test", "main")),
  amuletPrice: optional(wireString),
  tickMicros: optional(wholeNumber(1)),
  latestPackagesFrom: optional(wireString),
  validatorPartyHint: optional(wireString),
  config: optional(walletConfigType),
  onError: optional(callback),
};

// the wallet's views are the only projection
const { projections: _projections, ...ofLedger } = ledgerOptionFields;

const optionFields: Readonly<Record<keyof ValidatorOptions, WireField<unknown>>> = {
  ...ofLedger,
  manualClock: optional(wireBoolean),
  wallet: optional(settingsObject("WalletOptions", walletFields)),
};

const readValidatorOptions = readOptions<ValidatorOptions>(
  settingsObject("ValidatorOptions", optionFields),
);

/** The options of a validator. Left: all errors, a line each. */
export const checkedValidatorOptions = (
  given: unknown,
): Either<ReadonlyArray<string>, ValidatorOptions> =>
  chain((options: ValidatorOptions): Either<ReadonlyArray<string>, ValidatorOptions> => {
    const config = { ...defaultWalletConfig, ...options.wallet?.config };
    const errors = walletConfigErrors(config, "wallet.config.");
    return errors.length === 0 ? right(options) : left(errors);
  })(readValidatorOptions(given));
