import {
  type ContractId,
  type Json,
  type Template,
  timestampToText,
  type ValueError,
} from "@tallystick/core";
import { metadataV1 } from "@tallystick/coin";
import type { Wallet } from "@tallystick/node";
import type { NetworkState, RegistryContext, TransferKind } from "@tallystick/wallet";
import {
  defaulted,
  oneOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireContractId,
  wireJson,
  wireMap,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { blobOf } from "../rows/contract-wire.js";
import { payloadOfContract } from "../rows/payload-json.js";
import { runningNetwork } from "../rows/submissions.js";
import { anyContractId, notNull } from "../rows/value-codecs.js";
import { refused, type WalletAccess, walletRow } from "../rows/wallet-row.js";

/** A contract to disclose with a command (wallet 11.6). */
const RegistryDisclosedContract = wireObject("RegistryDisclosedContract", {
  templateId: required(wireString),
  contractId: required(wireContractId),
  createdEventBlob: required(wireString),
  synchronizerId: required(wireString),
  debugPackageName: optional(wireString),
  debugPayload: optional(wireJson),
  debugCreatedAt: optional(wireString),
});

/** The context of a choice and the contracts to disclose with it (wallet 11.6). */
export const ChoiceContextWire = wireObject("ChoiceContext", {
  choiceContextData: required(wireJson),
  disclosedContracts: required(wireArray(RegistryDisclosedContract)),
});

/** The wire form of a context; contracts archived meanwhile are left out. */
export const contextToWire = (
  { views, settings }: Wallet,
  { context, disclosed }: RegistryContext,
  withoutDebug: boolean,
): TypeOf<typeof ChoiceContextWire> => ({
  choiceContextData: metadataV1.ChoiceContext.encode(context),
  disclosedContracts: disclosed.flatMap((contractId) => {
    const contract = views.contract(contractId);
    if (contract === undefined) return [];
    const shown = {
      templateId: contract.templateId,
      contractId,
      createdEventBlob: blobOf(contract),
      synchronizerId: settings.synchronizerId,
    };
    return [
      withoutDebug
        ? shown
        : {
            ...shown,
            debugPackageName: contract.packageName,
            debugPayload: payloadOfContract(contract),
            debugCreatedAt: timestampToText(contract.createdAt),
          },
    ];
  }),
});

/** Request body of the factories (wallet 11.6). */
export const FactoryRequest = wireObject("GetFactoryRequest", {
  choiceArguments: required(wireJson),
  excludeDebugFields: defaulted(wireBoolean, false),
});

/** Request body of the contexts of single contracts (wallet 11.6). */
export const ContextRequest = wireObject("GetChoiceContextRequest", {
  meta: optional(wireMap(wireString)),
  excludeDebugFields: defaulted(wireBoolean, false),
});

/** Answer of the transfer factory (wallet 11.6). */
export const TransferFactoryWire = wireObject("TransferFactoryWithChoiceContext", {
  factoryId: required(wireString),
  transferKind: required(oneOf<TransferKind>("self", "direct", "offer")),
  choiceContext: required(ChoiceContextWire),
});

/** Answer of the factories of allocations and settlements (wallet 11.7). */
export const FactoryWire = wireObject("FactoryWithChoiceContext", {
  factoryId: required(wireString),
  choiceContext: required(ChoiceContextWire),
});

/** The base paths of the registry, with their access. */
export interface RegistryBase {
  readonly path: string;
  readonly access: WalletAccess;
}

/** What reads the argument of a choice from JSON. */
export interface ReadsArgument<A> {
  readonly argument: { readonly decode: (json: Json) => Either<ValueError, A> };
}

/** The argument of a factory's choice; 400 names what is wrong in it. */
export const choiceArgumentOf = <A>(
  { argument }: ReadsArgument<A>,
  choice: string,
  given: Json,
): A => {
  const asked = argument.decode(given);
  if (!isLeft(asked)) return asked.right;
  const { reason, path } = asked.left;
  const at = ["choiceArguments", ...path].join(".");
  throw refused(400, `Invalid ${at}: ${reason}; expected a ${choice}`);
};

/** Path of the contexts of single contracts. */
export const IdPath = wireObject("IdPath", { id: required(anyContractId) });

/** The context of a choice on one contract; undefined when its locked coin is archived. */
export type ContextOf<P> = (
  wallet: Wallet,
  network: NetworkState,
  payload: P,
) => RegistryContext | undefined;

/** The context of a choice on a contract; undefined when it is no contract of this kind. */
type FoundContext = (
  wallet: Wallet,
  network: NetworkState,
  contractId: ContractId,
) => RegistryContext | "unlocked" | undefined;

/** The contexts of a choice on contracts of one template. */
export const contextOn =
  <P>(template: Template<P>, contextOf: ContextOf<P>): FoundContext =>
  (wallet, network, contractId) => {
    const found = wallet.views.byId(template, contractId);
    return found && (contextOf(wallet, network, found.payload) ?? "unlocked");
  };

const firstDefined = <A, B>(
  of: ReadonlyArray<A>,
  read: (one: A) => B | undefined,
): B | undefined => {
  for (const one of of) {
    const found = read(one);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** The row of the context of a choice on one contract; the first kind that it is of counts. */
export const contextRow = (
  { path, access }: RegistryBase,
  what: string,
  kinds: ReadonlyArray<FoundContext>,
): Endpoint =>
  walletRow({
    method: "POST",
    path,
    summary: `The context to ${what}`,
    access,
    parameters: IdPath,
    body: notNull(ContextRequest),
    response: ChoiceContextWire,
    errorStatuses: { 404: "There is no such contract, or its locked coin is gone" },
    handle: ({ parameters: { id }, body }, { wallet }) => {
      const network = runningNetwork(wallet);
      const found = firstDefined(kinds, (kind) => kind(wallet, network, id));
      if (found === undefined) throw refused(404, `There is no contract ${id} to ${what}.`);
      if (found === "unlocked")
        throw refused(404, `The locked coin of ${id} is not there any more.`);
      return contextToWire(wallet, found, body.excludeDebugFields);
    },
  });
