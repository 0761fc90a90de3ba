import { type Contract, type PartyId, type Template, templateNameOf } from "@tallystick/core";
import { isLeft } from "fp-ts/lib/Either.js";
import type { ActiveContract, ContractsView, Keep } from "./contracts-view.js";
import { dueOf } from "./due.js";
import { namedOf } from "./named.js";

const isStakeholder = ({ signatories, observers }: Contract, party: PartyId): boolean =>
  signatories.includes(party) || observers.includes(party);

const decoded = <P>(
  template: Template<P>,
  contract: Contract,
): ReadonlyArray<ActiveContract<P>> => {
  const payload = template.payload.decode(contract.payload);
  const { contractId, createdAt } = contract;
  return isLeft(payload) ? [] : [{ contractId, createdAt, payload: payload.right }];
};

const always = (): boolean => true;

/** The first contracts that satisfy the condition; later ones are not read. */
const first = <P>(
  contracts: ReadonlyArray<ActiveContract<P>>,
  keep: Keep<P>,
  limit: number,
): ReadonlyArray<ActiveContract<P>> => {
  const kept: Array<ActiveContract<P>> = [];
  for (const contract of contracts) {
    if (kept.length >= limit) break;
    if (keep(contract)) kept.push(contract);
  }
  return kept;
};

/**
 * A view over contracts in memory, in the order they were created: for tests and small ledgers, as
 * every query reads all of a template.
 */
export const inMemoryContracts = (contracts: Iterable<Contract>): ContractsView => {
  const byTemplate = new Map<string, Array<Contract>>();
  for (const contract of contracts) {
    const name = templateNameOf(contract.templateId);
    const known = byTemplate.get(name);
    if (known === undefined) byTemplate.set(name, [contract]);
    else known.push(contract);
  }
  const ofParty = ({ name }: { readonly name: string }, party: PartyId): ReadonlyArray<Contract> =>
    (byTemplate.get(name) ?? []).filter((contract) => isStakeholder(contract, party));
  /** The contracts indexed by name for the party, with their names. */
  const namesOf = ({ name }: { readonly name: string }, party: PartyId) =>
    ofParty({ name }, party).flatMap((contract) => {
      const known = namedOf(name, contract.payload);
      return known?.party === party ? [{ contract, text: known.text }] : [];
    });
  return {
    of: (template, party, limit = Number.POSITIVE_INFINITY, keep = always) =>
      first(
        ofParty(template, party).flatMap((contract) => decoded(template, contract)),
        keep,
        limit,
      ),
    hasMoreThan: (count, template, party) => ofParty(template, party).length > count,
    due: (
      template,
      party,
      upTo,
      limit,
      { after = Number.NEGATIVE_INFINITY, keep = always } = {},
    ) => {
      const found = ofParty(template, party)
        .flatMap((contract) => {
          const due = dueOf(template.name, contract.payload);
          const isTheirs = due !== undefined && (due.party ?? party) === party;
          return isTheirs && due.at <= upTo && due.at > after ? [{ contract, at: due.at }] : [];
        })
        .sort((a, b) => a.at - b.at)
        .flatMap(({ contract }) => decoded(template, contract));
      return first(found, keep, limit);
    },
    named: (template, party, text, limit = Number.POSITIVE_INFINITY) =>
      namesOf(template, party)
        .filter((it) => it.text === text)
        .slice(0, limit)
        .flatMap(({ contract }) => decoded(template, contract)),
    namedWithin: (template, party, prefix, limit, keep = always) => {
      const found = namesOf(template, party)
        .filter(({ text }) => text.startsWith(prefix))
        .sort((a, b) => Buffer.compare(Buffer.from(a.text), Buffer.from(b.text)))
        .flatMap(({ contract }) => decoded(template, contract));
      return first(found, keep, limit);
    },
    byId: (template, contractId) =>
      (byTemplate.get(template.name) ?? [])
        .filter((contract) => contract.contractId === contractId)
        .flatMap((contract) => decoded(template, contract))[0],
  };
};
