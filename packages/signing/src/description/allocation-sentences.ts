import type { Value } from "../messages/value.js";
import { printable, timeText } from "./printable.js";
import { type Sentence, shown } from "./sentence.js";
import { fieldAt, itemsAt, textAt, timeAt } from "./value-fields.js";

/** An account in words: its owner, and what else names it. */
const accountWords = (account: Value | undefined): string => {
  const [owner, provider, id] = ["owner", "provider", "id"].map((label) => textAt(account, label));
  const parts = [
    ...(provider === undefined ? [] : [`at ${printable(provider)}`]),
    ...(id === undefined || id === "" ? [] : [`account ${printable(id)}`]),
  ];
  const name = owner === undefined ? "the issuer" : printable(owner);
  return parts.length === 0 ? name : `${name} (${parts.join(", ")})`;
};

/** One side of a transfer, as the account sees it. */
const sideWords = (leg: Value): string => {
  const side = fieldAt(leg, "side");
  const isSender = side?.kind === "enum" && side.value.constructorName === "SenderSide";
  const what = `${shown(textAt(leg, "amount"))} ${shown(textAt(leg, "instrumentId"))}`;
  const other = accountWords(fieldAt(leg, "otherside"));
  return isSender ? `sends ${what} to ${other}` : `receives ${what} from ${other}`;
};

/** What further rounds of a settlement may use; undefined where there are none. */
const fundingWords = (specification: Value | undefined): string | undefined => {
  const field = fieldAt(specification, "nextIterationFunding");
  const present = field?.kind === "optional" ? field.value : field;
  if (present?.kind !== "textMap") return undefined;
  const amounts = present.value.map(
    ({ key, value }) =>
      `${value.kind === "numeric" ? printable(value.value) : "(not specified)"} ${printable(key)}`,
  );
  return amounts.length === 0 ? "nothing set aside" : amounts.join(", ");
};

/** An allocation of the second version: all that its account binds itself to. */
const allocationWords = (place: Value | undefined): string => {
  const settlement = fieldAt(place, "settlement");
  const specification = fieldAt(place, "allocation");
  const executors = itemsAt(settlement, "executors").map((each) => shown(textAt(each)));
  const sides = itemsAt(specification, "transferLegSides").map(sideWords);
  const deadline = timeAt(specification, "settlementDeadline");
  const committed = fieldAt(specification, "committed");
  const funding = fundingWords(specification);
  return [
    `for the settlement ${shown(textAt(settlement, "id"))} by ${executors.join(", ") || "nobody"}`,
    `${accountWords(fieldAt(specification, "authorizer"))} ${sides.join("; ") || "transfers nothing yet"}`,
    `(issued by ${shown(textAt(specification, "admin"))})`,
    deadline === undefined ? "without deadline" : `until ${timeText(deadline)}`,
    ...(committed?.kind === "bool" && committed.value
      ? ["it cannot be withdrawn before the deadline"]
      : []),
    ...(funding === undefined
      ? []
      : [`the executors may use it for further rounds and other transfers, with ${funding}`]),
  ].join(", ");
};

/** An allocation of the first version: one transfer. */
const firstWords = (specification: Value | undefined): string => {
  const leg = fieldAt(specification, "transferLeg");
  const until = timeAt(specification, "settlement", "settleBefore");
  return [
    `for the settlement ${shown(textAt(specification, "settlement", "settlementRef", "id"))} by ${shown(textAt(specification, "settlement", "executor"))}`,
    `${shown(textAt(leg, "amount"))} ${shown(textAt(leg, "instrumentId", "id"))} (issued by ${shown(textAt(leg, "instrumentId", "admin"))}) from ${shown(textAt(leg, "sender"))} to ${shown(textAt(leg, "receiver"))}`,
    until === undefined ? "without deadline" : `until ${timeText(until)}`,
  ].join(", ");
};

const of = (package_: string, module: string): string =>
  `splice-api-token-${package_}:Splice.Api.Token.${module}`;

const first = of("allocation-instruction-v1", "AllocationInstructionV1");
const second = of("allocation-instruction-v2", "AllocationInstructionV2");

/** The choices of allocations, by the names that `coin-sentences.ts` explains. */
export const allocationSentences: Readonly<Record<string, Sentence>> = {
  [`${first}:AllocationFactory/AllocationFactory_Allocate`]: ({ argument }) =>
    `Reserves ${firstWords(fieldAt(argument, "allocation"))}`,
  [`${second}:AllocationFactory/AllocationFactory_Allocate`]: ({ argument }) =>
    `Reserves ${allocationWords(argument)}`,
  [`${of("allocation-v1", "AllocationV1")}:Allocation/Allocation_Withdraw`]: ({ contract }) =>
    contract === undefined
      ? "Takes back what is reserved for a settlement"
      : `Takes back what is reserved ${firstWords(fieldAt(contract, "allocation"))}`,
  [`${of("allocation-v2", "AllocationV2")}:Allocation/Allocation_Withdraw`]: ({ contract }) =>
    contract === undefined
      ? "Takes back what is reserved for a settlement"
      : `Takes back what is reserved ${allocationWords(contract)}`,
  [`${of("allocation-request-v1", "AllocationRequestV1")}:AllocationRequest/AllocationRequest_Reject`]:
    () => "Rejects a request to reserve holdings for a settlement",
  [`${of("allocation-request-v2", "AllocationRequestV2")}:AllocationRequest/AllocationRequest_Reject`]:
    () => "Rejects a request to reserve holdings for a settlement",
};

/** The packages of their interfaces, which nodes name by id only. */
export const allocationPackages: ReadonlyArray<readonly [module: string, name: string]> = [
  ["Splice.Api.Token.AllocationInstructionV1", "splice-api-token-allocation-instruction-v1"],
  ["Splice.Api.Token.AllocationInstructionV2", "splice-api-token-allocation-instruction-v2"],
  ["Splice.Api.Token.AllocationV1", "splice-api-token-allocation-v1"],
  ["Splice.Api.Token.AllocationV2", "splice-api-token-allocation-v2"],
  ["Splice.Api.Token.AllocationRequestV1", "splice-api-token-allocation-request-v1"],
  ["Splice.Api.Token.AllocationRequestV2", "splice-api-token-allocation-request-v2"],
];

const made = [
  "splice-amulet:Splice.AmuletAllocation:AmuletAllocation",
  "splice-amulet:Splice.AmuletAllocationV2:AmuletAllocationV2",
];

/** What belongs to them below the root, by the name of the root's choice. */
export const insideAllocations: Readonly<Record<string, ReadonlyArray<string>>> = {
  AllocationFactory_Allocate: made,
  Allocation_Withdraw: made.map((each) => `${each}/Archive`),
};
