import { holdingV1, holdingV2, metadataV1, tokenHelpers } from "@tallystick/coin";
import {
  archive,
  type ChoiceProgram,
  create,
  fetch,
  instance,
  numeric,
  type Numeric,
  optional,
  party,
  record,
  type Static,
  template,
} from "@tallystick/core";

const { basicAccount, logAccountChange, minus, neededInContext, plus, requireThat, zero } =
  tokenHelpers;

/** The instrument's name at its administrator. */
export const goldId = "Gold";

const TokenPayload = record({
  admin: party,
  owner: party,
  amount: numeric,
  lock: optional(holdingV1.Lock),
});
type TokenPayload = Static<typeof TokenPayload>;
type Lock = TokenPayload["lock"];

/** An amount of one owner. What is locked waits for a transfer or a settlement. */
export const Token = template("Gold.Token:Token", {
  payload: TokenPayload,
  signatories: ({ admin, owner }) => [admin, owner],
  ensure: ({ amount }) => amount > 0n,
});

/** The administrator's rules: its factories and its event log. */
export const TokenRules = template("Gold.Token:TokenRules", {
  payload: record({ admin: party }),
  signatories: ({ admin }) => [admin],
});

/** The key of the rules in choice contexts. */
export const rulesKey = "gold/rules";

/**
 * The rules in a choice context. That they are the administrator's is checked, because what they
 * are asked runs with its authority.
 */
export function* rulesIn(context: metadataV1.ChoiceContext, admin: string): ChoiceProgram<string> {
  const rules = yield* neededInContext(context, rulesKey);
  const found = yield* fetch(TokenRules, rules);
  yield* requireThat(found.admin === admin, "The rules are those of the administrator");
  return rules;
}

/** What keeps a token from being spent. */
export const lockFor = (admin: string, context: string): Lock => ({
  holders: [admin],
  // it ends with what it is for, not by itself
  expiresAt: undefined,
  expiresAfter: undefined,
  context,
});

/** A token of an account; none over nothing, and none of the accounts for mints and burns. */
export function* pay(
  admin: string,
  { owner }: holdingV2.Account,
  amount: Numeric,
  lock?: Lock,
): ChoiceProgram<ReadonlyArray<string>> {
  if (owner === undefined || amount === 0n) return [];
  return [yield* create(Token, { admin, owner, amount, lock })];
}

/** Archives tokens of an account, all free or all locked, and says how much they were. */
export function* take(
  admin: string,
  account: holdingV2.Account,
  cids: ReadonlyArray<string>,
  which: "free" | "locked",
): ChoiceProgram<Numeric> {
  let sum = zero;
  for (const cid of cids) {
    const token = yield* fetch(Token, cid);
    const isTheirs = token.admin === admin && token.owner === account.owner;
    yield* requireThat(isTheirs, "The holdings are those of the account");
    const isFree = token.lock === undefined;
    yield* requireThat(isFree === (which === "free"), `The holdings are ${which}`);
    yield* archive(Token, cid);
    sum = yield* plus(sum, token.amount);
  }
  return sum;
}

/** Archives free tokens of an account and gives back what they were more than an amount. */
export function* spend(
  admin: string,
  account: holdingV2.Account,
  cids: ReadonlyArray<string>,
  amount: Numeric,
): ChoiceProgram<ReadonlyArray<string>> {
  const rest = yield* minus(yield* take(admin, account, cids, "free"), amount);
  // the account of mints has no holdings, and needs none
  if (account.owner === undefined) return [];
  yield* requireThat(rest >= 0n, "The holdings are enough");
  return yield* pay(admin, account, rest);
}

/** What is set aside for later, and what is left. */
interface Reserved {
  readonly locked: ReadonlyArray<string>;
  readonly change: ReadonlyArray<string>;
}

/** Locks an amount. */
export function* reserve(
  rules: string,
  admin: string,
  account: holdingV2.Account,
  { cids, amount, reason }: { cids: ReadonlyArray<string>; amount: Numeric; reason: string },
): ChoiceProgram<Reserved> {
  const change = yield* spend(admin, account, cids, amount);
  const locked = yield* pay(admin, account, amount, lockFor(admin, reason));
  yield* logSame(rules, admin, account, cids, [...locked, ...change], reason);
  return { locked, change };
}

/** Gives what is locked back. */
export function* release(
  rules: string,
  admin: string,
  account: holdingV2.Account,
  locked: ReadonlyArray<string>,
): ChoiceProgram<ReadonlyArray<string>> {
  const free = yield* pay(admin, account, yield* take(admin, account, locked, "locked"));
  yield* logSame(rules, admin, account, locked, free, "unlock");
  return free;
}

/** Explains that an account has other tokens over the same sum. */
export const logSame = (
  rules: string,
  admin: string,
  account: holdingV2.Account,
  inputHoldingCids: ReadonlyArray<string>,
  outputHoldingCids: ReadonlyArray<string>,
  reason: string,
): ChoiceProgram<void> =>
  logAccountChange(
    rules,
    { admin, account, inputHoldingCids, transferLegSides: [], outputHoldingCids },
    reason,
  );

/** A token as the first version of the standard shows it. */
const viewV1 = ({ admin, owner, amount, lock }: TokenPayload): holdingV1.HoldingView => ({
  owner,
  instrumentId: { admin, id: goldId },
  amount,
  lock,
  meta: metadataV1.emptyMetadata,
});

export const tokenInstances = [
  instance(Token, holdingV1.Holding, { view: viewV1, methods: () => ({}) }),
  instance(Token, holdingV2.Holding, {
    view: (token) => {
      const { owner, ...view } = viewV1(token);
      return { ...view, account: basicAccount(owner) };
    },
    methods: () => ({}),
  }),
];
