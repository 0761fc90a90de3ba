import type { ContractId } from "../values/ids.js";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { DisclosedContract } from "../commands/composite-command.js";
import { isAuthentic } from "../contracts/contract.js";
import { ledgerError } from "../errors/ledger-error-build.js";
import type { LedgerError } from "../errors/ledger-error.js";
import type { Sha256 } from "../values/sha256.js";

const none: ReadonlyMap<string, string> = new Map();

/**
 * The digests of the disclosed contracts' blobs by contract id, after checking each contract
 * (specification 2.1, ledger-api 3.3 and 7): its content is what the contract id commits to, one
 * blob per id.
 */
export const verifyDisclosed = (
  disclosed: ReadonlyArray<DisclosedContract>,
  sha256: Sha256,
): Either<LedgerError, ReadonlyMap<string, string>> => {
  if (disclosed.length === 0) return right(none);
  const digests = new Map<string, string>();
  for (const [index, { contract, blobDigest }] of disclosed.entries()) {
    if (isLeft(contract)) return contract;
    const { contractId } = contract.right;
    if (!isAuthentic(contract.right, sha256)) return left(notAuthentic(contractId, index));
    if ((digests.get(contractId) ?? blobDigest) !== blobDigest) {
      return left(
        ledgerError(
          "DISCLOSED_CONTRACTS_CONFLICTING_PAYLOADS",
          `The contract ${contractId} is disclosed twice with different payloads.`,
          { place: { of: "disclosedContract", index } },
        ),
      );
    }
    digests.set(contractId, blobDigest);
  }
  return right(digests);
};

const notAuthentic = (contractId: ContractId, index: number): LedgerError =>
  ledgerError(
    "DISCLOSED_CONTRACT_AUTHENTICATION_FAILED",
    `The disclosed contract does not match its contract id ${contractId.slice(0, 150)}.`,
    { place: { of: "disclosedContract", index }, definiteAnswer: true },
  );
