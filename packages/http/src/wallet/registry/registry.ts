import {
  AmuletAllocation,
  AmuletTransferInstruction,
  transferInstructionV1,
} from "@tallystick/coin";
import {
  allocationFactoryContext,
  deliveryContext,
  releaseContext,
  transferFactoryContext,
} from "@tallystick/wallet";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { runningNetwork } from "../rows/submissions.js";
import { walletRow } from "../rows/wallet-row.js";
import {
  choiceArgumentOf,
  contextOn,
  type ContextOf,
  contextRow,
  contextToWire,
  FactoryRequest,
  FactoryWire,
  type RegistryBase,
  TransferFactoryWire,
} from "./registry-contexts.js";
import { metadataRows } from "./registry-metadata.js";
import { registryRowsV2 } from "./registry-v2.js";

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
      const { transfer } = choiceArgumentOf(
        transferInstructionV1.TransferFactory_Transfer,
        "TransferFactory_Transfer",
        choiceArguments,
      );
      const { sender, receiver } = transfer;
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
    response: FactoryWire,
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

const release: ContextOf<{ readonly lockedAmulet: string }> = ({ views }, network, payload) =>
  releaseContext(views, network, payload.lockedAmulet);

const transferContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const path = (choice: string): RegistryBase => ({
    path: `${base}/registry/transfer-instruction/v1/{id}/choice-contexts/${choice}`,
    access,
  });
  return [
    contextRow(path("accept"), "accept a transfer", [
      contextOn(AmuletTransferInstruction, ({ views }, network, { lockedAmulet }) =>
        deliveryContext(views, network, lockedAmulet),
      ),
    ]),
    contextRow(path("reject"), "reject a transfer", [
      contextOn(AmuletTransferInstruction, release),
    ]),
    contextRow(path("withdraw"), "withdraw a transfer", [
      contextOn(AmuletTransferInstruction, release),
    ]),
  ];
};

const allocationContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const path = (choice: string): RegistryBase => ({
    path: `${base}/registry/allocations/v1/{id}/choice-contexts/${choice}`,
    access,
  });
  return [
    contextRow(path("execute-transfer"), "execute an allocation", [
      contextOn(AmuletAllocation, ({ views }, network, { lockedAmulet, allocation }) =>
        deliveryContext(views, network, lockedAmulet, allocation.settlement.executor),
      ),
    ]),
    contextRow(path("withdraw"), "withdraw an allocation", [contextOn(AmuletAllocation, release)]),
    contextRow(path("cancel"), "cancel an allocation", [contextOn(AmuletAllocation, release)]),
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
  ...registryRowsV2(base),
]);
