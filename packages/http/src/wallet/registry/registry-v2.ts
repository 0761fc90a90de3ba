import {
  allocationInstructionV2,
  allocationV2,
  AmuletAllocation,
  AmuletTransferInstruction,
  type holdingV2,
  transferInstructionV2,
  AmuletAllocationV2,
} from "@tallystick/coin";
import type { PartyId } from "@tallystick/core";
import {
  allocationFactoryContext,
  contextOfV2,
  deliveryContext,
  releaseContext,
  settlementContext,
  transferFactoryContext,
} from "@tallystick/wallet";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { runningNetwork } from "../rows/submissions.js";
import { notNull } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import {
  choiceArgumentOf,
  ChoiceContextWire,
  contextOn,
  type ContextOf,
  contextRow,
  ContextRequest,
  contextToWire,
  FactoryRequest,
  FactoryWire,
  IdPath,
  type RegistryBase,
  TransferFactoryWire,
} from "./registry-contexts.js";

/** The most legs and parties of one settlement or allocation, as on the public network. */
const [maxLegs, maxParties] = [100, 100];

/** The most allocations of a settlement: two for each leg. */
const maxAllocations = 2 * maxLegs;

/** Throws 400 when a list is too long. */
const bounded = (count: number, most: number, field: string, what: string): void => {
  if (count > most)
    throw refused(400, `Invalid choiceArguments.${field}: found ${count} ${what}, at most ${most}`);
};

/** The owners of accounts, each once. */
const ownersOf = (accounts: ReadonlyArray<holdingV2.Account>): ReadonlySet<string> =>
  new Set(accounts.flatMap(({ owner }) => owner ?? []));

/** The owner of an account that is not one of the administrator's own; else 400. */
const ownerOf = ({ owner }: holdingV2.Account, field: string): PartyId => {
  if (owner === undefined)
    throw refused(400, `Invalid choiceArguments.${field}.owner: found none, expected a party`);
  return owner;
};

const transferFactory = ({ path: base, access }: RegistryBase): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/transfer-instruction/v2/transfer-factory`,
    summary: "The factory of transfers between accounts, how this one would go, and its context",
    access,
    body: FactoryRequest,
    response: TransferFactoryWire,
    handle: ({ body: { choiceArguments, excludeDebugFields } }, { wallet }) => {
      const { transfer } = choiceArgumentOf(
        transferInstructionV2.TransferFactory_Transfer,
        "TransferFactory_Transfer of the second version",
        choiceArguments,
      );
      const network = runningNetwork(wallet);
      const context = transferFactoryContext(
        wallet.views,
        network,
        ownerOf(transfer.sender, "transfer.sender"),
        ownerOf(transfer.receiver, "transfer.receiver"),
        wallet.now(),
        contextOfV2(network),
      );
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
    path: `${base}/registry/allocation-instruction/v2/allocation-factory`,
    summary: "The factory of allocations of the second version and its context",
    access,
    body: FactoryRequest,
    response: FactoryWire,
    handle: ({ body: { choiceArguments, excludeDebugFields } }, { wallet }) => {
      const { allocation } = choiceArgumentOf(
        allocationInstructionV2.AllocationFactory_Allocate,
        "AllocationFactory_Allocate of the second version",
        choiceArguments,
      );
      const { transferLegSides: sides } = allocation;
      const field = "allocation.transferLegSides";
      bounded(sides.length, maxLegs, field, "legs");
      bounded(ownersOf(sides.map((it) => it.otherside)).size, maxParties, field, "parties");
      const network = runningNetwork(wallet);
      const context = allocationFactoryContext(network, contextOfV2(network));
      return {
        factoryId: network.externalPartyRules,
        choiceContext: contextToWire(wallet, context, excludeDebugFields),
      };
    },
  });

const settlementFactory = ({ path: base, access }: RegistryBase): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/allocation/v2/settlement-factory`,
    summary: "The factory of settlements, and the context to settle these allocations",
    access,
    body: FactoryRequest,
    response: FactoryWire,
    handle: ({ body: { choiceArguments, excludeDebugFields } }, { wallet }) => {
      const { transferLegs: legs, allocations } = choiceArgumentOf(
        allocationV2.SettlementFactory_SettleBatch,
        "SettlementFactory_SettleBatch",
        choiceArguments,
      );
      const parties = ownersOf(legs.flatMap(({ sender, receiver }) => [sender, receiver]));
      bounded(legs.length, maxLegs, "transferLegs", "legs");
      bounded(parties.size, maxParties, "transferLegs", "parties");
      bounded(allocations.length, maxAllocations, "allocations", "allocations");
      const network = runningNetwork(wallet);
      const ids = allocations.map(({ allocationCid }) => allocationCid);
      const context = settlementContext(wallet.views, network, ids);
      return {
        factoryId: network.externalPartyRules,
        choiceContext: contextToWire(wallet, context, excludeDebugFields),
      };
    },
  });

const release: ContextOf<{ readonly lockedAmulet: string | undefined }> = (
  { views },
  network,
  { lockedAmulet },
) => releaseContext(views, network, lockedAmulet, contextOfV2(network));

const transferContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const at = (choice: string): RegistryBase => ({
    path: `${base}/registry/transfer-instruction/v2/{id}/choice-contexts/${choice}`,
    access,
  });
  return [
    contextRow(at("accept"), "accept a transfer", [
      contextOn(AmuletTransferInstruction, ({ views }, network, { lockedAmulet }) =>
        deliveryContext(views, network, lockedAmulet, undefined, contextOfV2(network)),
      ),
    ]),
    contextRow(at("reject"), "reject a transfer", [contextOn(AmuletTransferInstruction, release)]),
    contextRow(at("withdraw"), "withdraw a transfer", [
      contextOn(AmuletTransferInstruction, release),
    ]),
  ];
};

/** The contexts of allocations: those of the first version have the second's choices too. */
const allocationContexts = ({ path: base, access }: RegistryBase): ReadonlyArray<Endpoint> => {
  const at = (choice: string): RegistryBase => ({
    path: `${base}/registry/allocations/v2/{id}/choice-contexts/${choice}`,
    access,
  });
  const kinds = [contextOn(AmuletAllocationV2, release), contextOn(AmuletAllocation, release)];
  return [
    contextRow(at("withdraw"), "withdraw an allocation", kinds),
    contextRow(at("cancel"), "cancel an allocation", kinds),
  ];
};

/** 400, as on the public network: the coin allocates at once, so nothing waits to be accepted. */
const noInstruction = (
  { path: base, access }: RegistryBase,
  choice: "accept" | "withdraw",
): Endpoint =>
  walletRow({
    method: "POST",
    path: `${base}/registry/allocation-instruction/v2/{id}/choice-contexts/${choice}`,
    summary: `The context to ${choice} a pending allocation; the coin has none`,
    access,
    parameters: IdPath,
    body: notNull(ContextRequest),
    response: ChoiceContextWire,
    handle: () => {
      throw refused(400, "The coin has no allocation instructions: it allocates at once.");
    },
  });

/** The rows of the registry for the token standard's second version, below a base path. */
export const registryRowsV2 = (base: RegistryBase): ReadonlyArray<Endpoint> => [
  transferFactory(base),
  ...transferContexts(base),
  settlementFactory(base),
  ...allocationContexts(base),
  allocationFactory(base),
  noInstruction(base, "accept"),
  noInstruction(base, "withdraw"),
];
