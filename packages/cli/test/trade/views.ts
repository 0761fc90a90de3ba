import { at, type KilledNode, listAt } from "./killed-node.js";

const standard = "#splice-api-token";

/** The interfaces of the second version of the token standard. */
export const interfaces = {
  holding: `${standard}-holding-v2:Splice.Api.Token.HoldingV2:Holding`,
  instruction: `${standard}-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferInstruction`,
  transferFactory: `${standard}-transfer-instruction-v2:Splice.Api.Token.TransferInstructionV2:TransferFactory`,
  allocation: `${standard}-allocation-v2:Splice.Api.Token.AllocationV2:Allocation`,
  settlementFactory: `${standard}-allocation-v2:Splice.Api.Token.AllocationV2:SettlementFactory`,
  allocationFactory: `${standard}-allocation-instruction-v2:Splice.Api.Token.AllocationInstructionV2:AllocationFactory`,
  request: `${standard}-allocation-request-v2:Splice.Api.Token.AllocationRequestV2:AllocationRequest`,
} as const;

/** The command that exercises a choice. */
export const exercise = (
  templateId: string,
  contractId: string,
  choice: string,
  choiceArgument: object,
) => ({ ExerciseCommand: { templateId, contractId, choice, choiceArgument } });

const active = async (
  node: KilledNode,
  party: string,
  identifierFilter: object,
): Promise<ReadonlyArray<unknown>> => {
  const end = await node.answered("GET", "/v2/state/ledger-end");
  const found = await node.answered("POST", "/v2/state/active-contracts", {
    activeAtOffset: at(end, "offset"),
    eventFormat: {
      filtersByParty: { [party]: { cumulative: [{ identifierFilter }] } },
      verbose: false,
    },
  });
  return listAt(found).map((each) => at(each, "contractEntry", "JsActiveContract", "createdEvent"));
};

/** An active contract as an interface shows it. */
export interface Viewed {
  readonly contractId: string;
  readonly view: unknown;
}

/** What an interface shows of a party's contracts. */
export const viewsOf = async (
  node: KilledNode,
  party: string,
  interfaceId: string,
): Promise<ReadonlyArray<Viewed>> => {
  const value = { interfaceId, includeInterfaceView: true };
  const found = await active(node, party, { InterfaceFilter: { value } });
  return found.map((event) => ({
    contractId: String(at(event, "contractId")),
    view: at(event, "interfaceViews", 0, "viewValue"),
  }));
};

/** All contracts of a party, as it discloses them. */
export const disclosedBy = async (
  node: KilledNode,
  party: string,
): Promise<ReadonlyArray<unknown>> => {
  const all = { WildcardFilter: { value: { includeCreatedEventBlob: true } } };
  return (await active(node, party, all)).map((event) => ({
    contractId: at(event, "contractId"),
    templateId: at(event, "templateId"),
    createdEventBlob: at(event, "createdEventBlob"),
    synchronizerId: "",
  }));
};

/** Every update that the parties see, with all its exercises. */
export const updatesOf = async (
  node: KilledNode,
  parties: ReadonlyArray<string>,
): Promise<ReadonlyArray<unknown>> => {
  const end = await node.answered("GET", "/v2/state/ledger-end");
  const filtersByParty = Object.fromEntries(parties.map((party) => [party, { cumulative: [] }]));
  const found = await node.answered("POST", "/v2/updates", {
    beginExclusive: 0,
    endInclusive: at(end, "offset"),
    updateFormat: {
      includeTransactions: {
        eventFormat: { filtersByParty, verbose: false },
        transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS",
      },
    },
  });
  return listAt(found).flatMap((each) => at(each, "update", "Transaction", "value") ?? []);
};

/** Units of 10^-10 of an amount as text. */
export const unitsOf = (amount: unknown): bigint => {
  const [whole = "", part = ""] = String(amount).split(".");
  return BigInt(whole + part.padEnd(10, "0"));
};

/** The amount of positive units as text. */
export const amountOf = (units: bigint): string => {
  const digits = units.toString().padStart(11, "0");
  return `${digits.slice(0, -10)}.${digits.slice(-10)}`;
};
