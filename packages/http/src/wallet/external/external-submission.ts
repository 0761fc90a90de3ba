import {
  base64Encode,
  type Command,
  type PartyId,
  type DisclosedBlob,
  type UserId,
} from "@tallystick/core";
import {
  type Committed,
  type ExecuteSubmission,
  type Ledger,
  orThrow,
  receivePrepared,
} from "@tallystick/node";
import {
  commandOfPrepared,
  describePreparedTransaction,
  descriptionLines,
  hexOf,
  type PublicKey,
  type Signature,
} from "@tallystick/signing";
import { optional, required, wireObject, wireString } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { base64Bytes, hexBytes, partyId, publicKey } from "../rows/value-codecs.js";
import { refused, type WalletServices } from "../rows/wallet-row.js";

/** What an external party signs, in the answers of `prepare-*` (wallet 4.5). */
export const preparedFields = {
  transaction: required(wireString),
  tx_hash: required(wireString),
  hashing_details: optional(wireString),
};

/** A prepared transaction and its hash. */
interface PreparedWire {
  readonly transaction: string;
  readonly tx_hash: string;
  readonly hashing_details?: string;
}

/** The command to prepare for an external party. */
interface ExternalCommand {
  /** The submitting ledger user. */
  readonly userId: UserId;
  readonly party: PartyId;
  readonly commandId: string;
  readonly command: Command;
  readonly disclosed: ReadonlyArray<DisclosedBlob>;
  /** True for a description of what is hashed. */
  readonly verbose: boolean;
}

/** Interprets a command and returns what the party signs; changes nothing. */
export const prepareExternal = async (
  ledger: Ledger,
  { userId, party, commandId, command, disclosed, verbose }: ExternalCommand,
): Promise<{ readonly wire: PreparedWire; readonly bytes: Uint8Array }> => {
  const { preparedTransaction: bytes, hash } = orThrow(
    await ledger.prepareSubmission({
      submission: {
        userId,
        commands: [command],
        commandId,
        actAs: [party],
        disclosedContracts: disclosed,
      },
    }),
  );
  const words = verbose ? describePreparedTransaction(bytes) : undefined;
  const details =
    words === undefined || isLeft(words)
      ? {}
      : { hashing_details: descriptionLines(words.right).join("\n") };
  return {
    bytes,
    wire: { transaction: base64Encode(bytes), tx_hash: hexOf(hash), ...details },
  };
};

/** A transaction that an external party has signed (wallet 4.5). */
const ExternalPartySubmission = wireObject("ExternalPartySubmission", {
  party_id: required(partyId),
  transaction: required(base64Bytes),
  signed_tx_hash: required(hexBytes),
  public_key: required(publicKey),
});

/** Request body of `submit-*` (wallet 4.5). */
export const SubmitSignedRequest = wireObject("SubmitSignedRequest", {
  submission: required(ExternalPartySubmission),
});

type Submission = TypeOf<typeof ExternalPartySubmission>;

/** An Ed25519 signature in the form of the ledger. */
export const ed25519Signature = ({ fingerprint }: PublicKey, bytes: Uint8Array): Signature => ({
  format: "SIGNATURE_FORMAT_CONCAT",
  algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
  signedBy: fingerprint,
  bytes,
});

/** A submission in the form of the ledger; 400 when it is of another choice or party. */
const executionOf = (
  { party_id: party, transaction, signed_tx_hash, public_key }: Submission,
  choice: string,
  { userId, submissionId }: { readonly userId: UserId; readonly submissionId: string },
): ExecuteSubmission => {
  const prepared = orThrow(receivePrepared(transaction));
  const { metadata, transaction: content } = prepared.message;
  const { actAs } = metadata.submitterInfo;
  if (actAs.length !== 1 || actAs[0] !== party)
    throw refused(400, "Invalid submission.transaction: it is not of submission.party_id alone");
  const command = commandOfPrepared(content);
  if (
    isLeft(command) ||
    command.right.kind !== "ExerciseCommand" ||
    command.right.choice !== choice
  )
    throw refused(400, `Invalid submission.transaction: expected one that begins with ${choice}`);
  return {
    prepared,
    hashingScheme: "HASHING_SCHEME_VERSION_V2",
    signatures: [{ party, signatures: [ed25519Signature(public_key, signed_tx_hash)] }],
    submission: { userId, submissionId },
  };
};

/**
 * Executes a signed transaction of an external party, and resolves when the wallet's views have
 * folded it.
 *
 * @param choice the choice of the transaction's root node
 */
export const executeSigned = async (
  { wallet, ledger, userId, httpConfig }: WalletServices,
  submission: Submission,
  choice: string,
): Promise<Committed> => {
  const execution = executionOf(submission, choice, {
    userId,
    submissionId: httpConfig.ids.uuid(),
  });
  const committed = await ledger.executeSubmissionAndWait(execution);
  await wallet.upToDate();
  return orThrow(committed);
};
