import type { LedgerError, UserId } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { installsOfUser, type NetworkSettings, type WalletConfig } from "@tallystick/wallet";
import { readJson } from "@tallystick/event-store";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import type { Ledger } from "../ledger/ledger.js";
import { networkMismatch } from "./begun-network.js";
import type { WalletReadings } from "./contracts/wallet-readings.js";
import type { WalletScheduler } from "./automations/scheduler.js";
import { setUpNetwork } from "./set-up.js";
import type { Wallet } from "./wallet.js";
import { notMade, type WalletError } from "./wallet-error.js";
import { amongNodes, bindUser, svUserId, type walletUsers } from "./wallet-users.js";

/** The user's coins would be out of its sight, so its wallet is not exchanged. */
const hasOwnWallet = (
  setting: keyof Pick<WalletConfig, "administrators" | "validatorWalletUsers">,
  userId: UserId,
  party: string,
  operator: string,
): Either<WalletError, never> =>
  left({
    kind: "network",
    message:
      `wallet.${setting}: ${userId} has the wallet of ${party}, expected a user without one or with that of ${operator}; ` +
      `leave ${userId} out and start, then end its wallet (POST /v0/admin/users/offboard?username=${encodeURIComponent(userId)}), or name another user`,
  });

/** Annotation of the operator's party: the users that were made administrators, as JSON. */
const administratorsKey = "wallet.tallystick/administrators";

const UserIds = t.array(t.string);

/** Makes a user an administrator, who may act as the operator. */
const makeAdministrator = async (
  ledger: Ledger,
  userId: UserId,
  operator: string,
): Promise<Either<LedgerError, unknown>> => {
  const bound = await bindUser(ledger, userId, operator);
  return isLeft(bound) ? bound : ledger.grantUserRights(userId, [{ kind: "ParticipantAdmin" }]);
};

/** Makes the configured administrators, each once; the operator's party says who was. */
const makeAdministrators = async (
  { ledger, views }: Pick<BegunParts, "ledger" | "views">,
  { administrators }: WalletConfig,
  operator: string,
): Promise<Either<WalletError, void>> => {
  const noted = ledger.party(operator)?.annotations[administratorsKey] ?? "[]";
  // an administrator of parties can write anything there
  const made = readJson(UserIds, noted) ?? [];
  const named = administrators.filter((userId) => !made.includes(userId));
  for (const userId of named) {
    const done = await amongNodes({ ledger, views }, () =>
      makeAdministrator(ledger, userId, operator),
    );
    if (isLeft(done)) return notMade(`the administrator ${userId}`, done.left);
  }
  if (named.length === 0) return right(undefined);
  const updated = await ledger.updateParty({
    party: operator,
    updateMask: ["local_metadata.annotations"],
    annotations: { [administratorsKey]: JSON.stringify([...made, ...named]) },
    resourceVersion: "",
    identityProviderId: "",
    isLocal: true,
  });
  return isLeft(updated) ? notMade("the list of administrators", updated.left) : right(undefined);
};

/**
 * Gives the super validator a wallet, and the operator's users the operator's, and makes the
 * administrators, each once: what is taken from them later stays taken.
 */
const onboardOperator = async (
  ledger: Ledger,
  views: WalletViews,
  users: ReturnType<typeof walletUsers>,
  config: WalletConfig,
  { operator, sv }: NetworkSettings,
): Promise<Either<WalletError, void>> => {
  // a node that writes has done it
  if (ledger.config.follow) return right(undefined);
  // the wallet is made last, in the journal
  const partiesOf = (userId: UserId): ReadonlyArray<string> =>
    installsOfUser(views, operator, userId).map(({ party }) => party);
  for (const setting of ["validatorWalletUsers", "administrators"] as const) {
    for (const userId of config[setting]) {
      const [own] = partiesOf(userId);
      if (own !== undefined && !partiesOf(userId).includes(operator))
        return hasOwnWallet(setting, userId, own, operator);
    }
  }
  const minted = partiesOf(svUserId).includes(sv) ? right(sv) : await users.onboard(svUserId, sv);
  if (isLeft(minted)) return notMade(`the super validator's user ${svUserId}`, minted.left);
  const administered = await makeAdministrators({ ledger, views }, config, operator);
  if (isLeft(administered)) return administered;
  for (const userId of config.validatorWalletUsers) {
    if (partiesOf(userId).includes(operator)) continue;
    const made = await users.onboard(userId, operator);
    if (isLeft(made)) return notMade(`the operator's user ${userId}`, made.left);
  }
  return right(undefined);
};

type BegunParts = Pick<Wallet, "config" | "settings" | "submit" | "upToDate" | "views"> & {
  readonly ledger: Ledger;
  readonly users: ReturnType<typeof walletUsers>;
  readonly scheduler: WalletScheduler;
  readonly readings: WalletReadings;
};

/** Sets the network up, gives its own users their wallets, and begins the automations. */
export const beginWallet = async (parts: BegunParts): Promise<Either<WalletError, void>> => {
  const { ledger, views, settings, users, scheduler, readings } = parts;
  const before = networkMismatch(views, settings);
  if (before !== undefined) return left({ kind: "network", message: before });
  const ready = ledger.config.follow
    ? right(undefined)
    : await setUpNetwork(ledger, views, settings, parts.submit, parts.upToDate);
  if (isLeft(ready)) return ready;
  const after = networkMismatch(views, settings);
  if (after !== undefined) return left({ kind: "network", message: after });
  const bound = await onboardOperator(ledger, views, users, parts.config, settings);
  if (isLeft(bound)) return bound;
  views.onChange((parties) => scheduler.touched(parties));
  readings.forgetParties();
  scheduler.start();
  ledger.onPreferredWriter(() => scheduler.touched(new Set([settings.dso, ...readings.parties()])));
  return right(undefined);
};
