import {
  allocationInstructionV1,
  allocationInstructionV2,
  allocationV2,
  metadataV1,
  transferInstructionV1,
  transferInstructionV2,
} from "@tallystick/coin";
import type { Ledger } from "@tallystick/node";
import type { WireReadable } from "@tallystick/wire";
import { type Endpoint, endpointOf } from "../../endpoints/endpoint.js";
import type { Services } from "../../endpoints/services.js";
import { notNull } from "../rows/value-codecs.js";
import { walletFamily } from "../rows/wallet-family.js";
import { refused } from "../rows/wallet-row.js";
import { disclosedContracts } from "./disclosed-contracts.js";
import {
  choiceArgumentOf,
  ChoiceContextWire,
  ContextRequest,
  FactoryRequest,
  FactoryWire,
  IdPath,
  type ReadsArgument,
  TransferFactoryWire,
} from "./registry-contexts.js";
import {
  InstrumentPath,
  InstrumentsQuery,
  InstrumentsWire,
  InstrumentWire,
  RegistryInfo,
} from "./registry-metadata.js";
import type {
  ContractChoice,
  NeededContext,
  NeededFactory,
  TokenInstrument,
  TokenRegistry,
} from "../../endpoints/token-registry.js";

/** A row of a token's registry: as of the coin's, without a token, and on any node. */
const registryRow = endpointOf<"open", Services, Ledger>(walletFamily, {
  access: "open",
  enter: (_access, _raw, { ledger }) => ledger,
});

const contextToWire = async (ledger: Ledger, { context, disclosed }: NeededContext) => ({
  choiceContextData: metadataV1.ChoiceContext.encode(context),
  disclosedContracts: await disclosedContracts(ledger, disclosed),
});

/** The row of a factory; none where the token does not have it. */
const factoryRow = <A, F extends NeededFactory, R>(
  path: string,
  choice: ReadsArgument<A> & { readonly name: string },
  response: WireReadable<R>,
  answer: ((argument: A) => Promise<F>) | undefined,
  toWire: (factory: F, choiceContext: Awaited<ReturnType<typeof contextToWire>>) => R,
): ReadonlyArray<Endpoint> =>
  answer === undefined
    ? []
    : [
        registryRow({
          method: "POST",
          path,
          summary: `The factory with ${choice.name}, and its context`,
          body: FactoryRequest,
          response,
          handle: async ({ body: { choiceArguments } }, ledger) => {
            const factory = await answer(choiceArgumentOf(choice, choice.name, choiceArguments));
            return toWire(factory, await contextToWire(ledger, factory));
          },
        }),
      ];

type Wire = Awaited<ReturnType<typeof contextToWire>>;

const plainFactory = ({ factoryId }: NeededFactory, choiceContext: Wire) => ({
  factoryId,
  choiceContext,
});

const factoryRows = (base: string, { factories }: TokenRegistry): ReadonlyArray<Endpoint> => [
  ...factoryRow(
    `${base}/transfer-instruction/v1/transfer-factory`,
    transferInstructionV1.TransferFactory_Transfer,
    TransferFactoryWire,
    factories.transferV1,
    ({ transferKind, ...of }, context) => ({ ...plainFactory(of, context), transferKind }),
  ),
  ...factoryRow(
    `${base}/transfer-instruction/v2/transfer-factory`,
    transferInstructionV2.TransferFactory_Transfer,
    TransferFactoryWire,
    factories.transferV2,
    ({ transferKind, ...of }, context) => ({ ...plainFactory(of, context), transferKind }),
  ),
  ...factoryRow(
    `${base}/allocation-instruction/v1/allocation-factory`,
    allocationInstructionV1.AllocationFactory_Allocate,
    FactoryWire,
    factories.allocationV1,
    plainFactory,
  ),
  ...factoryRow(
    `${base}/allocation-instruction/v2/allocation-factory`,
    allocationInstructionV2.AllocationFactory_Allocate,
    FactoryWire,
    factories.allocationV2,
    plainFactory,
  ),
  ...factoryRow(
    `${base}/allocation/v2/settlement-factory`,
    allocationV2.SettlementFactory_SettleBatch,
    FactoryWire,
    factories.settlementV2,
    plainFactory,
  ),
];

/** The choices on single contracts that the documents of the token standard have. */
const contractChoices: ReadonlyArray<
  Pick<ContractChoice, "on" | "version"> & { readonly choices: ReadonlyArray<string> }
> = [
  { on: "transfer-instruction", version: 1, choices: ["accept", "reject", "withdraw"] },
  { on: "transfer-instruction", version: 2, choices: ["accept", "reject", "withdraw"] },
  { on: "allocations", version: 1, choices: ["execute-transfer", "withdraw", "cancel"] },
  { on: "allocations", version: 2, choices: ["withdraw", "cancel"] },
  { on: "allocation-instruction", version: 2, choices: ["accept", "withdraw"] },
];

const contextRows = (base: string, { contextOf }: TokenRegistry): ReadonlyArray<Endpoint> =>
  contractChoices.flatMap(({ on, version, choices }) =>
    choices.map((choice) =>
      registryRow({
        method: "POST",
        path: `${base}/${on}/v${version}/{id}/choice-contexts/${choice}`,
        summary: `The context to ${choice} a contract`,
        parameters: IdPath,
        body: notNull(ContextRequest),
        response: ChoiceContextWire,
        handle: async ({ parameters: { id: contractId } }, ledger) => {
          const found = await contextOf({ on, version, choice, contractId });
          if (found === undefined) throw refused(404, `There is no contract ${contractId} here.`);
          return contextToWire(ledger, found);
        },
      }),
    ),
  );

const instrumentToWire = ({ decimals, supportedApis, ...named }: TokenInstrument) => ({
  ...named,
  decimals: BigInt(decimals),
  paused: false,
  showAccountInputFields: false,
  accountInputFieldsToShow: [],
  supportedApis: Object.fromEntries(
    Object.entries(supportedApis).map(([name, version]) => [name, BigInt(version)]),
  ),
});

const metadataRows = (
  base: string,
  { admin, instruments }: TokenRegistry,
): ReadonlyArray<Endpoint> => [
  registryRow({
    method: "GET",
    path: `${base}/metadata/v1/info`,
    summary: "Who administers the token, and by which interfaces",
    response: RegistryInfo,
    handle: () => ({ adminId: admin, supportedApis: { "splice-api-token-metadata-v1": 1n } }),
  }),
  registryRow({
    method: "GET",
    path: `${base}/metadata/v1/instruments`,
    summary: "The instruments of this registry",
    query: InstrumentsQuery,
    response: InstrumentsWire,
    handle: () => ({ instruments: instruments.map(instrumentToWire) }),
  }),
  registryRow({
    method: "GET",
    path: `${base}/metadata/v1/instruments/{instrumentId}`,
    summary: "One instrument",
    parameters: InstrumentPath,
    response: InstrumentWire,
    handle: ({ parameters: { instrumentId } }) => {
      const found = instruments.find(({ id }) => id === instrumentId);
      if (found === undefined)
        throw refused(404, `There is no instrument ${instrumentId.slice(0, 100)}.`);
      return instrumentToWire(found);
    },
  }),
];

/** The rows of a token's registry, below `/registries/NAME/registry`. */
export const tokenRegistryRows = (registry: TokenRegistry): ReadonlyArray<Endpoint> => {
  const base = `/registries/${registry.name}/registry`;
  return [
    ...metadataRows(base, registry),
    ...factoryRows(base, registry),
    ...contextRows(base, registry),
  ];
};
