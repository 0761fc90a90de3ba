import { completeConfig } from "@tallystick/node";
import { walletConfigErrors, walletConfigOf } from "@tallystick/wallet";
import { brokenRelations } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Settings } from "./settings.js";
import type { SettingsErrors } from "./settings-errors.js";

/** Settings with which no relation is broken. */
const isUsual = (http: Settings["http"]): boolean =>
  ["requestTimeoutMs", "minOffsetTimeoutMs", "listIdleTimeoutMs", "jwks"].every(
    (name) => !Object.hasOwn(http, name),
  );

const serverErrors = async (settings: Settings): Promise<ReadonlyArray<string>> => {
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
export const thatAgree = async (settings: Settings, errors: SettingsErrors): Promise<Settings> => {
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
