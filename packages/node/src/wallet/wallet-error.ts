import type { LedgerError } from "@tallystick/core";
import { type Either, left } from "fp-ts/lib/Either.js";

/** Why a wallet could not be opened; `network`: the journal is of another kind of network. */
export interface WalletError {
  readonly kind: "wallet" | "network";
  readonly message: string;
}

/** A Left with the reason. */
export const walletError = (message: string): Either<WalletError, never> =>
  left({ kind: "wallet", message });

/** Left: the ledger rejected what a wallet needs. */
export const notMade = (what: string, { cause }: LedgerError): Either<WalletError, never> =>
  walletError(`${what} cannot be created: ${cause}`);
