import { randomUUID } from "node:crypto";
import { base64Decode, base64Encode, type LedgerError } from "@tallystick/core";
import {
  type Committed,
  type ExecuteSubmission,
  type Ledger,
  receivePrepared,
  type Wallet,
} from "@tallystick/node";
import {
  commandOfPrepared,
  describePreparedTransaction,
  descriptionLines,
  hexOf,
} from "@tallystick/signing";
import {
  type JsCommand,
  type JsCommands,
  optional,
  required,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { hexBytes, publicKeyOf } from "./external-key.js";
import { partyId } from "../rows/request-values.js";
import { refused, type WalletError } from "../rows/wallet-row.js";

/** What an external party signs, as the answers of `prepare-*` have it (wallet 4.5). */
export const preparedFields = {
  transaction: required(wireString),
  tx_hash: required(wireString),
  hashing_details: optional(wireString),
};

/** A prepared transaction and its hash. */
export interface PreparedWire {
  readonly transaction: string;
  readonly tx_hash: string;
  readonly hashing_details?: string;
}

/** What is to be prepared for an external party. */
export interface ExternalCommand {
  /** The ledger user who submits. */
  readonly userId: string;
  readonly party: string;
  readonly commandId: string;
  readonly command: JsCommand;
  readonly disclosed: NonNullable<JsCommands["disclosedContracts"]>;
  /** True for words that say what is hashed. */
  readonly verbose: boolean;
}

/** Interprets a command and gives what the party signs; nothing changes. */
export const prepareExternal = (
  ledger: Ledger,
  { userId, party, commandId, command, disclosed, verbose }: ExternalCommand,
): Either<LedgerError, { readonly wire: PreparedWire; readonly bytes: Uint8Array }> => {
  const prepared = ledger.prepareSubmission({
    commands: {
      userId,
      commands: [command],
      commandId,
      actAs: [party],
      disclosedContracts: disclosed,
    },
  });
  if (isLeft(prepared)) return prepared;
  const { preparedTransaction: bytes, hash } = prepared.right;
  const words = verbose ? describePreparedTransaction(bytes) : undefined;
  return right({
    bytes,
    wire: {
      transaction: base64Encode(bytes),
      tx_hash: hexOf(hash),
      ...(words === undefined || isLeft(words)
        ? {}
        : { hashing_details: descriptionLines(words.right).join("\n") }),
    },
  });
};

/** What an external party has signed (wallet 4.5). */
export const ExternalPartySubmission = wireObject("ExternalPartySubmission", {
  party_id: required(wireString),
  transaction: required(wireString),
  signed_tx_hash: required(wireString),
  public_key: required(wireString),
});

/** Request body of `submit-*` (wallet 4.5). */
export const SubmitSignedRequest = wireObject("SubmitSignedRequest", {
  submission: required(ExternalPartySubmission),
});

type Submission = TypeOf<typeof ExternalPartySubmission>;

/** A submission in the form of the ledger. Left: it is of another choice or party. */
const executionOf = (
  { transaction, signed_tx_hash, public_key, ...named }: Submission,
  choice: string,
  userId: string,
): Either<WalletError | LedgerError, ExecuteSubmission> => {
  const party = partyId(named.party_id, "submission.party_id");
  if (isLeft(party)) return party;
  const key = publicKeyOf(public_key, "submission.public_key");
  if (isLeft(key)) return key;
  const signature = hexBytes(signed_tx_hash, "submission.signed_tx_hash");
  if (isLeft(signature)) return signature;
  const bytes = base64Decode(transaction);
  if (isLeft(bytes)) return refused(400, `Invalid submission.transaction: ${bytes.left.reason}`);
  const prepared = receivePrepared(bytes.right);
  if (isLeft(prepared)) return prepared;
  const { message } = prepared.right;
  const { actAs } = message.metadata.submitterInfo;
  if (actAs.length !== 1 || actAs[0] !== party.right)
    return refused(400, "Invalid submission.transaction: it is not of submission.party_id alone");
  const command = commandOfPrepared(message.transaction);
  if (
    isLeft(command) ||
    command.right.kind !== "ExerciseCommand" ||
    command.right.choice !== choice
  )
    return refused(400, `Invalid submission.transaction: expected one that begins with ${choice}`);
  return right({
    prepared: prepared.right,
    hashingScheme: "HASHING_SCHEME_VERSION_V2",
    signatures: [
      {
        party: party.right,
        signatures: [
          {
            format: "SIGNATURE_FORMAT_CONCAT",
            algorithm: "SIGNING_ALGORITHM_SPEC_ED25519",
            signedBy: key.right.fingerprint,
            bytes: signature.right,
          },
        ],
      },
    ],
    submission: { userId, submissionId: randomUUID() },
  });
};

/**
 * Executes what an external party has signed, and resolves when the wallet's views have it.
 *
 * @param choice what the transaction has to begin with
 * @param userId the ledger user who submits
 */
export const submitExternal = async (
  wallet: Wallet,
  ledger: Ledger,
  submission: Submission,
  choice: string,
  userId: string,
): Promise<Either<WalletError | LedgerError, Committed>> => {
  const execution = executionOf(submission, choice, userId);
  if (isLeft(execution)) return execution;
  const committed = await ledger.executeSubmissionAndWait(execution.right);
  await wallet.upToDate();
  return committed;
};
