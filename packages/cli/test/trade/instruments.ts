import { at, type KilledNode, listAt } from "./killed-node.js";
import type { Actor } from "./trader.js";
import { disclosedBy, exercise, interfaces, viewsOf } from "./views.js";

export const meta = { values: {} };
export const noArgs = { context: { values: {} }, meta };
export const basic = (owner: string) => ({ owner, provider: null, id: "" });

/** A time some minutes from now. */
export const inMinutes = (minutes: number): string =>
  new Date(Date.now() + minutes * 60_000).toISOString();

/** A factory, and what its choice needs besides its argument. */
export interface Factory {
  readonly contractId: string;
  readonly extraArgs: object;
  readonly disclosed: ReadonlyArray<unknown>;
}

/** An instrument: whose it is, and what its registry says. */
export interface Instrument {
  readonly admin: string;
  readonly id: string;
  allocate(argument: object): Promise<Factory>;
  settle(argument: object): Promise<Factory>;
  /** New holdings, with their owner's consent. */
  mint(owner: Actor, amount: string): Promise<void>;
}

/** The coin of the node, by its registry. */
export const coinOf = async (node: KilledNode): Promise<Instrument> => {
  const info = await node.answered("GET", "/registry/metadata/v1/info");
  const ask = (path: string) => async (argument: object) => {
    const choiceArguments = { ...argument, extraArgs: noArgs };
    const found = await node.answered("POST", `/registry/${path}`, { choiceArguments });
    return {
      contractId: String(at(found, "factoryId")),
      extraArgs: { context: at(found, "choiceContext", "choiceContextData"), meta },
      disclosed: listAt(found, "choiceContext", "disclosedContracts"),
    };
  };
  const usable = (contract: unknown) => ({
    templateId: String(at(contract, "template_id")),
    contractId: String(at(contract, "contract_id")),
    createdEventBlob: at(contract, "created_event_blob"),
    synchronizerId: "",
  });
  return {
    admin: String(at(info, "adminId")),
    id: "Amulet",
    allocate: ask("allocation-instruction/v2/allocation-factory"),
    settle: ask("allocation/v2/settlement-factory"),
    async mint(owner, amount) {
      const found = await node.answered("GET", "/v0/scan-proxy/amulet-rules");
      const rules = usable(at(found, "amulet_rules", "contract"));
      const rounds = await node.answered("GET", "/v0/scan-proxy/open-and-issuing-mining-rounds");
      const open = listAt(rounds, "open_mining_rounds")
        .map((each) => at(each, "contract"))
        .filter((each) => Date.parse(String(at(each, "payload", "opensAt"))) <= Date.now());
      const round = usable(open.at(-1));
      const tap = { receiver: owner.party, amount, openRound: round.contractId };
      const command = exercise(rules.templateId, rules.contractId, "AmuletRules_DevNet_Tap", tap);
      await owner.submit(`tap ${owner.party}`, { commands: [command], disclosed: [rules, round] });
    },
  };
};

/** What is special about a token: its rules, where choices find them, how new ones are offered. */
interface TokenKind {
  readonly id: string;
  readonly template: string;
  readonly key: string;
  /** The interface or template of the choice, its name and its argument. */
  readonly offer: (
    admin: string,
    receiver: string,
    amount: string,
    extraArgs: object,
  ) => readonly [on: string, choice: string, argument: object];
}

/** A token without a registry: its administrator discloses what it has. */
const tokenOf = async (node: KilledNode, by: Actor, kind: TokenKind): Promise<Instrument> => {
  const { party: admin } = by;
  const { id, template, key, offer } = kind;
  const create = { CreateCommand: { templateId: template, createArguments: { admin } } };
  await by.submit(`rules ${admin}`, { commands: [create], disclosed: [] });
  const [made] = await disclosedBy(node, admin);
  const rules = String(at(made, "contractId"));
  const context = { values: { [key]: { tag: "AV_ContractId", value: rules } } };
  const extraArgs = { context, meta };
  const factory = async () => ({
    contractId: rules,
    extraArgs,
    disclosed: await disclosedBy(node, admin),
  });
  return {
    admin,
    id,
    allocate: factory,
    settle: factory,
    async mint(owner, amount) {
      const { party } = owner;
      const [on, choice, argument] = offer(admin, party, amount, extraArgs);
      const offering = exercise(on, rules, choice, argument);
      await by.submit(`offer ${admin} ${party}`, { commands: [offering], disclosed: [] });
      const waiting = (await viewsOf(node, party, interfaces.instruction)).find(
        ({ view }) => at(view, "transfer", "instrumentId", "admin") === admin,
      );
      const accepting = exercise(
        interfaces.instruction,
        waiting?.contractId ?? "",
        "TransferInstruction_Accept",
        { actors: [party], extraArgs },
      );
      const disclosed = await disclosedBy(node, admin);
      await owner.submit(`accept ${admin} ${party}`, { commands: [accepting], disclosed });
    },
  };
};

/** The token of examples/token, of one more administrator. */
export const goldOf = (node: KilledNode, by: Actor): Promise<Instrument> =>
  tokenOf(node, by, {
    id: "Gold",
    template: "#gold-token:Gold.Token:TokenRules",
    key: "gold/rules",
    offer: (admin, receiver, amount, extraArgs) => [
      interfaces.transferFactory,
      "TransferFactory_Transfer",
      {
        transfer: {
          sender: { owner: null, provider: null, id: "cip-112/mint" },
          receiver: basic(receiver),
          amount,
          instrumentId: { admin, id: "Gold" },
          requestedAt: inMinutes(-1),
          executeBefore: inMinutes(60),
          inputHoldingCids: [],
          meta,
        },
        actors: [admin],
        extraArgs,
      },
    ],
  });

const TestRules = "#splice-test-token-v2:Splice.Testing.Tokens.TestTokenV2:TokenRules";

/** The network's own test token, of a DAR. */
export const testTokenOf = (node: KilledNode, by: Actor): Promise<Instrument> =>
  tokenOf(node, by, {
    id: "TTK",
    template: TestRules,
    key: "testTokenV2/tokenRules",
    offer: (admin, receiver, amount) => [
      TestRules,
      "TokenRules_OfferMint",
      {
        receiver: basic(receiver),
        amount,
        instrumentId: { admin, id: "TTK" },
        offeredAt: inMinutes(-1),
        receiverConfig: {
          admin,
          account: basic(receiver),
          ownerConfig: { canInitiate: true, mustApprove: true },
          providerConfig: { canInitiate: false, mustApprove: false },
        },
      },
    ],
  });
