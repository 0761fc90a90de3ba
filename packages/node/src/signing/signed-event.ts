import {
  checkArgument,
  base64Decode,
  type CompiledCatalog,
  getIn,
  type KeysAuthorization,
  type LedgerState,
  type PartyKeysChanged,
  type PartySignature,
  type PreparedSubmission,
  type TransactionCommitted,
} from "@tallystick/core";
import {
  checkPartySignatures,
  hashingSchemes,
  hashPreparedTransaction,
  hexOf,
  keySpecRules,
  onboardExternalParty,
  type OnboardingRequest,
  type OnboardingTransaction,
  rotateExternalKeys,
  type Signature,
  transactionSeedOf,
} from "@tallystick/signing";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ReceivedPrepared } from "../ledger/external-signing.js";
import { preparedSubmissionOf } from "./execute-submission.js";
import { bareParticipant, keysOf } from "./external-parties.js";
import { contentError, receivePrepared } from "./received-prepared.js";

/** What the event of a transaction says of the signatures of external parties. */
export interface SignedEvent {
  /** What is wrong with them, for auditors; none when each external party signed it. */
  readonly errors: ReadonlyArray<string>;
  /** The signed transaction for `redecide`; undefined when none was signed or it cannot be read. */
  readonly prepared: ((catalog: CompiledCatalog) => PreparedSubmission) | undefined;
}

/**
 * Checks that external parties signed what was done in their name: that the signatures are theirs,
 * with the keys that they had then, and over the transaction that the event holds. That its nodes
 * are those of the event is for `redecide`, with what this returns.
 *
 * @param state before the event
 * @param event of the transaction
 */
export const signedEvent = (state: LedgerState, event: TransactionCommitted): SignedEvent => {
  checkArgument("state", state, "object", { participant: "object" });
  checkArgument("event", event, "object", { actAs: "array" });
  const { external } = event;
  if (external === undefined) return { errors: unsigned(state, event), prepared: undefined };
  const bytes = base64Decode(external.preparedTransaction);
  if (isLeft(bytes)) return unreadable("it is not Base64");
  const received = receivePrepared(bytes.right);
  if (isLeft(received)) return unreadable(received.left.cause);
  return {
    errors: [
      ...contentErrors(state, event, received.right),
      ...signatureErrors(state, event, received.right),
    ],
    prepared: (catalog) => preparedSubmissionOf(received.right, external, () => catalog),
  };
};

const unreadable = (reason: string): SignedEvent => ({
  errors: [`the signed transaction cannot be read: ${reason}`],
  prepared: undefined,
});

const unsigned = (
  { participant }: LedgerState,
  { actAs }: TransactionCommitted,
): ReadonlyArray<string> =>
  actAs.flatMap((party) => {
    const known = getIn(participant.parties, party);
    if (known === undefined) return [];
    if (known.external !== undefined) return [`the external party ${party} did not sign it`];
    if (known.imported === "idle") return [`${party} was not imported to act here`];
    return known.imported !== undefined ||
      namespaceOf(party) === namespaceOf(participant.participantId)
      ? []
      : [`${party} has another namespace than this participant, but no keys`];
  });

const namespaceOf = (id: string): string => id.slice(id.indexOf("::"));

/** Where the event says something else than what was signed. */
const contentErrors = (
  { participant }: LedgerState,
  event: TransactionCommitted,
  { message }: ReceivedPrepared,
): ReadonlyArray<string> => {
  const { submitterInfo, transactionUuid } = message.metadata;
  const wrong = contentError(message, participant.synchronizerId);
  const rows: ReadonlyArray<readonly [string, string, string]> = [
    ["seed", event.seed, hexOf(transactionSeedOf(message.metadata))],
    ["transaction UUID", event.external?.transactionUuid ?? "", transactionUuid],
    ["command id", event.commandId, submitterInfo.commandId],
    ["submitters", event.actAs.join(", "), [...submitterInfo.actAs].sort().join(", ")],
  ];
  return [
    ...(wrong === undefined ? [] : [wrong.cause]),
    ...rows.flatMap(([what, found, signed]) =>
      found === signed ? [] : [`${what}: found ${found}, signed ${signed}`],
    ),
  ];
};

const signatureErrors = (
  { participant }: LedgerState,
  { actAs, external }: TransactionCommitted,
  { message }: ReceivedPrepared,
): ReadonlyArray<string> => {
  const scheme = hashingSchemes.find((each) => each === external?.hashingScheme);
  if (external === undefined || scheme === undefined)
    return [`${external?.hashingScheme} is not a hashing scheme`];
  const hash = hashPreparedTransaction(message, scheme);
  if (isLeft(hash)) return [`${scheme} cannot hash it: ${hash.left.message}`];
  const expected = hexOf(hash.right.hash);
  if (expected !== external.hash)
    return [`its hash is ${external.hash}, that of the signed transaction is ${expected}`];
  const signatures = actAs.map((party) => ({
    party,
    signatures: external.signatures.flatMap((each) =>
      each.party === party ? signatureOf(each) : [],
    ),
  }));
  const keysOf = (party: string) => getIn(participant.parties, party)?.external;
  const counted = checkPartySignatures(actAs, signatures, hash.right.hash, keysOf);
  if (isLeft(counted)) return [counted.left.message];
  return external.signatures.length === counted.right.length
    ? []
    : [
        `it has ${external.signatures.length} signatures, of which ${counted.right.length} are valid; a node stores only valid ones`,
      ];
};

/**
 * Checks that the keys of an external party were authorized by its namespace and by all new keys,
 * as the topology transactions in the event say.
 *
 * @param state before the event
 * @param event that says which keys the party has
 * @returns what is wrong, for auditors
 */
export const keysErrors = (state: LedgerState, event: PartyKeysChanged): ReadonlyArray<string> => {
  checkArgument("state", state, "object", { participant: "object" });
  checkArgument("event", event, "object", { party: "text" });
  const { participantId, parties } = state.participant;
  const { authorization, party, keys, threshold, serial } = event;
  const next = (getIn(parties, party)?.external?.serial ?? 0) + 1;
  if (serial !== next) return [`the serial of the keys of ${party} is ${serial}, expected ${next}`];
  if (authorization === undefined) return [`no signature of ${party} for its keys is stored`];
  const request = requestOf(authorization, bareParticipant(participantId));
  if (request === undefined) return ["its topology transactions cannot be read"];
  const rotated = serial === 1 ? onboardExternalParty(request) : rotateExternalKeys(request);
  if (isLeft(rotated)) return [`its topology transactions: ${rotated.left.message}`];
  const signed = "party" in rotated.right ? rotated.right : { party: rotated.right, serial: 1 };
  if (!signed.party.isComplete) return ["its topology transactions lack signatures"];
  const found = JSON.stringify({ party, keys, threshold, serial });
  const expected = JSON.stringify({
    party: signed.party.partyId,
    keys: keysOf(signed.party),
    threshold: signed.party.threshold,
    serial: signed.serial,
  });
  return found === expected ? [] : [`its keys are ${found}, the signed ones are ${expected}`];
};

const requestOf = (
  { transactions, signatures }: KeysAuthorization,
  participant: string,
): OnboardingRequest | undefined => {
  const read: Array<OnboardingTransaction> = [];
  for (const each of transactions) {
    const bytes = base64Decode(each.transaction);
    if (isLeft(bytes)) return undefined;
    read.push({ transaction: bytes.right, signatures: each.signatures.flatMap(signatureOf) });
  }
  return { transactions: read, multiHashSignatures: signatures.flatMap(signatureOf), participant };
};

const signatureOf = (found: Omit<PartySignature, "party">): ReadonlyArray<Signature> => {
  const rules = Object.values(keySpecRules);
  const format = rules.find((each) => each.signatureFormat === found.format)?.signatureFormat;
  const algorithm = rules.find((each) => each.algorithm === found.algorithm)?.algorithm;
  const bytes = base64Decode(found.signature);
  if (format === undefined || algorithm === undefined || isLeft(bytes)) return [];
  return [{ signedBy: found.signedBy, format, algorithm, bytes: bytes.right }];
};
