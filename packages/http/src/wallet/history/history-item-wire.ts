import type { Json } from "@tallystick/core";
import {
  oneOf,
  optional,
  referenceTo,
  required,
  SchemaType,
  wireArray,
  wireJson,
  wireObject,
  wireString,
} from "@tallystick/wire";

const PartyAndAmountWire = wireObject("PartyAndAmount", {
  party: required(wireString),
  /** The change of the party's unlocked CC; negative when it fell. */
  amount: required(wireString),
});

/** The leg of a batch settlement; an addition of this node. */
const SettledLegWire = wireObject("SettledLeg", {
  id: required(wireString),
  leg_id: required(wireString),
  /** What the leg moves, also where it was locked before. */
  amount: required(wireString),
});

const base = {
  transaction_subtype: required(
    wireObject("TransactionSubtype", {
      template_id: required(wireString),
      choice: required(wireString),
      amulet_operation: optional(wireString),
      interface_id: optional(wireString),
    }),
  ),
  event_id: required(wireString),
  date: required(wireString),
};

const kinds = [
  wireObject("TransferHistoryItem", {
    transaction_type: required(oneOf("transfer")),
    ...base,
    sender: required(PartyAndAmountWire),
    receivers: required(wireArray(PartyAndAmountWire)),
    holding_fees: required(wireString),
    app_rewards_used: required(wireString),
    validator_rewards_used: required(wireString),
    sv_rewards_used: required(wireString),
    development_fund_coupons_used: required(wireString),
    transfer_instruction_receiver: optional(wireString),
    transfer_instruction_amount: optional(wireString),
    transfer_instruction_cid: optional(wireString),
    description: optional(wireString),
    settlement: optional(SettledLegWire),
  }),
  wireObject("BalanceChangeHistoryItem", {
    transaction_type: required(oneOf("balance_change")),
    ...base,
    receivers: required(wireArray(PartyAndAmountWire)),
    transfer_instruction_receiver: optional(wireString),
    transfer_instruction_cid: optional(wireString),
    description: optional(wireString),
    settlement: optional(SettledLegWire),
  }),
  wireObject("NotificationHistoryItem", {
    transaction_type: required(oneOf("notification")),
    ...base,
    details: required(wireString),
  }),
];

const name = "HistoryItem";
const schema = { oneOf: kinds.map(referenceTo) };

/** An item of a history (wallet 9); it is not read again, as the fold has made it. */
export const HistoryItemWire: SchemaType<Json> = new SchemaType<Json>(name, schema, wireJson.read, {
  ...Object.fromEntries(kinds.flatMap(({ definitions }) => Object.entries(definitions))),
  [name]: schema,
});
