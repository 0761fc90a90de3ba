import { type AppPaymentRequest_Accept, walletPaymentsPackage } from "@tallystick/coin";
import {
  type Choice,
  commandsOf,
  type ContractId,
  type Json,
  type Numeric,
  type Template,
} from "@tallystick/core";
import { ccOf, type NetworkState, type Submission, sumOf } from "@tallystick/wallet";
import { fundsFor } from "../rows/funds.js";
import { ownContract, type Role } from "../rows/own-contract.js";
import { once } from "../rows/once.js";
import { exercisedIn, submissionOf } from "../rows/operations.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, type WalletServices } from "../rows/wallet-row.js";

const { exercise } = commandsOf(walletPaymentsPackage);

interface Amount {
  readonly amount: Numeric;
  readonly unit: string;
}

/** The sum in CC of amounts of USD and CC, at the round's price. */
const totalInCc = ({ round }: NetworkState, amounts: ReadonlyArray<Amount>): Numeric => {
  const price = round.payload.amuletPrice;
  const converted = amounts.map(({ amount, unit }) =>
    unit === "USDUnit" ? ccOf(amount, price) : amount,
  );
  const known = converted.flatMap((amount) => (amount === undefined ? [] : [amount]));
  const total = sumOf(known);
  if (total === undefined || known.length < converted.length)
    throw refused(400, "The amount is too large.");
  return total;
};

/** A request that is accepted by payment: its template, payer and choice. */
interface PaidRequest<P, A> {
  readonly template: Template<P>;
  readonly payer: Role<P>;
  readonly choice: Choice<A, unknown>;
  readonly operationTag:
    | "CO_AppPayment"
    | "CO_SubscriptionAcceptAndMakeInitialPayment"
    | "CO_SubscriptionMakePayment";
  readonly operation: string;
}

type Payment = typeof AppPaymentRequest_Accept extends Choice<infer A, infer _R> ? A : never;

/**
 * Pays a request; a repeat gets the first answer. A party that signs outside of the node is its own
 * wallet provider, so that nobody else has to sign.
 */
export const pay = async <P>(
  { template, payer, choice, operationTag, operation }: PaidRequest<P, Payment>,
  services: WalletServices,
  contractId: ContractId,
  amounts: (payload: P) => ReadonlyArray<Amount>,
): Promise<Json> => {
  const { wallet, party, isExternal } = services;
  const walletProvider = isExternal ? party : wallet.settings.operator;
  const plan = (commandId: string): Submission => {
    const { payload } = ownContract(wallet, party, template, contractId, payer);
    const network = runningNetwork(wallet);
    const total = totalInCc(network, amounts(payload));
    const funding = fundsFor(wallet, network, party, total);
    const { inputs, context } = funding;
    const command = () => exercise(choice, contractId, { inputs, context, walletProvider });
    const submission = submissionOf(wallet, network, party, commandId, {
      operation: { tag: operationTag, value: contractId },
      funding,
      command,
    });
    return { ...submission, actAs: [...new Set([...submission.actAs, walletProvider])] };
  };
  const { result } = await once(services, {
    operation,
    field: "contract_id",
    id: contractId,
    asked: {},
    recorded: (earlier) => (exercisedIn(earlier, choice) === undefined ? undefined : {}),
    plan,
  });
  return result;
};
