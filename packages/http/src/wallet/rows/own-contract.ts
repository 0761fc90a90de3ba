import { type Contract, isJsonObject, type Json, type Template } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import { type ActiveContract, firstOf } from "@tallystick/wallet";
import { contractIdText } from "./request-values.js";
import { refused, type WalletError } from "./wallet-row.js";

/** Contracts a list shows at most (wallet 3.7). */
export const maxListed = 1_000;

/** The name of a template without its module. */
const entityOf = (template: { readonly name: string }): string =>
  template.name.slice(template.name.indexOf(":") + 1);

const noContract = (template: { readonly name: string }, contractId: string) =>
  refused(404, `There is no ${entityOf(template)} ${contractId}.`);

/**
 * A contract of a template in which a party has a stake; anything else does not exist for it: 404.
 */
export const ownContract = <P>(
  { views }: Wallet,
  party: string,
  template: Template<P>,
  contractId: string,
): Either<WalletError, ActiveContract<P> & { readonly contract: Contract }> => {
  const valid = contractIdText(contractId);
  if (isLeft(valid)) return valid;
  const contract = views.contract(contractId);
  const found = views.byId(template, contractId);
  const isOwn =
    contract !== undefined &&
    (contract.signatories.includes(party) || contract.observers.includes(party));
  return found === undefined || contract === undefined || !isOwn
    ? noContract(template, contractId)
    : right({ ...found, contract });
};

/** The same, when the party has the role that is needed. */
export const ownContractAs = <P>(
  wallet: Wallet,
  party: string,
  template: Template<P>,
  contractId: string,
  roleOf: (payload: P) => string,
  role: string,
): Either<WalletError, ActiveContract<P> & { readonly contract: Contract }> => {
  const found = ownContract(wallet, party, template, contractId);
  if (isLeft(found)) return found;
  return roleOf(found.right.payload) === party
    ? found
    : left({ status: 400, message: `Only the ${role} of the ${entityOf(template)} can do this.` });
};

/** The same for a contract that does not exist for others who have a stake in it: 404. */
export const ownContractOnlyAs = <P>(
  wallet: Wallet,
  party: string,
  template: Template<P>,
  contractId: string,
  roleOf: (payload: P) => string,
): ReturnType<typeof ownContract<P>> => {
  const found = ownContract(wallet, party, template, contractId);
  if (isLeft(found)) return found;
  return roleOf(found.right.payload) === party ? found : noContract(template, contractId);
};

/** The contracts of a template in which a party has a role, oldest first. */
export const ownContractsAs = <P>(
  { views }: Wallet,
  party: string,
  template: Template<P>,
  roleOf: (payload: P) => string,
): ReadonlyArray<Contract> => {
  const keep = ({ payload }: ActiveContract<P>): boolean => roleOf(payload) === party;
  const found = firstOf(views, { template, party, keep, wanted: maxListed });
  return views.contractsOfIds(found.map(({ contractId }) => contractId));
};

/** The contracts of a template in which a party has a stake, oldest first. */
export const ownContracts = (
  { views }: Wallet,
  party: string,
  template: { readonly name: string },
  limit = maxListed,
): ReadonlyArray<Contract> => views.contractsOf(template, party, limit);

/**
 * A text field of the result of a choice; "" when it is not there, which never happens for the
 * coin's own choices.
 */
export const resultText = (result: Json, field: string): string => {
  const value = isJsonObject(result) ? result[field] : undefined;
  return typeof value === "string" ? value : "";
};
