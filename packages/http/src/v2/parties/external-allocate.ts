import {
  base64Decode,
  invalidArgument,
  invalidField,
  isSynchronizerId,
  missingField,
  shortId,
  type LedgerError,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import type { OnboardingTransaction, Signature } from "@tallystick/signing";
import {
  AllocateExternalPartyRequest,
  AllocateExternalPartyResponse,
  type SignedTransactionWire,
} from "@tallystick/wire";
import { sequenceS } from "fp-ts/lib/Apply.js";
import { Apply, type Either, isLeft, left, mapLeft, traverseArray } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { providerOf } from "../../auth/provider.js";
import { endpoint } from "../../endpoints/endpoint.js";
import { signaturesOfWire } from "../signing/signatures-of-wire.js";
import { madeElsewhere } from "./other-participants.js";
import { quotaOf } from "./self-allocation.js";

const transactionOf = ({
  transaction,
  signatures,
}: SignedTransactionWire): Either<LedgerError, OnboardingTransaction> =>
  sequenceS(Apply)({
    transaction: pipe(
      base64Decode(transaction),
      mapLeft(({ reason }) => invalidField("onboarding_transactions.transaction", reason)),
    ),
    signatures: signaturesOfWire(signatures, "onboarding_transaction.signatures"),
  });

/** What the physical id of a synchronizer has after the logical one. */
const physicalSuffix = /::\d+-\d+$/;

/** True for the logical or the physical id of the synchronizer. */
const isOwn = (found: string, synchronizerId: string): boolean =>
  found === synchronizerId || found === `${synchronizerId}::35-0`;

/** The parts that the party's keys have signed. */
interface Onboarding {
  readonly transactions: ReadonlyArray<OnboardingTransaction>;
  readonly multiHashSignatures: ReadonlyArray<Signature>;
}

/** The signed parts of a request. Left: another synchronizer, or a malformed part. */
const onboardingOf = (
  { synchronizer, onboardingTransactions, multiHashSignatures }: AllocateExternalPartyRequest,
  synchronizerId: string,
): Either<LedgerError, Onboarding> => {
  if (synchronizer === "") return left(missingField("synchronizer"));
  if (!isSynchronizerId(synchronizer.replace(physicalSuffix, ""))) {
    return left(
      invalidField("synchronizer", "expected a synchronizer id <name>::<fingerprint>", {
        sentence: `Unable to parse \`${synchronizer.slice(0, 300)}\` as physical synchronizer id`,
      }),
    );
  }
  if (!isOwn(synchronizer, synchronizerId)) {
    return left(
      invalidArgument(
        `This node is not connected to the requested synchronizer ${synchronizer.slice(0, 300)}.`,
        "synchronizer",
        {
          sentence: `This node is not connected to the requested synchronizer ${shortId(synchronizer)}.`,
        },
      ),
    );
  }
  return sequenceS(Apply)({
    transactions: traverseArray(transactionOf)(onboardingTransactions),
    multiHashSignatures: signaturesOfWire(multiHashSignatures, "multi_hash_signatures.signatures"),
  });
};

/** `POST /v2/parties/external/allocate` (ledger-api 2.10). */
export const externalAllocate = endpoint({
  method: "POST",
  path: "/v2/parties/external/allocate",
  summary: "Allocate an external party",
  description:
    "The topology transactions must be signed by the party's namespace and by each of its keys. A party that other " +
    "participants must authorize too is not allocated here; the response has its id.",
  body: AllocateExternalPartyRequest,
  response: AllocateExternalPartyResponse,
  validate: ({ body }, { ledger }) => onboardingOf(body, ledger.synchronizerId),
  rights: ({ body }) => [
    { kind: "self-or-admin", userId: body.userId },
    { kind: "provider", identityProviderId: body.identityProviderId },
  ],
  errors: ["INVALID_ARGUMENT", "INVALID_FIELD", "INVALID_TOKEN", "MISSING_FIELD", "USER_NOT_FOUND"],
  handle: async ({ body, valid: onboarding, caller }, { ledger, config }) => {
    const allocated = await ledger.allocateExternalParty({
      ...onboarding,
      identityProviderId: providerOf(body.identityProviderId, caller),
      userId: body.userId,
      ...quotaOf(caller, config),
    });
    const elsewhere = isLeft(allocated) ? madeElsewhere(onboarding, ledger, config) : undefined;
    return elsewhere === undefined ? orThrow(allocated) : { partyId: elsewhere };
  },
});
