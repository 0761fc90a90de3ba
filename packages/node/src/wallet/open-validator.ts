import type { Either } from "fp-ts/lib/Either.js";
import type { Validator, ValidatorError, ValidatorOptions } from "./validator.js";

/**
 * Opens a ledger with the network's coin, a simulated network and users' wallets. Left: why it
 * cannot be opened, with what to do.
 *
 * @param options those of a ledger, and the wallet's
 * @example
 * import { isLeft } from "fp-ts/lib/Either.js";
 *
 * const opened = await openValidator({ data: "./data" });
 * if (isLeft(opened)) throw new Error(opened.left.message);
 * const { wallet, close } = opened.right;
 * await close();
 */
export const openValidator = async (
  options: ValidatorOptions,
): Promise<Either<ValidatorError, Validator>> => {
  // the coin and the wallet are half of all modules, and a ledger without them starts sooner
  const { startValidator } = await import("./start-validator.js");
  return startValidator(options);
};
