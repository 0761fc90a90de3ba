import type {
  Choice,
  CommandBuilders,
  Contract,
  ContractId,
  Json,
  Template,
} from "@tallystick/core";
import { orThrow } from "@tallystick/node";
import type { Submission } from "@tallystick/wallet";
import { required, wireArray, wireObject, type WireReadable, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import type { RowResponse } from "../../endpoints/response-kind.js";
import { ContractWire, ContractWithState, contractToWire, withState } from "./contract-wire.js";
import {
  type OwnContract,
  ownContract,
  ownContracts,
  requireTemplate,
  resultText,
  type Role,
} from "./own-contract.js";
import { contractWireOf, contractWithStateOf } from "./payload-schema.js";
import { onceId, submissionBy, submitInTurn } from "./submissions.js";
import { ContractIdPath, LookedUpPath } from "./value-codecs.js";
import { walletRow, type WalletServices } from "./wallet-row.js";

export interface ContractForm<F> {
  readonly codec: WireReadable<F>;
  readonly show: (contract: Contract, services: WalletServices) => F;
  /** The same for one template: the document has the fields of its payload. */
  readonly of: <P>(template: Template<P>) => ContractForm<F>;
}

export const plain: ContractForm<ContractWire> = {
  codec: ContractWire,
  show: contractToWire,
  of: (template) => ({ ...plain, codec: contractWireOf(template) }),
};

/** The contract with the synchronizer it is on. */
export const stateful: ContractForm<ContractWithState> = {
  codec: ContractWithState,
  show: (contract, { wallet }) => withState(contract, wallet.settings.synchronizerId),
  of: (template) => ({ ...stateful, codec: contractWithStateOf(template) }),
};

interface ListRow<F> {
  readonly path: string;
  readonly summary: string;
  /** The answer's name in the document, and its field. */
  readonly answer: readonly [name: string, field: string];
  readonly form: ContractForm<F>;
  /** The contracts to list, oldest first. */
  readonly contracts: (services: WalletServices) => ReadonlyArray<Contract>;
}

/** The row that lists contracts of the caller. */
export const listRow = <F>({ path, summary, answer, form, contracts }: ListRow<F>): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    response: wireObject(answer[0], { [answer[1]]: required(wireArray(form.codec)) }),
    handle: (_request, services) => ({
      [answer[1]]: contracts(services).map((contract) => form.show(contract, services)),
    }),
  });

/**
 * The row that lists the contracts of a template in which the caller has a stake, or a named role.
 */
export const listOf = <P, F>(
  template: Template<P>,
  {
    role,
    ...row
  }: Omit<ListRow<F>, "contracts"> & {
    readonly role?: Role<P>;
  },
): Endpoint =>
  listRow({
    ...row,
    form: row.form.of(template),
    contracts: ({ wallet, party }) => ownContracts(wallet, party, template, role),
  });

/** The row that shows one contract of a template. */
export const oneOf = <P, F>(
  template: Template<P>,
  role: Role<P>,
  { path, summary, form }: Pick<ListRow<F>, "path" | "summary" | "form">,
): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary,
    parameters: LookedUpPath,
    response: form.of(template).codec,
    handle: ({ parameters }, services) => {
      const { wallet, party } = services;
      const { contract } = ownContract(wallet, party, template, parameters.contract_id, role);
      return form.show(contract, services);
    },
  });

/** The answer of an action: its type, and how it follows from the choice's result. */
export interface ActionReply<R> {
  readonly response: RowResponse<R>;
  readonly of: (result: Json) => R;
}

/** 200 without a body. */
export const noBody: ActionReply<void> = { response: { kind: "empty" }, of: () => undefined };

/**
 * One text field of the choice's result.
 *
 * @param name of the answer in the document, which has the one field `field`
 */
export const oneText = (
  name: string,
  field: string,
  resultField: string,
): ActionReply<Readonly<Record<string, string>>> => ({
  response: wireObject(name, { [field]: required(wireString) }),
  of: (result) => ({ [field]: resultText(result, resultField) }),
});

interface Action<P, A, R> {
  readonly method?: "POST" | "DELETE";
  readonly path: string;
  readonly summary: string;
  readonly errorStatuses?: Readonly<Record<number, string>>;
  /** How the id in the path is read; default: as one that a command uses. */
  readonly parameters?: typeof ContractIdPath;
  /** Builds commands of the package that has the choice. */
  readonly by: CommandBuilders;
  /** Prefix of the action's command ids; a repeat has the same id. */
  readonly operation: string;
  readonly argument: (own: OwnContract<P>, services: WalletServices) => A;
  /**
   * True for actions that compete with other operations of the party: planned after earlier ones,
   * so that a repeat does not find the contract any more.
   */
  readonly isInTurn?: boolean;
  readonly reply: ActionReply<R>;
}

/**
 * Exercises a choice on a contract of the caller.
 *
 * @param isLookedUp true if a contract of another template is 404, as there is none to look up;
 *   else it is 400, as a command on it would be
 */
export const exerciseOwn = async <P, A, R>(
  template: Template<P>,
  choice: Choice<A, unknown>,
  role: Role<P>,
  { by, operation, argument, isInTurn = false }: Pick<Action<P, A, R>, ActionParts>,
  services: WalletServices,
  contractId: ContractId,
  isLookedUp = false,
): Promise<Json> => {
  const { wallet, party, isExternal } = services;
  const commandId = onceId(operation, party, contractId);
  const plan = (): Submission => {
    if (!isLookedUp) requireTemplate(wallet, party, template, contractId);
    const own = ownContract(wallet, party, template, contractId, role);
    const command = by.exercise(choice, contractId, argument(own, services));
    return submissionBy(wallet, party, commandId, command);
  };
  // what an external party has signed ends the contract that its request is about
  const before = isExternal ? orThrow(await wallet.outcome(commandId)) : undefined;
  if (before !== undefined) return before.result;
  const { result } = orThrow(
    await (isInTurn ? submitInTurn(wallet, party, plan) : wallet.submit(plan())),
  );
  return result;
};

type ActionParts = "by" | "operation" | "argument" | "isInTurn";

/** The row that exercises a choice on the contract in its path. */
export const actionOn = <P, A, R>(
  template: Template<P>,
  choice: Choice<A, unknown>,
  role: Role<P>,
  {
    method = "POST",
    path,
    summary,
    errorStatuses,
    parameters: id = ContractIdPath,
    reply,
    ...action
  }: Action<P, A, R>,
): Endpoint =>
  walletRow({
    method,
    path,
    // one choice of the party's own
    external: "signed",
    summary,
    ...(errorStatuses === undefined ? {} : { errorStatuses }),
    parameters: id,
    response: reply.response,
    handle: async ({ parameters }, services) =>
      reply.of(
        await exerciseOwn(
          template,
          choice,
          role,
          action,
          services,
          parameters.contract_id,
          id !== ContractIdPath,
        ),
      ),
  });
