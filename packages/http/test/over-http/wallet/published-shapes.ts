/** What a published document says of an operation's request and answer; absent: it has none. */
export interface PublishedShape {
  readonly request?: string;
  readonly response?: string;
}

/** Fields inside of another one. */
const inside = (path: string, fields: string): string =>
  fields
    .split(" ")
    .map((field) => `${path}${field}`)
    .join(" ");

const context = `choiceContextData:object ${inside(
  "disclosedContracts[].",
  "templateId:string contractId:string createdEventBlob:string synchronizerId:string debugPackageName?:string debugPayload?:object debugCreatedAt?:string",
)}`;
const ofContext: PublishedShape = {
  request: "meta?{}:string excludeDebugFields?:boolean",
  response: context,
};
const factoryAsked = "choiceArguments:object excludeDebugFields?:boolean";
const factory = `factoryId:string ${inside("choiceContext.", context)}`;
const ofFactory: PublishedShape = { request: factoryAsked, response: factory };
const instrument =
  "id:string name:string symbol:string totalSupply?:string totalSupplyAsOf?:string decimals:integer paused?:boolean pauseInfo?.reason?:string pauseInfo?.until?:string supportedApis{}:integer showAccountInputFields?:boolean";
const contract =
  "template_id:string contract_id:string payload:object created_event_blob:string created_at:string";
const transferred =
  "output.transfer_instruction_cid?:string output.receiver_holding_cids?[]:string sender_change_cids[]:string meta{}:string";
const allocated =
  "output.allocation_instruction_cid?:string output.allocation_cid?:string sender_change_cids[]:string meta{}:string";
const ofTransfer: PublishedShape = {
  request:
    "receiver_party_id:string amount:string description:string expires_at:integer tracking_id:string",
  response: transferred,
};
const amounts =
  "party_id:string total_unlocked_coin:string total_locked_coin:string total_coin_holdings:string";

/**
 * The operations of the token standard in the documents of Splice 0.6.12, with the fields of their
 * requests and answers: `?` behind what may be left out, `[]` for the elements of an array, `{}`
 * for the values of a map. Of cases each one's fields may be left out.
 */
export const publishedShapes: Readonly<Record<string, PublishedShape>> = {
  "GET /registry/metadata/v1/info": { response: "adminId:string supportedApis{}:integer" },
  "GET /registry/metadata/v1/instruments": {
    response: `${inside("instruments[].", instrument)} nextPageToken?:string`,
  },
  "GET /registry/metadata/v1/instruments/{}": { response: instrument },
  "POST /registry/transfer-instruction/v2/transfer-factory": {
    request: factoryAsked,
    response: `transferKind:self/direct/offer ${factory}`,
  },
  "POST /registry/transfer-instruction/v2/{}/choice-contexts/accept": ofContext,
  "POST /registry/transfer-instruction/v2/{}/choice-contexts/reject": ofContext,
  "POST /registry/transfer-instruction/v2/{}/choice-contexts/withdraw": ofContext,
  "POST /registry/allocation/v2/settlement-factory": ofFactory,
  "POST /registry/allocations/v2/{}/choice-contexts/withdraw": ofContext,
  "POST /registry/allocations/v2/{}/choice-contexts/cancel": ofContext,
  "POST /registry/allocation-instruction/v2/allocation-factory": ofFactory,
  "POST /registry/allocation-instruction/v2/{}/choice-contexts/accept": ofContext,
  "POST /registry/allocation-instruction/v2/{}/choice-contexts/withdraw": ofContext,
  "POST /v1/scan-proxy/holdings/summary": {
    request:
      "migration_id:integer record_time:string record_time_match?:exact/at_or_before owner_party_ids[]:string",
    response: `record_time:string migration_id:integer ${inside("summaries[].", amounts)}`,
  },
  "POST /v0/wallet/token-standard/transfers": ofTransfer,
  "GET /v0/wallet/token-standard/transfers": { response: inside("transfers[].", contract) },
  "POST /v0/wallet/token-standard/transfers/{}/accept": { response: transferred },
  "POST /v0/wallet/token-standard/transfers/{}/reject": { response: transferred },
  "POST /v0/wallet/token-standard/transfers/{}/withdraw": { response: transferred },
  "POST /v2/wallet/token-standard/transfers": ofTransfer,
  "POST /v2/wallet/token-standard/transfers/{}/accept": { response: transferred },
  "POST /v2/wallet/token-standard/transfers/{}/reject": { response: transferred },
  "POST /v2/wallet/token-standard/transfers/{}/withdraw": { response: transferred },
  "GET /v0/wallet/token-standard/allocation-requests": {
    response: inside("allocation_requests[].contract.", contract),
  },
  "POST /v0/wallet/token-standard/allocation-requests/{}/reject": { response: "meta{}:string" },
  "POST /v2/wallet/token-standard/allocation-requests/{}/reject": { response: "meta{}:string" },
  "GET /v0/allocations": { response: inside("allocations[].contract.", contract) },
  "POST /v0/allocations": {
    request:
      "settlement.executor:string settlement.settlement_ref.id:string settlement.settlement_ref.cid?:string settlement.requested_at:integer settlement.allocate_before:integer settlement.settle_before:integer settlement.meta?{}:string transfer_leg_id:string transfer_leg.receiver:string transfer_leg.amount:string transfer_leg.meta?{}:string",
    response: allocated,
  },
  "POST /v0/allocations/{}/withdraw": {
    response: "sender_holding_cids[]:string meta{}:string",
  },
  "POST /v2/allocations": {
    request:
      "settlement.executors[]:string settlement.settlement_ref.id:string settlement.settlement_ref.cid?:string settlement.settlement_deadline?:integer settlement.meta?{}:string transfer_leg_sides[].transfer_leg_id:string transfer_leg_sides[].side:SENDERSIDE/RECEIVERSIDE transfer_leg_sides[].otherside:string transfer_leg_sides[].amount:string transfer_leg_sides[].meta?{}:string next_iteration_funding?{}:string committed:boolean meta?{}:string",
    response: allocated,
  },
  "POST /v2/allocations/{}/withdraw": {
    response: "authorizer_holding_cids{}[]:string meta{}:string",
  },
};
