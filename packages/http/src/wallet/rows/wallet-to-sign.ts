import { base64Encode, type PartyId, type Submission, type UserId } from "@tallystick/core";
import { type Ledger, orThrow, type Wallet, type WalletEarlier } from "@tallystick/node";
import { signedCommandName } from "@tallystick/views/wallet";
import { required, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { jsonAnswer } from "../../answers/answer.js";
import { ThrownAnswer } from "../../answers/thrown-answer.js";
import { writeJsonText } from "../../json/json-text.js";
import { messageAnswer } from "./wallet-family.js";

/** Why a request that would submit for an external party does nothing. */
export const signsOutside =
  "The party signs outside of the node. With prepare=true the answer is what it signs, for /v2/interactive-submission/execute.";

/** The error of what the party alone cannot sign. */
const needsOthers = (): ThrownAnswer =>
  new ThrownAnswer(messageAnswer(400, "This needs the signature of another party too."));

/** What an external party signs: the answer of a row that would submit for it. */
export const PreparedCommand = wireObject("PreparedCommand", {
  command_id: required(wireString),
  /** Base64. */
  prepared_transaction: required(wireString),
  /** Base64, 32 bytes; signers compute it again. */
  prepared_transaction_hash: required(wireString),
  hashing_scheme_version: required(wireString),
});

/** 202 with what the party of a submission signs; nothing is recorded. Throws why it cannot be. */
export const toSign = async (ledger: Ledger, submission: Submission): Promise<ThrownAnswer> => {
  const prepared = orThrow(await ledger.prepareSubmission({ submission }));
  const body = {
    command_id: submission.commandId,
    prepared_transaction: base64Encode(prepared.preparedTransaction),
    prepared_transaction_hash: base64Encode(prepared.hash),
    hashing_scheme_version: prepared.hashingScheme,
  };
  return new ThrownAnswer({ ...jsonAnswer(writeJsonText(body)), status: 202 });
};

/** Whose requests prepare, and what they say of it. */
interface ToSign {
  readonly wallet: Wallet;
  readonly ledger: Ledger;
  readonly userId: UserId;
  readonly party: PartyId;
  /** The outcome of the command that the request names as executed. */
  readonly executed: WalletEarlier | undefined;
}

/**
 * The wallet in requests of an external party: what would be submitted is answered for the party to
 * sign. A command that it has signed and that took effect has its outcome.
 */
export const walletToSign = ({ wallet, ledger, userId, party, executed }: ToSign): Wallet => {
  const outcome: Wallet["outcome"] = async (commandId) =>
    executed === undefined ? wallet.outcome(signedCommandName(party, commandId)) : right(executed);
  const submit: Wallet["submit"] = async (submission) => {
    const before = await outcome(submission.commandId);
    if (isLeft(before)) return before;
    if (before.right !== undefined) return right(before.right);
    const { actAs } = submission;
    if (actAs.length !== 1 || actAs[0] !== party) throw needsOthers();
    throw await toSign(ledger, { ...submission, userId });
  };
  return {
    ...wallet,
    outcome,
    submit,
    submitInTurn: async (_party, plan) => {
      const planned = plan();
      return isLeft(planned) ? planned : submit(planned.right);
    },
  };
};
