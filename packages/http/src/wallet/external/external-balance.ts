import type { PartyId } from "@tallystick/core";
import type { Ledger, Wallet } from "@tallystick/node";
import { required, wireInt64, wireObject } from "@tallystick/wire";
import { holdingsFields, holdingsNow } from "../holdings/holdings-sums.js";
import { runningNetwork } from "../rows/submissions.js";
import { partyId } from "../rows/value-codecs.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { isServed } from "./setup-proposals.js";

/** True for an external party that has accepted its set-up by this validator (wallet 4.6, 17). */
export const isSetUpExternally = (wallet: Wallet, ledger: Ledger, party: PartyId): boolean =>
  ledger.party(party)?.external !== undefined && isServed(wallet, party);

/**
 * `GET /v0/admin/external-party/balance` (specification 4.7, wallet 4.5): by the earliest open
 * round.
 */
export const externalBalance = walletRow({
  method: "GET",
  path: "/v0/admin/external-party/balance",
  summary: "The balance of an external party",
  access: "admin",
  query: wireObject("ExternalBalanceQuery", { party_id: required(partyId) }),
  response: wireObject("ExternalPartyBalanceResponse", {
    ...holdingsFields,
    computed_as_of_round: required(wireInt64),
  }),
  errorStatuses: { 404: "The party is no external party that was set up here" },
  handle: ({ query: { party_id: party } }, { wallet, ledger }) => {
    if (!isSetUpExternally(wallet, ledger, party))
      throw refused(404, `No wallet for external party ${party}`);
    const network = runningNetwork(wallet);
    const [earliest = network.round] = network.openRounds;
    const { round } = earliest.payload;
    return {
      ...holdingsNow(wallet, party, round),
      computed_as_of_round: Number(round.number),
    };
  },
});
