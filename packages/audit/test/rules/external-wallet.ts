import { generateKeyPairSync } from "node:crypto";
import { type Ledger, receivePrepared } from "@tallystick/node";
import { type PrivateKey, privateKeyFrom, signMessage } from "@tallystick/signing";
import { type Either, isLeft } from "fp-ts/lib/Either.js";

/** A party whose key the test has, and the node has not. */
export interface ExternalWallet {
  readonly party: string;
  readonly key: PrivateKey;
}

const rightOf = <A>(either: Either<unknown, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

/** A new Ed25519 key. */
export const newKey = (): PrivateKey =>
  rightOf(privateKeyFrom(generateKeyPairSync("ed25519").privateKey));

/** Makes a party as a wallet does: topology, signature, allocation. */
export const onboard = async (ledger: Ledger, partyHint: string): Promise<ExternalWallet> => {
  const key = newKey();
  const topology = rightOf(
    ledger.generateExternalPartyTopology({ partyHint, publicKey: key.publicKey }),
  );
  rightOf(
    await ledger.allocateExternalParty({
      transactions: topology.transactions.map((transaction) => ({ transaction, signatures: [] })),
      multiHashSignatures: [signMessage(key, topology.multiHash)],
    }),
  );
  return { party: topology.partyId, key };
};

/** The template of the built-in package. */
export const pingTemplate = "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping";

/** Creates a ping that an external party prepared and signed. */
export const ping = async (
  ledger: Ledger,
  { party, key }: ExternalWallet,
  commandId: string,
): Promise<void> => {
  const createArguments = { id: commandId, initiator: party, responder: party };
  const command = { kind: "CreateCommand", templateId: pingTemplate, createArguments } as const;
  const submission = { userId: "user", commandId, actAs: [party], commands: [command] };
  const toSign = rightOf(await ledger.prepareSubmission({ submission }));
  rightOf(
    await ledger.executeSubmissionAndWait({
      prepared: rightOf(receivePrepared(toSign.preparedTransaction)),
      hashingScheme: toSign.hashingScheme,
      signatures: [{ party, signatures: [signMessage(key, toSign.hash)] }],
      submission: { userId: "user", submissionId: "" },
    }),
  );
};
