import { createPrivateKey } from "node:crypto";
import type { Command, LedgerError } from "@tallystick/core";
import { type Ledger, type PreparedSubmissionToSign, receivePrepared } from "@tallystick/node";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Operation } from "../plan/plan.js";
import type { Random } from "../plan/random.js";
import type { SubmissionAnswer } from "./attempts.js";
import type { NaiveLedger } from "./naive-ledger.js";
import type { OpenNode } from "./open-process.js";
import { simTemplates } from "./sim-package.js";
import { pickOf, simUser } from "./submissions.js";

/** The DER prefix of the 32 bytes of a private Ed25519 key (RFC 8410). */
const privateKeyPrefix = "302e020100300506032b657004220420";

const keyOf = (seed: string): PrivateKey => {
  const der = Buffer.from(privateKeyPrefix + seed, "hex");
  const key = privateKeyFrom(createPrivateKey({ key: der, format: "der", type: "pkcs8" }));
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};

interface ToSign {
  readonly party: string;
  readonly prepared: PreparedSubmissionToSign;
}

const seedDigits = 64;

const partyHint = "outsider";

/** A party whose key no node has. */
export class Outsider {
  readonly #key: PrivateKey;

  constructor(random: Random) {
    this.#key = keyOf(random.hex(seedDigits));
  }

  /** Has a node prepare a transaction, which counts an account or opens one. */
  async prepare(
    { ledger }: OpenNode,
    commandId: string,
    operation: Extract<Operation, { kind: "sign" }>,
    naive: NaiveLedger,
  ): Promise<Either<LedgerError, ToSign>> {
    const party = await this.#onboard(ledger);
    if (isLeft(party)) return party;
    const command = commandOf(party.right, operation, naive);
    const submission = { userId: simUser, commandId, actAs: [party.right], commands: [command] };
    const prepared = await ledger.prepareSubmission({
      submission,
      // accounts have keys, which the older scheme does not cover
      hashingScheme: "HASHING_SCHEME_VERSION_V3",
    });
    return isLeft(prepared) ? prepared : right({ party: party.right, prepared: prepared.right });
  }

  /** Signs a transaction and has a node execute it. */
  async execute(
    { ledger }: OpenNode,
    { party, prepared: { preparedTransaction, hash, hashingScheme } }: ToSign,
    submissionId: string,
  ): Promise<Either<LedgerError, SubmissionAnswer>> {
    const prepared = receivePrepared(preparedTransaction);
    if (isLeft(prepared)) return prepared;
    const done = await ledger.executeSubmissionAndWait({
      prepared: prepared.right,
      hashingScheme,
      signatures: [{ party, signatures: [signMessage(this.#key, hash)] }],
      submission: { userId: simUser, submissionId },
    });
    if (isLeft(done)) return done;
    const { completionOffset: offset, updateId } = done.right;
    return right({ offset, updateId });
  }

  async #onboard(ledger: Ledger): Promise<Either<LedgerError, string>> {
    const [known] = ledger.parties({ after: "", limit: 1, prefix: `${partyHint}::` });
    if (known !== undefined) return right(known.party);
    const topology = ledger.generateExternalPartyTopology({
      partyHint,
      publicKey: this.#key.publicKey,
    });
    if (isLeft(topology)) return left(topology.left);
    const { transactions, multiHash, partyId } = topology.right;
    const made = await ledger.allocateExternalParty({
      transactions: transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(this.#key, multiHash)],
    });
    return isLeft(made) ? made : right(partyId);
  }
}

/** Now and then one of a contract that is gone. */
const commandOf = (
  owner: string,
  { pick, name }: Extract<Operation, { kind: "sign" }>,
  naive: NaiveLedger,
): Command => {
  const own = naive.of("Sim:Account").filter(({ payload }) => payload["owner"] === owner);
  const account = pickOf(own, pick);
  return account === undefined
    ? {
        kind: "CreateCommand",
        templateId: simTemplates.account,
        createArguments: { owner, name: `account ${name}`, count: "0" },
      }
    : {
        kind: "ExerciseCommand",
        templateId: simTemplates.account,
        contractId: account.contractId,
        choice: "Count",
        choiceArgument: {},
      };
};
