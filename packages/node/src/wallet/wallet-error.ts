import { type Either, left } from "fp-ts/lib/Either.js";

/** Why a wallet could not be opened; `network`: the journal is one of another kind of network. */
export interface WalletError {
  readonly kind: "wallet" | "network";
  readonly message: string;
}

/** Left with why the wallet could not be opened. */
export const walletError = (message: string): Either<WalletError, never> =>
  left({ kind: "wallet", message });
