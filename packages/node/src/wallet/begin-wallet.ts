import type { LedgerError, UserId, UserRight } from "@tallystick/core";
import type { WalletViews } from "@tallystick/views/wallet";
import { installsOfUser, type NetworkSettings, type WalletConfig } from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { networkMismatch } from "./begun-network.js";
import type { CachedReadings } from "./cached-readings.js";
import type { WalletScheduler } from "./scheduler.js";
import { setUpNetwork } from "./set-up.js";
import type { Wallet } from "./wallet.js";
import { notMade, type WalletError } from "./wallet-error.js";
import { svUserId, type walletUsers } from "./wallet-users.js";

/** Makes a user an administrator with the operator's wallet. */
const operatorUser = async (
  ledger: Ledger,
  users: ReturnType<typeof walletUsers>,
  userId: UserId,
  operator: string,
): Promise<Either<LedgerError, string>> => {
  const rights: ReadonlyArray<UserRight> = [{ kind: "ParticipantAdmin" }];
  const granted = await ledger.grantUserRights(userId, rights);
  if (isLeft(granted) && granted.left.code !== "USER_NOT_FOUND") return granted;
  if (isLeft(granted)) {
    const created = await ledger.createUser({ userId, rights });
    // unless another node of the ledger has
    if (isLeft(created) && created.left.code !== "USER_ALREADY_EXISTS") return created;
  }
  return users.onboard(userId, operator);
};

/** The user's coins would be out of its sight, so its wallet is not exchanged. */
const hasOwnWallet = (
  userId: UserId,
  party: string,
  operator: string,
): Either<WalletError, never> =>
  left({
    kind: "network",
    message:
      `wallet.validatorWalletUsers: ${userId} has the wallet of ${party}, expected a user without one or with that of ${operator}; ` +
      `leave ${userId} out and start, then end its wallet (POST /v0/admin/users/offboard?username=${encodeURIComponent(userId)}), or name another user`,
  });

/**
 * Gives the super validator a wallet, and the operator's users the operator's, and makes these
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
  for (const userId of config.validatorWalletUsers) {
    const [own] = partiesOf(userId);
    if (own !== undefined && !partiesOf(userId).includes(operator))
      return hasOwnWallet(userId, own, operator);
  }
  const minted = partiesOf(svUserId).includes(sv) ? right(sv) : await users.onboard(svUserId, sv);
  if (isLeft(minted)) return notMade(`the super validator's user ${svUserId}`, minted.left);
  for (const userId of config.validatorWalletUsers) {
    if (partiesOf(userId).includes(operator)) continue;
    const made = await operatorUser(ledger, users, userId, operator);
    if (isLeft(made)) return notMade(`the operator's user ${userId}`, made.left);
  }
  return right(undefined);
};

type BegunParts = Pick<Wallet, "config" | "settings" | "submit" | "upToDate" | "views"> & {
  readonly ledger: Ledger;
  readonly users: ReturnType<typeof walletUsers>;
  readonly scheduler: WalletScheduler;
  readonly readings: CachedReadings;
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
  views.onChange((changed) => {
    readings.changed(changed);
    scheduler.changed(changed);
  });
  readings.forgetParties();
  scheduler.start();
  ledger.onPreferredWriter(() => scheduler.touched(new Set([settings.dso, ...readings.parties()])));
  return right(undefined);
};
