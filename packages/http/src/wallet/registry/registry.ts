import {
  AmuletAllocation,
  AmuletTransferInstruction,
  metadataV1,
  transferInstructionV1,
} from "@tallystick/coin";
import { type Template, timestampToText } from "@tallystick/core";
import type { Wallet } from "@tallystick/node";
import {
  allocationFactoryContext,
  deliveryContext,
  type NetworkState,
  type RegistryContext,
  releaseContext,
  transferFactoryContext,
} from "@tallystick/wallet";
import {
  defaulted,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireJson,
  wireMap,
  wireObject,
  wireString,
  wireContractId,
} from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { blobOf } from "../rows/contract-wire.js";
import { metadataRows } from "./registry-metadata.js";
import { anyContractId, notNull } from "../rows/value-codecs.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, type WalletAccess, walletRow } from "../rows/wallet-row.js";
import { payloadOfContract } from "../rows/payload-json.js";

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
const ChoiceContextWire = wireObject("ChoiceContext", {
  choiceContextData: required(wireJson),
  disclosedContracts: required(wireArray(RegistryDisclosedContract)),
});

/** The wire form of a context; contracts archived meanwhile are left out. */
const contextToWire = (
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
const FactoryRequest = wireObject("GetFactoryRequest", {
  choiceArguments: required(wireJson),
  excludeDebugFields: defaulted(wireBoolean, false),
});

/** Request body of the contexts of single contracts (wallet 11.6). */
const ContextRequest = wireObject("GetChoiceContextRequest", {
  meta: optional(wireMap(wireString)),
  excludeDebugFields: defaulted(wireBoolean, false),
});

/** Answer of the transfer factory (wallet 11.6). */
const TransferFactoryWire = wireObject("TransferFactoryWithChoiceContext", {
  factoryId: required(wireString),
  transferKind: required(wireString),
  choiceContext: required(ChoiceContextWire),
});

/** Answer of the allocation factory (wallet 11.7). */
const AllocationFactoryWire = wireObject("FactoryWithChoiceContext", {
  factoryId: required(wireString),
  choiceContext: required(ChoiceContextWire),
});

/** The base paths of the registry, with their access. */
interface RegistryBase {
  readonly path: string;
  readonly access: WalletAccess;
}

/** Its own path, and that of the scan proxy, which clients of validators use. */
const bases: ReadonlyArray<RegistryBase> = [
  { path: "", access: "open" },
  { path: "/v0/scan-proxy", access: "subject" },
];

const transferFactory = ({ path: base, access }: RegistryBase): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/transfer-instruction/v1/transfer-factory`,
    summary: "The factory of transfers, how this one would go, and its context",
    access,
    body: FactoryRequest,
    response: TransferFactoryWire,
    handle: ({ body: { choiceArguments, excludeDebugFields } }, { wallet }) => {
      const asked = transferInstructionV1.TransferFactory_Transfer.argument.decode(choiceArguments);
      if (isLeft(asked)) {
        const { reason, path } = asked.left;
        const at = ["choiceArguments", ...path].join(".");
        throw refused(400, `Invalid ${at}: ${reason}; expected a TransferFactory_Transfer`);
      }
      const { sender, receiver } = asked.right.transfer;
      const network = runningNetwork(wallet);
      const { views } = wallet;
      const context = transferFactoryContext(views, network, sender, receiver, wallet.now());
      return {
        factoryId: network.externalPartyRules,
        transferKind: context.kind,
        choiceContext: contextToWire(wallet, context, excludeDebugFields),
      };
    },
  });

const allocationFactory = ({ path: base, access }: RegistryBase): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/allocation-instruction/v1/allocation-factory`,
    summary: "The factory of allocations and its context",
    access,
    body: FactoryRequest,
    response: AllocationFactoryWire,
    handle: ({ body }, { wallet }) => {
      const network = runningNetwork(wallet);
      return {
        factoryId: network.externalPartyRules,
        choiceContext: contextToWire(
          wallet,
          allocationFactoryContext(network),
          body.excludeDebugFields,
        ),
      };
    },
  });

/** Path of the contexts of single contracts. */
const IdPath = wireObject("IdPath", { id: required(anyContractId) });

/** The context of a choice on one contract; undefined when its locked coin is archived. */
type ContextOf<P> = (
  wallet: Wallet,
  network: NetworkState,
  payload: P,
) => RegistryContext | undefined;

const contextRow = <P>(
  { path, access }: RegistryBase,
  what: string,
  template: Template<P>,
  contextOf: ContextOf<P>,
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
      const found = wallet.views.byId(template, id);
      if (found === undefined) throw refused(404, `There is no contract ${id} to ${what}.`);
      const context = contextOf(wallet, runningNetwork(wallet), found.payload);
      if (context === undefined)
        throw refused(404, `The locked coin of ${id} is not there any more.`);
      return contextToWire(wallet, context, body.excludeDebugFields);
    },
  });

const release: ContextOf<{ readonly lockedAmulet: string }> = ({ views }, network, payload) =>
  releaseContext(views, network, payload.lockedAmulet);

const transferContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const path = (choice: string): RegistryBase => ({
    path: `${base}/registry/transfer-instruction/v1/{id}/choice-contexts/${choice}`,
    access,
  });
  return [
    contextRow(
      path("accept"),
      "accept a transfer",
      AmuletTransferInstruction,
      ({ views }, network, payload) => deliveryContext(views, network, payload.lockedAmulet),
    ),
    contextRow(path("reject"), "reject a transfer", AmuletTransferInstruction, release),
    contextRow(path("withdraw"), "withdraw a transfer", AmuletTransferInstruction, release),
  ];
};

const allocationContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const path = (choice: string): RegistryBase => ({
    path: `${base}/registry/allocations/v1/{id}/choice-contexts/${choice}`,
    access,
  });
  return [
    contextRow(
      path("execute-transfer"),
      "execute an allocation",
      AmuletAllocation,
      ({ views }, network, payload) =>
        deliveryContext(
          views,
          network,
          payload.lockedAmulet,
          payload.allocation.settlement.executor,
        ),
    ),
    contextRow(path("withdraw"), "withdraw an allocation", AmuletAllocation, release),
    contextRow(path("cancel"), "cancel an allocation", AmuletAllocation, release),
  ];
};

/**
 * The rows of the registry (wallet 11.5 to 11.7): what callers need to use the coin by the token
 * standard.
 */
export const registryRows: ReadonlyArray<Endpoint> = bases.flatMap((base) => [
  ...metadataRows(base.path, base.access),
  transferFactory(base),
  ...transferContexts(base),
  allocationFactory(base),
  ...allocationContexts(base),
]);
