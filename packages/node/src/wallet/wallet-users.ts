import {
  invalidArgument,
  type LedgerError,
  ledgerError,
  type User,
  type UserRight,
  type PartyId,
  type UserId,
} from "@tallystick/core";
import { WalletAppInstall } from "@tallystick/coin";
import { walletUserId, type WalletViews } from "@tallystick/views/wallet";
import {
  installsOfUser,
  type NetworkSettings,
  offboardingSteps,
  onboardingSteps,
} from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isOvertaken } from "./automations/back-off.js";
import type { PartyQueue } from "./party-queue.js";
import { partyOfName } from "./party-of-name.js";
import type { submitAsWallet } from "./submit.js";
import type { WalletUsers } from "./wallet.js";

interface WalletUsersParts {
  readonly ledger: Ledger;
  readonly views: WalletViews;
  readonly settings: NetworkSettings;
  readonly submit: ReturnType<typeof submitAsWallet>;
  readonly queue: PartyQueue;
  readonly operatorUsers: ReadonlyArray<string>;
  readonly administrators: ReadonlyArray<string>;
  /** Called with parties that got a wallet, and those whose last wallet ended. */
  readonly onChanged: () => void;
}

/** The user whose wallet mints the super validator's rewards. */
export const svUserId = "sv";

const busy = (): LedgerError =>
  ledgerError(
    "PARTICIPANT_OVERLOADED",
    "Too many requests of this user are waiting; retry later.",
    {
      definiteAnswer: true,
    },
  );

/** Grants the user CanActAs for the party, and makes it its primary party. */
export const bindUser = async (
  ledger: Ledger,
  userId: UserId,
  party: PartyId,
): Promise<Either<LedgerError, unknown>> => {
  const rights: ReadonlyArray<UserRight> = [{ kind: "CanActAs", party }];
  const user = ledger.user(userId);
  if (user === undefined) return ledger.createUser({ userId, primaryParty: party, rights });
  if (user.primaryParty !== party) {
    const updated = await ledger.updateUser({
      userId,
      updateMask: ["primary_party"],
      primaryParty: party,
      isDeactivated: user.isDeactivated,
      primaryPartyAuthentication: user.primaryPartyAuthentication,
      annotations: {},
      resourceVersion: "",
      identityProviderId: user.identityProviderId,
    });
    if (isLeft(updated)) return updated;
  }
  return ledger.grantUserRights(userId, rights);
};

/**
 * The party of a user that has one: it must have the right to act as it, or a revoked right would
 * come back.
 */
const ownPrimary = (user: User): Either<LedgerError, string> =>
  user.rights.some((it) => it.kind === "CanActAs" && it.party === user.primaryParty)
    ? right(user.primaryParty)
    : left(
        ledgerError(
          "PERMISSION_DENIED",
          `User ${user.userId} may not act as its primary party ${user.primaryParty}.`,
          { definiteAnswer: true },
        ),
      );

const partyFor = async (
  parts: WalletUsersParts,
  userId: UserId,
  given: string | undefined,
): Promise<Either<LedgerError, string>> => {
  const { ledger } = parts;
  const user = ledger.user(userId);
  if (given === undefined && user !== undefined && user.primaryParty !== "")
    return ownPrimary(user);
  const party = given === undefined ? await partyOfName(parts, userId) : right(given);
  if (isLeft(party)) return party;
  const bound = await bindUser(ledger, userId, party.right);
  return isLeft(bound) ? bound : party;
};

const onboardNow = async (
  parts: WalletUsersParts,
  userId: UserId,
  given: string | undefined,
): Promise<Either<LedgerError, string>> => {
  const { views, settings, submit } = parts;
  const found = await partyFor(parts, userId, given);
  if (isLeft(found)) return found;
  const party = found.right;
  const { dso, operator } = settings;
  const offset = views.checkpoint();
  for (const step of onboardingSteps(views, { dso, operator, userId, party, offset })) {
    const done = await submit(step);
    if (isLeft(done)) return done;
  }
  return right(party);
};

/** Attempts of what races with another node of the ledger. */
const maxTries = 5;

/** Time limit for the views to fold the changes of another node; milliseconds. */
const viewTimeoutMs = 10_000;

/** Changes users and wallets; that another node of the ledger does the same is not an error. */
export const amongNodes = async <A>(
  { ledger, views }: Pick<WalletUsersParts, "ledger" | "views">,
  change: () => Promise<Either<LedgerError, A>>,
): Promise<Either<LedgerError, A>> => {
  for (let tries = 1; ; tries++) {
    const done = await change();
    if (!isLeft(done) || tries >= maxTries) return done;
    const { code } = done.left;
    if (code !== "USER_ALREADY_EXISTS" && !isOvertaken(code)) return done;
    await views.waitFor(ledger.ledgerEnd(), viewTimeoutMs);
  }
};

/**
 * Ends the wallets of a user, and the user. The user goes first: a repeat after a crash still finds
 * its wallets. Users of the ledger without a wallet are not the wallet's to delete.
 */
const offboardNow = async (
  { ledger, views, settings, submit }: WalletUsersParts,
  userId: UserId,
): Promise<Either<LedgerError, void>> => {
  const { operator } = settings;
  const steps = offboardingSteps(views, { operator, userId });
  if (steps.length > 0 && ledger.user(userId) !== undefined) {
    const deleted = await ledger.deleteUser(userId);
    if (isLeft(deleted) && deleted.left.code !== "USER_NOT_FOUND") return deleted;
  }
  for (const step of steps) {
    const done = await submit(step);
    if (isLeft(done) && !isOvertaken(done.left.code)) return done;
  }
  return right(undefined);
};

/** A user whose wallet cannot be claimed. */
/** Users of whom it is known which wallets they have; all are forgotten when there are more. */
const maxKnownUsers = 10_000;

/** The parties of a user's wallets, read again when wallets begin or end. */
const knownWallets = (
  views: WalletViews,
  operator: string,
): ((userId: UserId) => ReadonlyArray<string>) => {
  const known = new Map<UserId, ReadonlyArray<string>>();
  views.onChange((parties, templates) => {
    if (templates.has(WalletAppInstall.name) && parties.has(operator)) known.clear();
  });
  return (userId) => {
    const found = known.get(userId);
    if (found !== undefined) return found;
    if (known.size >= maxKnownUsers) known.clear();
    const read = installsOfUser(views, operator, userId).map(({ party }) => party);
    known.set(userId, read);
    return read;
  };
};

const reserved = (userId: UserId, why: string): Either<LedgerError, never> =>
  left(invalidArgument(`found ${userId}, ${why}`, "user"));

/** The users' wallets: who has one, how it begins and ends (wallet 14). */
export const walletUsers = (parts: WalletUsersParts): WalletUsers => {
  const { ledger, views, settings, queue, operatorUsers, administrators, onChanged } = parts;
  const walletsOf = knownWallets(views, settings.operator);
  // requests for one user run in sequence, so that two concurrent ones make one party
  const inTurn = async <A>(userId: UserId, work: () => Promise<Either<LedgerError, A>>) => {
    const outcome = await (queue.run(`user ${userId}`, work) ?? left(busy()));
    onChanged();
    return outcome;
  };
  return {
    partyOf: (userId) => {
      const party = ledger.user(userId)?.primaryParty ?? "";
      return party !== "" && walletsOf(userId).includes(party) ? party : undefined;
    },
    onboard: async (userId, party) => {
      if (userId === walletUserId) return reserved(userId, "under which the wallet itself submits");
      if (userId === svUserId && party !== undefined && party !== settings.sv)
        return reserved(userId, "which is the super validator's; its party stays as it is");
      if (operatorUsers.includes(userId) && party !== undefined && party !== settings.operator)
        return reserved(userId, "whose wallet is the operator's; its party stays as it is");
      return inTurn(userId, () => amongNodes(parts, () => onboardNow(parts, userId, party)));
    },
    offboard: async (userId) => {
      if (userId === walletUserId) return reserved(userId, "under which the wallet itself submits");
      if (userId === svUserId) return reserved(userId, "whose wallet is the super validator's");
      if (operatorUsers.includes(userId)) return reserved(userId, "whose wallet is the operator's");
      const hasWallet = installsOfUser(views, settings.operator, userId).length > 0;
      if (hasWallet && administrators.includes(userId))
        return reserved(userId, "who administers the validator");
      return inTurn(userId, () => offboardNow(parts, userId));
    },
    names: () =>
      [
        ...new Set(
          views
            .of(WalletAppInstall, settings.operator)
            // the super validator is not one of the validator's users
            .filter(({ payload }) => payload.endUserParty !== settings.sv)
            .map(({ payload }) => payload.endUserName),
        ),
      ].sort(),
  };
};
