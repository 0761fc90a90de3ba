import type { PartyId } from "@tallystick/core";
import { installOf } from "@tallystick/wallet";
import {
  oneOf,
  optional,
  required,
  wireArray,
  wireBoolean,
  wireInt64,
  wireObject,
  wireString,
} from "@tallystick/wire";
import { quotaOf } from "../../v2/parties/self-allocation.js";
import { isServed } from "../external/setup-proposals.js";
import { walletRow, type WalletServices } from "../rows/wallet-row.js";

/** Most parties of an answer. */
const mostParties = 1_000;

const WalletPartyWire = wireObject("WalletParty", {
  party_id: required(wireString),
  /** The node acts for it; it signs outside of the node; or this node shows nothing of it. */
  kind: required(oneOf("wallet", "external", "none")),
  /** Whether the caller may do something in its name, or have what it signed executed. */
  can_act: required(wireBoolean),
  /** Of a party that signs outside of the node: whether it has accepted to be served by it. */
  is_set_up: optional(wireBoolean),
});

const kindOf = (
  { wallet, ledger }: WalletServices,
  party: PartyId,
): "wallet" | "external" | "none" => {
  if (ledger.party(party)?.external !== undefined) return "external";
  return installOf(wallet.views, party) === undefined ? "none" : "wallet";
};

/** `GET /v0/wallet/parties`, ours: the parties whose coins the caller may see. */
export const ownParties = walletRow({
  method: "GET",
  path: "/v0/wallet/parties",
  summary: "The parties that the caller may read, with how each acts; by id",
  description:
    "By the rights that name a party; while authorization is off, all of this node, up to 1,000. An addition of this node.",
  access: "subject",
  response: wireObject("WalletParties", {
    parties: required(wireArray(WalletPartyWire)),
    /** How many more parties the caller may make by itself; absent: as many as it likes. */
    parties_left: optional(wireInt64),
  }),
  handle: ({ caller: { rights } }, services) => {
    const { ledger, userId, httpConfig } = services;
    const named = rights.everything
      ? ledger.parties({ after: "", limit: mostParties }).map(({ party }) => party)
      : (ledger.user(userId)?.rights ?? []).flatMap((right) =>
          "party" in right ? [right.party] : [],
        );
    const { maxPartiesOfUser } = quotaOf({ rights }, httpConfig);
    const held = (ledger.user(userId)?.rights ?? []).filter(({ kind }) => kind === "CanActAs");
    const readable = [...new Set(named)].filter((party) => rights.canReadAs(party)).toSorted();
    return {
      parties: readable.slice(0, mostParties).map((party) => {
        const kind = kindOf(services, party);
        return {
          party_id: party,
          kind,
          can_act: rights.canExecuteAs(party),
          ...(kind === "external" ? { is_set_up: isServed(services.wallet, party) } : {}),
        };
      }),
      ...(maxPartiesOfUser === undefined
        ? {}
        : { parties_left: Math.max(0, maxPartiesOfUser - held.length) }),
    };
  },
});
