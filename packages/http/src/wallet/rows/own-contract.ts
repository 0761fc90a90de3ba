import {
  type Contract,
  isJsonObject,
  type Json,
  type Template,
  type ContractId,
  type PartyId,
} from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import { type ActiveContract, firstOf } from "@tallystick/wallet";
import { refused } from "./wallet-row.js";

/** The most contracts of a list (wallet 3.7). */
export const maxListed = 1_000;

/** A role of a party in contracts of a template. */
export interface Role<P> {
  /** The party with the role. */
  readonly of: (payload: P) => string;
  /** Its name, for errors to other stakeholders. Absent: for them the contract does not exist. */
  readonly name?: string;
}

/** A contract of a template in the wallet of a party. */
export interface OwnContract<P> extends ActiveContract<P> {
  readonly contract: Contract;
}

const isStakeholder = (contract: Contract | undefined, party: PartyId): contract is Contract =>
  contract?.signatories.includes(party) === true || contract?.observers.includes(party) === true;

/** The name of a template without its module. */
const entityOf = (template: { readonly name: string }): string =>
  template.name.slice(template.name.indexOf(":") + 1);

/** A contract of a template in which a party has a stake, and a role if one is named; else 404. */
export const ownContract = <P>(
  { views }: Wallet,
  party: PartyId,
  template: Template<P>,
  contractId: ContractId,
  role?: Role<P>,
): OwnContract<P> => {
  const entity = entityOf(template);
  const contract = views.contract(contractId);
  const found = views.byId(template, contractId);
  if (found === undefined || !isStakeholder(contract, party))
    throw refused(404, `There is no ${entity} ${contractId}.`);
  if (role === undefined || role.of(found.payload) === party) return { ...found, contract };
  throw role.name === undefined
    ? refused(404, `There is no ${entity} ${contractId}.`)
    : refused(400, `Only the ${role.name} of the ${entity} can do this.`);
};

/** Throws 400 for a contract of the party's that is of another template. */
export const requireTemplate = (
  { views }: Wallet,
  party: PartyId,
  template: Template<unknown>,
  contractId: ContractId,
): void => {
  const contract = views.contract(contractId);
  if (isStakeholder(contract, party) && views.byId(template, contractId) === undefined)
    throw refused(400, `The contract ${contractId} is no ${entityOf(template)}.`);
};

/** The contracts of a template in which a party has a stake or a role, oldest first. */
export const ownContracts = <P>(
  { views }: Wallet,
  party: PartyId,
  template: Template<P>,
  role?: Role<P>,
): ReadonlyArray<Contract> => {
  if (role === undefined) return views.contractsOf(template, party, maxListed);
  const keep = ({ payload }: ActiveContract<P>): boolean => role.of(payload) === party;
  const found = firstOf(views, { template, party, keep, wanted: maxListed });
  return views.contractsOfIds(found.map(({ contractId }) => contractId));
};

/**
 * A text field of the result of a choice; "" when it is missing, which the coin's choices do not
 * do.
 */
export const resultText = (result: Json, field: string): string => {
  const value = isJsonObject(result) ? result[field] : undefined;
  return typeof value === "string" ? value : "";
};

export const createdId = (result: Json): string => (typeof result === "string" ? result : "");
