import {
  type AmuletOperation,
  WalletAppInstall,
  WalletAppInstall_ExecuteBatch,
  walletPackage,
} from "@tallystick/coin";
import {
  commandsOf,
  type ContractId,
  type Micros,
  type Numeric,
  numericFromUnits,
  type PartyId,
} from "@tallystick/core";
import { type Either, isLeft, left, right } from "fp-ts/lib/Either.js";
import type { ContractsView } from "../contracts/contracts-view.js";
import { firstOf } from "../contracts/first-found.js";
import { commandIdOf, type Submission } from "../submissions/submission.js";
import type { NetworkState } from "./network-state.js";
import { type Funding, fundingFor } from "./treasury.js";

const { exercise } = commandsOf(walletPackage);

/** The context of a wallet's treasury. */
export interface Treasury {
  readonly view: ContractsView;
  readonly network: NetworkState;
  /** The party of the validator's operator. */
  readonly operator: string;
  readonly now: Micros;
  /** True for command ids that failed recently. */
  readonly isWaiting: (commandId: string) => boolean;
}

/**
 * The contract with which the operator acts for a party; the oldest, when users share the party.
 */
const installFor = (
  { view, operator }: Pick<Treasury, "view" | "operator">,
  party: PartyId,
): string | undefined =>
  firstOf(view, {
    template: WalletAppInstall,
    party,
    keep: ({ payload }) => payload.endUserParty === party && payload.validatorParty === operator,
    wanted: 1,
  })[0]?.contractId;

/**
 * Executes operations in a party's wallet, as the operator, one after the other in one transaction:
 * the change of one is the input of the next (wallet 19.1). Undefined for a party without a wallet.
 */
export const executeBatch = (
  treasury: Pick<Treasury, "view" | "network" | "operator">,
  party: PartyId,
  { inputs, context }: Pick<Funding, "inputs" | "context">,
  operations: ReadonlyArray<AmuletOperation>,
  commandId: string,
): Submission | undefined => {
  const install = installFor(treasury, party);
  if (install === undefined) return undefined;
  const { network, operator } = treasury;
  return {
    commandId,
    actAs: [operator],
    readAs: [...new Set([network.dso, party])],
    commands: [
      exercise(WalletAppInstall_ExecuteBatch, install, {
        context,
        inputs,
        operations: [...operations],
      }),
    ],
  };
};

/** An operation that costs its party something. */
export interface Payment {
  readonly contractId: ContractId;
  /** CC. */
  readonly cost: Numeric;
  readonly operation: AmuletOperation;
}

/** The command id of a payment that is made alone. */
export const paymentId = (name: string, contractId: ContractId): string =>
  commandIdOf(name, contractId);

/** The first payments covered by an amount. */
const coveredBy = (total: Numeric, payments: ReadonlyArray<Payment>): ReadonlyArray<Payment> => {
  let rest: bigint = total;
  const end = payments.findIndex(({ cost }) => (rest -= cost) < 0n);
  return end < 0 ? payments : payments.slice(0, end);
};

/**
 * A party's payments, in their order, in one transaction; as many as the party has funds for. If
 * they failed together recently, the first of them alone, so that one error does not stop the
 * others. Left: the available funds, when the first one costs more. Undefined when there is nothing
 * to pay, or no wallet to pay from.
 *
 * @param name prefix of the command ids
 */
export const payInOrder = (
  treasury: Treasury,
  party: PartyId,
  name: string,
  payments: ReadonlyArray<Payment>,
): Either<Numeric, Submission | undefined> => {
  const [first, ...rest] = payments;
  if (first === undefined) return right(undefined);
  const { view, network, now, isWaiting } = treasury;
  const last = payments.at(-1) ?? first;
  const together = commandIdOf(name, first.contractId, last.contractId);
  if (rest.length > 0 && !isWaiting(together)) {
    const sum = numericFromUnits(payments.reduce((units, { cost }) => units + cost, 0n));
    const funding = isLeft(sum) ? undefined : fundingFor(sum.right, view, network, party, now);
    const covered = funding?.total === undefined ? [] : coveredBy(funding.total, payments);
    if (funding !== undefined && covered.length > 1) {
      const operations = covered.map(({ operation }) => operation);
      return right(executeBatch(treasury, party, funding, operations, together));
    }
  }
  const funding = fundingFor(first.cost, view, network, party, now);
  if (funding.total === undefined) return right(undefined);
  if (funding.total < first.cost) return left(funding.total);
  const commandId = paymentId(name, first.contractId);
  return right(executeBatch(treasury, party, funding, [first.operation], commandId));
};
