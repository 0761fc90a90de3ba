import { AmuletAllocation, AmuletTransferInstruction, metadataV1 } from "@tallystick/coin";
import { isJsonObject, type Json, type Template, timestampToText } from "@tallystick/core";
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
} from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import type { TypeOf } from "io-ts";
import { type Endpoint, nothing } from "../endpoints/endpoint.js";
import { blobOf } from "./contract-wire.js";
import { metadataRows } from "./registry-metadata.js";
import { contractIdText } from "./request-values.js";
import { runningNetwork } from "./submissions.js";
import { refused, walletRow } from "./wallet-row.js";

/** A contract that a caller passes on with its command (wallet 11.6). */
export const RegistryDisclosedContract = wireObject("RegistryDisclosedContract", {
  templateId: required(wireString),
  contractId: required(wireString),
  createdEventBlob: required(wireString),
  synchronizerId: required(wireString),
  debugPackageName: optional(wireString),
  debugPayload: optional(wireJson),
  debugCreatedAt: optional(wireString),
});

/** The context of a choice and what is to be disclosed with it (wallet 11.6). */
export const ChoiceContextWire = wireObject("ChoiceContext", {
  choiceContextData: required(wireJson),
  disclosedContracts: required(wireArray(RegistryDisclosedContract)),
});

/** Shows a context; contracts that are gone meanwhile are left out. */
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
            debugPayload: contract.payload,
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
  transferKind: required(wireString),
  choiceContext: required(ChoiceContextWire),
});

/** Answer of the allocation factory (wallet 11.7). */
export const AllocationFactoryWire = wireObject("FactoryWithChoiceContext", {
  factoryId: required(wireString),
  choiceContext: required(ChoiceContextWire),
});

const textIn = (value: Json, ...path: ReadonlyArray<string>): string | undefined => {
  let at: Json | undefined = value;
  for (const key of path) at = at !== undefined && isJsonObject(at) ? at[key] : undefined;
  return typeof at === "string" ? at : undefined;
};

/**
 * Where the registry is found: by itself, and behind the scan proxy, where clients of validators
 * look for it.
 */
const bases = ["", "/v0/scan-proxy"];

const transferFactory = (base: string): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/transfer-instruction/v1/transfer-factory`,
    summary: "The factory of transfers, how this one would go, and its context",
    access: "open",
    parameters: nothing,
    query: nothing,
    body: FactoryRequest,
    response: { kind: "json", codec: TransferFactoryWire },
    handle: ({ wallet, body }) => {
      const sender = textIn(body.choiceArguments, "transfer", "sender");
      const receiver = textIn(body.choiceArguments, "transfer", "receiver");
      if (sender === undefined || receiver === undefined) {
        return refused(
          400,
          "Invalid choiceArguments: expected transfer.sender and transfer.receiver",
        );
      }
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const context = transferFactoryContext(
        wallet.views,
        network.right,
        sender,
        receiver,
        wallet.now(),
      );
      return right({
        factoryId: network.right.externalPartyRules,
        transferKind: context.kind,
        choiceContext: contextToWire(wallet, context, body.excludeDebugFields),
      });
    },
  });

const allocationFactory = (base: string): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/allocation-instruction/v1/allocation-factory`,
    summary: "The factory of allocations and its context",
    access: "open",
    parameters: nothing,
    query: nothing,
    body: FactoryRequest,
    response: { kind: "json", codec: AllocationFactoryWire },
    handle: ({ wallet, body }) => {
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const context = allocationFactoryContext(network.right);
      return right({
        factoryId: network.right.externalPartyRules,
        choiceContext: contextToWire(wallet, context, body.excludeDebugFields),
      });
    },
  });

/** Path of the contexts of single contracts. */
export const IdPath = wireObject("IdPath", { id: required(wireString) });

/** What a choice on one contract needs. */
type ContextOf<P> = (wallet: Wallet, network: NetworkState, payload: P) => RegistryContext;

const contextRow = <P>(
  path: string,
  what: string,
  template: Template<P>,
  contextOf: ContextOf<P>,
): Endpoint =>
  walletRow({
    method: "POST",
    path,
    summary: `The context to ${what}`,
    access: "open",
    parameters: IdPath,
    query: nothing,
    body: ContextRequest,
    response: { kind: "json", codec: ChoiceContextWire },
    statuses: { 404: "There is no such contract" },
    handle: ({ wallet, parameters, body }) => {
      const id = contractIdText(parameters.id);
      if (isLeft(id)) return id;
      const found = wallet.views.byId(template, id.right);
      if (found === undefined) return refused(404, `There is no contract ${id.right} to ${what}.`);
      const network = runningNetwork(wallet);
      if (isLeft(network)) return network;
      const context = contextOf(wallet, network.right, found.payload);
      return right(contextToWire(wallet, context, body.excludeDebugFields));
    },
  });

const transferContexts = (base: string): ReadonlyArray<Endpoint> => {
  const path = (choice: string) =>
    `${base}/registry/transfer-instruction/v1/{id}/choice-contexts/${choice}`;
  const release: ContextOf<{ readonly lockedAmulet: string }> = ({ views }, network, payload) =>
    releaseContext(views, network, payload.lockedAmulet);
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

const allocationContexts = (base: string): ReadonlyArray<Endpoint> => {
  const path = (choice: string) => `${base}/registry/allocations/v1/{id}/choice-contexts/${choice}`;
  const release: ContextOf<{ readonly lockedAmulet: string }> = ({ views }, network, payload) =>
    releaseContext(views, network, payload.lockedAmulet);
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
 * The rows of the registry (wallet 11.5 to 11.7): what anybody needs to use the coin by the token
 * standard.
 */
export const registryRows: ReadonlyArray<Endpoint> = bases.flatMap((base) => [
  ...metadataRows(base),
  transferFactory(base),
  ...transferContexts(base),
  allocationFactory(base),
  ...allocationContexts(base),
]);
