import { type LedgerError, type User } from "@tallystick/core";
import { validateCommands } from "@tallystick/wire";
import {
  type CreateUser,
  defaultLedgerConfig,
  type Ledger,
  openLedger,
  type Submitter,
} from "@tallystick/node";
import { left, right } from "fp-ts/lib/Either.js";

/** A ledger in memory of which tests can say how it answers: who its users are, and what becomes of submissions. */
export interface FakeLedger extends Ledger {
  /** What the next submission is refused with. */
  refuseWith: LedgerError | undefined;
  /** Submissions wait for this before they are answered. */
  hold: Promise<void>;
  /** Thrown by `ledgerEnd`. */
  failure: Error | undefined;
  isReady: boolean;
  /** The user is now this one, whatever it was before. */
  setUser(user: CreateUser): void;
}

export const participantId = "participant::1220aa";

const userOf = (user: CreateUser): User => ({
  userId: user.userId,
  primaryParty: "",
  isDeactivated: user.isDeactivated ?? false,
  annotations: {},
  identityProviderId: user.identityProviderId ?? "",
  primaryPartyAuthentication: false,
  rights: user.rights ?? [],
  resourceVersion: 0,
});

/** A real ledger in memory, opened with its defaults; the caller closes it. */
export const memoryLedger = async (): Promise<Ledger> => {
  const opened = await openLedger({});
  if (opened._tag === "Left") throw new Error(opened.left.message);
  return opened.right;
};

/** A real ledger but for users that are set, and submissions, which succeed when they are valid whatever their template. */
export const fakeLedger = async (): Promise<FakeLedger> => {
  const real = await memoryLedger();
  const users = new Map<string, User>();
  let end = 0;
  const submit = async (
    commands: Parameters<Ledger["submit"]>[0],
    submitter?: Submitter,
  ): ReturnType<Ledger["submit"]> => {
    await ledger.hold;
    const { synchronizerId } = real;
    const settings = { userId: submitter?.userId ?? "", synchronizerId, ...defaultLedgerConfig };
    const valid = validateCommands(commands, settings);
    if (valid._tag === "Left") return valid;
    if (ledger.refuseWith !== undefined) return left(ledger.refuseWith);
    end += 1;
    return right({ completionOffset: end, submissionId: "s" });
  };
  const ledger: FakeLedger = {
    ...real,
    participantId,
    refuseWith: undefined,
    hold: Promise.resolve(),
    failure: undefined,
    isReady: true,
    setUser: (user) => void users.set(user.userId, userOf(user)),
    user: (userId) => users.get(userId) ?? real.user(userId),
    userRights: (userId) => {
      const set = users.get(userId);
      return set === undefined ? real.userRights(userId) : right(set.rights);
    },
    submit,
    submitAndWait: async (commands, submitter) => {
      const submitted = await submit(commands, submitter);
      return submitted._tag === "Left" ? submitted : right({ ...submitted.right, updateId: "ab" });
    },
    ledgerEnd: () => {
      if (ledger.failure !== undefined) throw ledger.failure;
      return end;
    },
    ready: () => ledger.isReady,
  };
  return ledger;
};
