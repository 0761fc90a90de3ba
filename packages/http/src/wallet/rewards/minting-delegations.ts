import {
  MintingDelegation,
  MintingDelegation_Reject,
  MintingDelegationProposal,
  MintingDelegationProposal_Accept,
  MintingDelegationProposal_Reject,
  walletPackage,
} from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  commandsOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
} from "@tallystick/wire";
import { type Either, isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../../endpoints/endpoint.js";
import { ContractWire, contractToWire } from "../rows/contract-wire.js";
import { ownContractOnlyAs, resultText } from "../rows/own-contract.js";
import { onceId, submissionBy } from "../rows/submissions.js";
import { ContractIdAnswer } from "../transfers/tap.js";
import { isSetUpExternally } from "../external/external-balance.js";
import { ContractIdPath } from "../rows/contract-id-path.js";
import { type Outcome, refused, type WalletError, walletRow } from "../rows/wallet-row.js";
import { wholeNumberText } from "../rows/whole-number.js";

const { exercise } = commandsOf(walletPackage);

/** Entries of a page by default, and at most (wallet 3.10). */
const defaultPage = 1_000;

/** Query of the lists: entries after a place. */
export const PageQuery = wireObject("MintingDelegationsQuery", {
  after: optional(wholeNumberText),
  limit: optional(wholeNumberText),
});

/** An entry: the contract, and whether its beneficiary is an external party set up here. */
export const EntryWire = wireObject("MintingDelegationWithStatus", {
  contract: required(ContractWire),
  beneficiary_hosted: required(wireBoolean),
});

const wholeNumber = (
  text: string | undefined,
  field: string,
  fallback: number,
): Either<WalletError, number> => {
  if (text === undefined) return right(fallback);
  return /^\d{1,12}$/.test(text)
    ? right(Number(text))
    : refused(400, `Invalid ${field}: expected a whole number of at least 0`);
};

/** One page of contracts with the place the next one begins after; undefined on the last. */
const pageOf = (
  contracts: ReadonlyArray<Contract>,
  query: TypeOf<typeof PageQuery>,
): Either<WalletError, { readonly page: ReadonlyArray<Contract>; readonly next?: number }> => {
  const after = wholeNumber(query.after, "after", 0);
  if (isLeft(after)) return after;
  const limit = wholeNumber(query.limit, "limit", defaultPage);
  if (isLeft(limit)) return limit;
  if (limit.right < 1 || limit.right > defaultPage)
    return refused(400, `Invalid limit: expected a whole number from 1 to ${defaultPage}`);
  const end = after.right + limit.right;
  const page = contracts.slice(after.right, end);
  return right(end < contracts.length ? { page, next: end } : { page });
};

/** The contracts of a template whose delegate is the party, with their beneficiaries. */
const delegatedTo = (
  { views }: Wallet,
  party: string,
): Readonly<Record<"proposals" | "delegations", ReadonlyMap<string, string>>> => ({
  proposals: new Map(
    views
      .of(MintingDelegationProposal, party)
      .filter(({ payload }) => payload.delegation.delegate === party)
      .map(({ contractId, payload }) => [contractId, payload.delegation.beneficiary]),
  ),
  delegations: new Map(
    views
      .of(MintingDelegation, party)
      .filter(({ payload }) => payload.delegate === party)
      .map(({ contractId, payload }) => [contractId, payload.beneficiary]),
  ),
});

const listRow = (
  path: string,
  key: "proposals" | "delegations",
  summary: string,
  template: { readonly name: string },
): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    access: "user",
    parameters: nothing,
    query: PageQuery,
    body: nothing,
    response: {
      kind: "json",
      codec: wireObject(`List_minting_${key}`, {
        [key]: required(wireArray(EntryWire)),
        next_page_token: optional(wireInt64),
      }),
    },
    handle: ({ wallet, ledger, party, query }) => {
      const beneficiaries = delegatedTo(wallet, party)[key];
      const own = wallet.views
        .contractsOf(template, party)
        .filter(({ contractId }) => beneficiaries.has(contractId));
      const page = pageOf(own, query);
      if (isLeft(page)) return page;
      const entries = page.right.page.map((contract) => ({
        contract: contractToWire(contract),
        beneficiary_hosted: isSetUpExternally(
          wallet,
          ledger,
          beneficiaries.get(contract.contractId) ?? "",
        ),
      }));
      const { next } = page.right;
      return right(
        next === undefined ? { [key]: entries } : { [key]: entries, next_page_token: next },
      );
    },
  });

/**
 * `POST /v0/wallet/minting-delegation-proposals/{contract_id}/accept` (wallet 3.10, 17): takes the
 * place of an earlier one of the same beneficiary.
 */
export const acceptProposal = walletRow({
  method: "POST",
  path: "/v0/wallet/minting-delegation-proposals/{contract_id}/accept",
  summary: "Accept to mint for an external party",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "json", codec: ContractIdAnswer },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(
      wallet,
      party,
      MintingDelegationProposal,
      cid,
      ({ delegation }) => delegation.delegate,
    );
    if (isLeft(found)) return found;
    const { beneficiary } = found.right.payload.delegation;
    const existing = wallet.views
      .of(MintingDelegation, party)
      .find(({ payload }) => payload.delegate === party && payload.beneficiary === beneficiary);
    const command = exercise(MintingDelegationProposal_Accept, cid, {
      existingDelegationCid: existing?.contractId,
    });
    const commandId = onceId("accept-minting", party, cid);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    return isLeft(done)
      ? done
      : right({ contract_id: resultText(done.right.result, "mintingDelegationCid") });
  },
});

/** `POST /v0/wallet/minting-delegation-proposals/{contract_id}/reject` (wallet 3.10). */
export const rejectProposal = walletRow({
  method: "POST",
  path: "/v0/wallet/minting-delegation-proposals/{contract_id}/reject",
  summary: "Do not mint for an external party",
  access: "user",
  parameters: ContractIdPath,
  query: nothing,
  body: nothing,
  response: { kind: "empty" },
  handle: async ({ wallet, party, parameters }) => {
    const cid = parameters.contract_id;
    const found = ownContractOnlyAs(
      wallet,
      party,
      MintingDelegationProposal,
      cid,
      ({ delegation }) => delegation.delegate,
    );
    if (isLeft(found)) return found;
    const command = exercise(MintingDelegationProposal_Reject, cid, {});
    const commandId = onceId("reject-minting-proposal", party, cid);
    const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
    return isLeft(done) ? done : right(undefined);
  },
});

const end = async (wallet: Wallet, party: string, cid: string): Promise<Outcome<undefined>> => {
  const found = ownContractOnlyAs(
    wallet,
    party,
    MintingDelegation,
    cid,
    ({ delegate }) => delegate,
  );
  if (isLeft(found)) return found;
  const command = exercise(MintingDelegation_Reject, cid, {});
  const commandId = onceId("reject-minting", party, cid);
  const done = await wallet.submit(submissionBy(wallet, party, commandId, command));
  return isLeft(done) ? done : right(undefined);
};

const endRow = (name: "reject" | "withdraw"): Endpoint =>
  walletRow({
    method: "POST",
    path: `/v0/wallet/minting-delegations/{contract_id}/${name}`,
    summary: "Stop minting for an external party",
    access: "user",
    parameters: ContractIdPath,
    query: nothing,
    body: nothing,
    response: { kind: "empty" },
    handle: ({ wallet, party, parameters }) => end(wallet, party, parameters.contract_id),
  });

/** The rows of minting delegations (specification 1, wallet 3.10); the caller is the delegate. */
export const mintingDelegationRows: ReadonlyArray<Endpoint> = [
  listRow(
    "/v0/wallet/minting-delegation-proposals",
    "proposals",
    "External parties that ask to be minted for",
    MintingDelegationProposal,
  ),
  acceptProposal,
  rejectProposal,
  listRow(
    "/v0/wallet/minting-delegations",
    "delegations",
    "External parties that are minted for",
    MintingDelegation,
  ),
  endRow("reject"),
  endRow("withdraw"),
];
