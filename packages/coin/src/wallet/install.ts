import {
  type Choice,
  choice,
  type ChoiceDefinition,
  contractId,
  type DamlType,
  exercise,
  party,
  record,
  type Static,
  template,
  text,
} from "@tallystick/core";
import { modulePart } from "../model/module-part.js";

const InstallPayload = record({
  dsoParty: party,
  validatorParty: party,
  endUserName: text,
  endUserParty: party,
});
/** The contract that links a user name to a party and to the operator of its validator. */
export type InstallPayload = Static<typeof InstallPayload>;

/**
 * The operator of a validator runs a user's wallet (wallet 14.1). Its choices, each controlled by
 * the operator alone, are how the operator acts for the user; offboarding archives it.
 */
export const WalletAppInstall = template("Splice.Wallet.Install:WalletAppInstall", {
  payload: InstallPayload,
  signatories: ({ endUserParty, validatorParty }) => [endUserParty, validatorParty],
});

/** A choice of an install: its operator alone exercises it, and the install remains. */
export const installChoice = <A, R>(
  name: string,
  definition: Pick<
    ChoiceDefinition<InstallPayload, undefined, A, R>,
    "argument" | "result" | "body"
  >,
): Choice<A, R> =>
  choice(WalletAppInstall, `WalletAppInstall_${name}`, {
    ...definition,
    consuming: false,
    controllers: ({ validatorParty }) => [validatorParty],
  });

/** The argument of {@link exercisedByUser} for a choice that takes none of its own. */
export const Cid = record({ cid: contractId });

/** The argument of {@link exercisedByUser} for a choice that takes a reason. */
export const CidWithReason = record({ cid: contractId, reason: text });

/**
 * The choice of an install by which the user exercises a choice on the contract `cid`.
 *
 * @param argumentOf what that choice is given
 */
export const exercisedByUser = <T extends Static<typeof Cid>, A, R>(
  exercised: Choice<A, R>,
  argument: DamlType<T>,
  argumentOf: (argument: T, install: InstallPayload) => A,
): Choice<T, R> =>
  installChoice(exercised.name, {
    argument,
    result: exercised.result,
    *body({ payload }, given) {
      return yield* exercise(exercised, given.cid, argumentOf(given, payload));
    },
  });

export const walletAppInstallModule = modulePart({ templates: [WalletAppInstall] });
