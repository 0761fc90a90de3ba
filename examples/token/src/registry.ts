import type { metadataV1 } from "@tallystick/coin";
import type {
  ContractChoice,
  NeededContext,
  NeededFactory,
  RegistryModule,
  TokenRegistry,
} from "@tallystick/http";
import { type Ledger, orThrow } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { TokenAllocation } from "./allocation.js";
import { goldId, rulesKey, TokenRules } from "./token.js";
import { TokenTransferInstruction } from "./transfer.js";

const supportedApis = {
  "splice-api-token-metadata-v1": 1,
  "splice-api-token-holding-v1": 1,
  "splice-api-token-transfer-instruction-v1": 1,
  "splice-api-token-holding-v2": 1,
  "splice-api-token-transfer-instruction-v2": 1,
  "splice-api-token-allocation-v2": 1,
  "splice-api-token-allocation-instruction-v2": 1,
  "splice-api-token-transfer-events-v2": 1,
};

/** Where the administrator's rules are. */
export interface Gold {
  readonly ledger: Ledger;
  readonly admin: string;
  readonly rules: string;
}

/** What a choice needs besides its argument: the rules, and what it takes out of a lock. */
const needed = ({ rules }: Gold, locked: ReadonlyArray<string> = []): NeededContext => {
  const values: metadataV1.ChoiceContext["values"] = new Map([
    [rulesKey, { tag: "AV_ContractId", value: rules }],
  ]);
  return { context: { values }, disclosed: [rules, ...locked] };
};

const factory = (gold: Gold, locked?: ReadonlyArray<string>): NeededFactory => ({
  factoryId: gold.rules,
  ...needed(gold, locked),
});

/** The tokens that an allocation locks; undefined when it is none, or another administrator's. */
const lockedFor = async (
  { ledger }: Gold,
  contractId: string,
): Promise<ReadonlyArray<string> | undefined> => {
  const found = await ledger.fetch(TokenAllocation, contractId);
  return isLeft(found) ? undefined : found.right.payload.locked;
};

const contextOf = async (
  gold: Gold,
  { on, contractId }: ContractChoice,
): Promise<NeededContext | undefined> => {
  if (on === "transfer-instruction") {
    const found = await gold.ledger.fetch(TokenTransferInstruction, contractId);
    return isLeft(found) ? undefined : needed(gold, found.right.payload.transfer.inputHoldingCids);
  }
  const locked = on === "allocations" ? await lockedFor(gold, contractId) : undefined;
  return locked && needed(gold, locked);
};

/** The registry of the token standard for gold. */
export const goldRegistry = (gold: Gold): TokenRegistry => ({
  name: "gold",
  admin: gold.admin,
  instruments: [{ id: goldId, name: "Gold", symbol: "GLD", decimals: 10, supportedApis }],
  factories: {
    transferV1: async ({ transfer: { sender, receiver } }) => ({
      ...factory(gold),
      transferKind: sender === receiver ? "self" : "offer",
    }),
    transferV2: async ({ transfer: { sender, receiver }, actors }) => {
      const receives = actors.includes(receiver.owner ?? gold.admin);
      const direct = receives ? "direct" : "offer";
      return { ...factory(gold), transferKind: sender.owner === receiver.owner ? "self" : direct };
    },
    allocationV2: async () => factory(gold),
    settlementV2: async ({ allocations }) => {
      const locked = await Promise.all(
        allocations.map(({ allocationCid }) => lockedFor(gold, allocationCid)),
      );
      return factory(
        gold,
        locked.flatMap((each) => each ?? []),
      );
    },
  },
  contextOf: (choice) => contextOf(gold, choice),
});

/** The administrator's rules; creates them the first time. */
export const rulesOf = async (ledger: Ledger, admin: string): Promise<string> => {
  const [found] = orThrow(await ledger.active(TokenRules, { party: admin }));
  if (found !== undefined) return found.contractId;
  return orThrow(await ledger.create(TokenRules, { admin }, { actAs: admin })).contractId;
};

/** A party by its name; allocates it the first time. */
export const partyOf = async (ledger: Ledger, partyIdHint: string): Promise<string> => {
  const [found] = ledger.parties({ after: "", limit: 1, prefix: `${partyIdHint}::` });
  return (found ?? orThrow(await ledger.allocateParty({ partyIdHint }))).party;
};

/** How `tallystick serve --packages` serves the registry. */
export const registry: RegistryModule = {
  kind: "token-registry",
  open: async (ledger) => {
    const admin = await partyOf(ledger, "gold");
    return goldRegistry({ ledger, admin, rules: await rulesOf(ledger, admin) });
  },
};
