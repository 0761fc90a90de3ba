import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { Sha256 } from "../values/sha256.js";
import type { DisclosedContract } from "../commands/composite-command.js";
import { contractOfBlob, isAuthentic } from "../contracts/contract.js";
import { invalidArgument, ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";

const none: ReadonlySet<string> = new Set();

/**
 * The ids of disclosed contracts after checking each against its blob (specification 2.1, ledger-api 3.3 and 7): the
 * blob reads, the ids given agree with it, its content is what the contract id commits to, one payload per id.
 */
export const verifyDisclosed = (
  disclosed: ReadonlyArray<DisclosedContract>,
  synchronizerId: string,
  { sha256 }: { readonly sha256: Sha256 },
): Either<LedgerError, ReadonlySet<string>> => {
  if (disclosed.length === 0) return right(none);
  const blobs = new Map<string, string>();
  for (const [at, contract] of disclosed.entries()) {
    const checked = verifyOne(contract, `disclosedContracts[${at}]`, synchronizerId, sha256);
    if (isLeft(checked)) return checked;
    const earlier = blobs.get(checked.right);
    if (earlier !== undefined && earlier !== contract.createdEventBlob)
      return left(
        ledgerError(
          "DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS",
          `disclosedContracts has the contract ${checked.right} twice with different payloads.`,
        ),
      );
    blobs.set(checked.right, contract.createdEventBlob);
  }
  return right(new Set(blobs.keys()));
};

const verifyOne = (
  given: DisclosedContract,
  at: string,
  synchronizerId: string,
  sha256: Sha256,
): Either<LedgerError, string> => {
  const read = contractOfBlob(given.createdEventBlob);
  if (isLeft(read)) return left(broken(`${at}.createdEventBlob`, read.left));
  const contract = read.right;
  if (differs(given.contractId, contract.contractId))
    return left(broken(`${at}.contractId`, `it differs from ${contract.contractId} of the blob`));
  if (differs(given.templateId, contract.templateId))
    return left(broken(`${at}.templateId`, `it differs from ${contract.templateId} of the blob`));
  if (differs(given.synchronizerId, synchronizerId))
    return left(
      ledgerError(
        "PRESCRIBED_SYNCHRONIZER_ID_MISMATCH",
        `${at}.synchronizerId is ${given.synchronizerId}, but this node is connected to ${synchronizerId}.`,
        { field: `${at}.synchronizerId` },
      ),
    );
  return isAuthentic(contract, sha256)
    ? right(contract.contractId)
    : left(
        ledgerError(
          "DISCLOSED_CONTRACT_AUTHENTICATION_FAILED",
          `${at}.createdEventBlob is not what the contract id ${contract.contractId.slice(0, 140)} commits to.`,
          { field: `${at}.createdEventBlob`, definiteAnswer: true },
        ),
      );
};

const differs = (given: string | undefined, found: string): boolean =>
  given !== undefined && given !== "" && given !== found;

const broken = (field: string, reason: string): LedgerError => ({
  ...invalidArgument(reason, field),
  invalidRequest: true,
});
