import {
  allocationInstructionV2,
  allocationV2,
  metadataV1,
  tokenHelpers,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import { definePackage, instance } from "@tallystick/core";
import { allocate, allocationInstance, TokenAllocation } from "./allocation.js";
import { Token, tokenInstances, TokenRules } from "./token.js";
import {
  beginTransfer,
  partiesOf,
  transferInstances,
  TokenTransferInstruction,
} from "./transfer.js";

const {
  accountParties,
  eventLogFor,
  requireThat,
  settleBatch,
  settleBatchObservers,
  transferToV2,
} = tokenHelpers;

interface Rules {
  readonly admin: string;
}

const view = ({ admin }: Rules) => ({ admin, meta: metadataV1.emptyMetadata });

function* publicView(rules: Rules) {
  return view(rules);
}

const rulesInstances = [
  eventLogFor(TokenRules, ({ admin }) => admin),
  instance(TokenRules, transferInstructionV2.TransferFactory, {
    view,
    methods: (rules) => ({
      transfer: (_self, argument) => beginTransfer(rules.admin, argument),
      transferObservers: ({ transfer }) => partiesOf(transfer),
      publicFetch: () => publicView(rules),
    }),
  }),
  // clients of the first version: the same transfer, by its sender
  instance(TokenRules, transferInstructionV1.TransferFactory, {
    view,
    methods: (rules) => ({
      *transfer({ expectedAdmin, transfer, extraArgs }) {
        yield* requireThat(expectedAdmin === rules.admin, "The administrator is the expected one");
        const argument = { transfer: transferToV2(transfer), actors: [transfer.sender], extraArgs };
        return yield* beginTransfer(rules.admin, argument);
      },
      publicFetch: () => publicView(rules),
    }),
  }),
  instance(TokenRules, allocationInstructionV2.AllocationFactory, {
    view,
    methods: (rules) => ({
      allocate: (_self, argument) => allocate(rules.admin, argument),
      allocateObservers: ({ settlement, allocation: { admin, authorizer } }) => [
        ...settlement.executors,
        ...accountParties(admin, authorizer),
      ],
      publicFetch: () => publicView(rules),
    }),
  }),
  instance(TokenRules, allocationV2.SettlementFactory, {
    view,
    methods: (rules) => ({
      settleBatch: (_self, argument) => settleBatch(rules.admin, argument),
      settleBatchObservers: (argument) => settleBatchObservers(rules.admin, argument),
      publicFetch: () => publicView(rules),
    }),
  }),
];

/** Gold: a token of its own, with both versions of the token standard. */
export const goldPackage = definePackage({
  name: "gold-token",
  version: "1.0.0",
  templates: [Token, TokenRules, TokenTransferInstruction, TokenAllocation],
  instances: [...tokenInstances, ...transferInstances, allocationInstance, ...rulesInstances],
});
