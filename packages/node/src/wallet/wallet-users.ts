import { type LedgerError, ledgerError, type UserRight } from "@tallystick/core";
import { WalletAppInstall } from "@tallystick/coin";
import type { WalletViews } from "@tallystick/views/wallet";
import {
  installOf,
  type NetworkSettings,
  offboardingSteps,
  onboardingSteps,
} from "@tallystick/wallet";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Ledger } from "../ledger/ledger.js";
import { isOvertaken } from "./back-off.js";
import type { PartyQueue } from "./party-queue.js";
import type { submitter } from "./submit.js";
import type { WalletUsers } from "./wallet.js";

/** What the users' wallets are made with. */
export interface WalletUsersParts {
  readonly ledger: Ledger;
  readonly views: WalletViews;
  readonly settings: NetworkSettings;
  readonly submit: ReturnType<typeof submitter>;
  readonly queue: PartyQueue;
  readonly now: () => number;
  /** Called with parties that have got a wallet, and of those whose last one has ended. */
  readonly onChanged: () => void;
}

/** Longest name of a party that is made from a user's id. */
const maxHintLength = 100;

/** A party's name from a user's id: what a name cannot have becomes a hyphen (wallet 14.1). */
export const partyHintOf = (userId: string): string =>
  userId.replace(/[^A-Za-z0-9_-]/g, "-").slice(0, maxHintLength);

const busy = (): LedgerError =>
  ledgerError("PARTICIPANT_OVERLOADED", "Too much waits for this user; try again later.", {
    definiteAnswer: true,
  });

/** A fresh party; its name is the user's, with a number when others have it. */
const freshParty = async (ledger: Ledger, userId: string): Promise<Either<LedgerError, string>> => {
  const hint = partyHintOf(userId);
  const taken = (name: string): boolean =>
    ledger.parties({ prefix: `${name}::`, after: "", limit: 1 }).length > 0;
  let name = hint;
  for (let n = 2; taken(name); n++) name = `${hint}-${n}`;
  const made = await ledger.allocateParty({ partyIdHint: name });
  return isLeft(made) ? made : right(made.right.party);
};

/** Makes the user act for the party, and the party its primary one. */
const bindUser = async (
  ledger: Ledger,
  userId: string,
  party: string,
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

const onboardNow = async (
  { ledger, views, settings, submit, now }: WalletUsersParts,
  userId: string,
  given: string | undefined,
): Promise<Either<LedgerError, string>> => {
  const primary = ledger.user(userId)?.primaryParty;
  const known = given ?? (primary === "" ? undefined : primary);
  const found = known === undefined ? await freshParty(ledger, userId) : right(known);
  if (isLeft(found)) return found;
  const party = found.right;
  const bound = await bindUser(ledger, userId, party);
  if (isLeft(bound)) return bound;
  const { dso, operator } = settings;
  for (const step of onboardingSteps(views, { dso, operator, userId, party, now: now() })) {
    const done = await submit(step);
    if (isLeft(done)) return done;
  }
  return right(party);
};

/** Tries of an onboarding that another node of the ledger overtakes. */
const maxTries = 5;

/** How long the views may take to see what another node did; milliseconds. */
const viewTimeoutMs = 10_000;

/** Onboards; what another node of the ledger does for the user at the same time is no error. */
const onboardAmongNodes = async (
  parts: WalletUsersParts,
  userId: string,
  given: string | undefined,
): Promise<Either<LedgerError, string>> => {
  const { ledger, views } = parts;
  for (let tries = 1; ; tries++) {
    const done = await onboardNow(parts, userId, given);
    if (!isLeft(done) || tries >= maxTries) return done;
    const { code } = done.left;
    if (code !== "USER_ALREADY_EXISTS" && !isOvertaken(code)) return done;
    await views.waitFor(ledger.ledgerEnd(), viewTimeoutMs);
  }
};

const offboardNow = async (
  { ledger, views, settings, submit }: WalletUsersParts,
  userId: string,
): Promise<Either<LedgerError, void>> => {
  const user = ledger.user(userId);
  if (user === undefined) {
    return left(
      ledgerError("USER_NOT_FOUND", `There is no user ${userId}.`, { definiteAnswer: true }),
    );
  }
  const { operator } = settings;
  for (const step of offboardingSteps(views, { operator, userId, party: user.primaryParty })) {
    const done = await submit(step);
    if (isLeft(done)) return done;
  }
  return ledger.deleteUser(userId);
};

/** The users' wallets: who has one, how it begins and ends (wallet 14). */
export const walletUsers = (parts: WalletUsersParts): WalletUsers => {
  const { ledger, views, settings, queue, onChanged } = parts;
  // what is done for one user is done in order, so that two requests at once make one party
  const inTurn = async <A>(userId: string, work: () => Promise<Either<LedgerError, A>>) => {
    const outcome = await (queue.run(`user ${userId}`, work) ?? left(busy()));
    onChanged();
    return outcome;
  };
  return {
    partyOf: (userId) => {
      const party = ledger.user(userId)?.primaryParty ?? "";
      if (party === "") return undefined;
      return installOf(views, party, userId) === undefined ? undefined : party;
    },
    onboard: (userId, party) => inTurn(userId, () => onboardAmongNodes(parts, userId, party)),
    offboard: (userId) => inTurn(userId, () => offboardNow(parts, userId)),
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
