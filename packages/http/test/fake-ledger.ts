import {
  type Catalog,
  type LedgerError,
  ledgerError,
  type Party,
  type User,
  type UserRight,
  userNotFound,
  validateCommands,
} from "@tallystick/core";
import {
  type CreateUser,
  defaultAdminUser,
  defaultLedgerConfig,
  type Ledger,
  type Submitter,
} from "@tallystick/node";
import type { ActiveContract, CompletionItem, UpdateItem } from "@tallystick/views";
import { type Either, left, right } from "fp-ts/lib/Either.js";

/** A ledger that holds users and counts submissions: enough to test the interface apart from the ledger. */
export interface FakeLedger extends Ledger {
  /** Who submitted, in order. */
  readonly submitters: Array<Submitter | undefined>;
  /** What the next submission is refused with. */
  refuseWith: LedgerError | undefined;
  /** Submissions wait for this before they are answered. */
  hold: Promise<void>;
  /** Thrown by `ledgerEnd`. */
  failure: Error | undefined;
  isReady: boolean;
  readonly contracts: ActiveContract[];
  setUser(user: CreateUser): void;
}

export const participantId = "participant::1220aa";
export const synchronizerId = "sync::1220bb";

const noCatalog: Catalog = {
  packages: [],
  packageInfo: () => undefined,
  templatesMatching: () => right([]),
  interfacesMatching: () => right([]),
  implementers: () => [],
  interfacesOf: () => [],
  viewPackage: () => undefined,
  interfaceView: () => left(ledgerError("INVALID_ARGUMENT", "no views here")),
};

async function* each<A>(items: ReadonlyArray<A>): AsyncGenerator<Either<LedgerError, A>> {
  for (const item of items) yield right(item);
}

const userOf = (user: CreateUser): User => ({
  userId: user.userId,
  primaryParty: "",
  isDeactivated: user.isDeactivated ?? false,
  annotations: {},
  identityProviderId: "",
  primaryPartyAuthentication: false,
  rights: user.rights ?? [],
  resourceVersion: 0,
});

const allocated = (party: string): Party => ({
  party,
  annotations: {},
  identityProviderId: "",
  resourceVersion: 0,
});

const unasked = (): never => {
  throw new Error("the fake ledger is not asked for this");
};

export const fakeLedger = (): FakeLedger => {
  const users = new Map<string, User>();
  const rights = new Map<string, ReadonlyArray<UserRight>>();
  const submitters: Array<Submitter | undefined> = [];
  const contracts: ActiveContract[] = [];
  let end = 0;
  const setUser = (user: CreateUser) => {
    users.set(user.userId, userOf(user));
    rights.set(user.userId, user.rights ?? []);
  };
  const ledger: FakeLedger = {
    participantId,
    synchronizerId,
    catalog: noCatalog,
    config: defaultLedgerConfig,
    submitters,
    contracts,
    refuseWith: undefined,
    hold: Promise.resolve(),
    failure: undefined,
    isReady: true,
    setUser,
    submit: async (commands, submitter) => {
      await ledger.hold;
      const settings = { userId: submitter?.userId ?? "", synchronizerId, ...defaultLedgerConfig };
      const valid = validateCommands(commands, settings);
      if (valid._tag === "Left") return valid;
      if (ledger.refuseWith !== undefined) return left(ledger.refuseWith);
      submitters.push(submitter);
      end += 1;
      return right({ completionOffset: end, submissionId: "s" });
    },
    submitAndWait: async (commands, submitter) => {
      const submitted = await ledger.submit(commands, submitter);
      return submitted._tag === "Left" ? submitted : right({ ...submitted.right, updateId: "ab" });
    },
    ledgerEnd: () => {
      if (ledger.failure !== undefined) throw ledger.failure;
      return end;
    },
    completions: () => each<CompletionItem>([]),
    updates: () => each<UpdateItem>([]),
    transaction: unasked,
    update: unasked,
    updatesPage: unasked,
    activeContractsPage: unasked,
    contractEvents: unasked,
    contract: unasked,
    activeContracts: () => each(contracts),
    allocateParty: async ({ partyIdHint = "p" }) => right(allocated(`${partyIdHint}::1220aa`)),
    party: () => undefined,
    createUser: async (user) => {
      setUser(user);
      return right(userOf(user));
    },
    user: (userId) => users.get(userId),
    userRights: (userId) => {
      const held = rights.get(userId);
      return held === undefined ? left(userNotFound(userId)) : right(held);
    },
    grantUserRights: async (userId, more) => {
      const held = rights.get(userId);
      if (held === undefined) return left(userNotFound(userId));
      rights.set(userId, [...held, ...more]);
      return right(more);
    },
    parties: unasked,
    updateParty: unasked,
    users: unasked,
    updateUser: unasked,
    deleteUser: unasked,
    moveUser: unasked,
    revokeUserRights: unasked,
    identityProviders: () => [],
    identityProvider: () => undefined,
    createIdentityProvider: unasked,
    updateIdentityProvider: unasked,
    deleteIdentityProvider: unasked,
    uploadDar: unasked,
    validateDar: unasked,
    packageArchive: unasked,
    vetting: unasked,
    updateVetting: unasked,
    ready: () => ledger.isReady,
    close: async () => {},
  };
  setUser({ userId: defaultAdminUser, rights: [{ kind: "ParticipantAdmin" }] });
  return ledger;
};
