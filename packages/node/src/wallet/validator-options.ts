import { walletConfigType } from "@tallystick/wallet";
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
import { ledgerOptionFields, readOptions } from "../open/ledger-options.js";
import type { ValidatorOptions } from "./validator.js";

type WalletFields = keyof NonNullable<ValidatorOptions["wallet"]>;

const walletFields: Readonly<Record<WalletFields, WireField<unknown>>> = {
  network: optional(oneOf("dev", "test", "main")),
  amuletPrice: optional(wireString),
  tickMicros: optional(wholeNumber(1)),
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

/** All errors of the options of a validator, a line each. */
export const checkedValidatorOptions = readOptions<ValidatorOptions>(
  settingsObject("ValidatorOptions", optionFields),
);
