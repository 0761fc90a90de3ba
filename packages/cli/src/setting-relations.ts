import type { AuthConfig, HttpSettings } from "@tallystick/http";
import { completeConfig, type LedgerConfig } from "@tallystick/node";
import { walletConfigErrors, walletConfigOf, type WalletSettings } from "@tallystick/wallet";
import { brokenRelations } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { SettingsErrors } from "./settings-errors.js";

/** The settings that are compared with one another. */
interface RelatedSettings {
  readonly auth: AuthConfig;
  readonly http: HttpSettings;
  readonly ledger: Partial<LedgerConfig>;
  readonly wallet: WalletSettings;
}

/** Settings with which no relation is broken. */
const isUsual = (http: HttpSettings): boolean =>
  ["requestTimeoutMs", "minOffsetTimeoutMs", "listIdleTimeoutMs", "jwks"].every(
    (name) => !Object.hasOwn(http, name),
  );

const serverErrors = async (settings: RelatedSettings): Promise<ReadonlyArray<string>> => {
  // the package takes a while to load, and is loaded while the journal is read
  if (isUsual(settings.http)) return [];
  const { httpConfigOf, httpRelations } = await import("@tallystick/http");
  return brokenRelations(httpRelations, httpConfigOf({ ...settings.http, auth: settings.auth }));
};

/**
 * Settings that work together.
 *
 * @throws {CommandError} all that are valid by themselves and do not, with the names of both
 */
export const thatAgree = async <S extends RelatedSettings>(
  settings: S,
  errors: SettingsErrors,
): Promise<S> => {
  const ledger = completeConfig(settings.ledger);
  const found = [
    ...(await serverErrors(settings)),
    ...(isLeft(ledger) ? ledger.left.map((error) => `ledger.${error}`) : []),
    ...walletConfigErrors(walletConfigOf(settings.wallet), "wallet."),
  ];
  found.forEach(errors.add);
  errors.throwAll();
  return settings;
};
