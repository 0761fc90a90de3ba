import { ValidatorRight } from "@tallystick/coin";
import type { Ledger, Wallet } from "@tallystick/node";
import { required, wireInt64, wireObject, wireString } from "@tallystick/wire";
import { isLeft, right } from "fp-ts/lib/Either.js";
import { nothing } from "../../endpoints/endpoint.js";
import { holdingsFields, holdingsNow } from "../holdings/holdings-sums.js";
import { partyId } from "../rows/request-values.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, walletRow } from "../rows/wallet-row.js";

/** True for an external party that has accepted its set-up by this validator (wallet 4.6, 17). */
export const isSetUpExternally = (
  { views, settings }: Wallet,
  ledger: Ledger,
  party: string,
): boolean =>
  ledger.party(party)?.external !== undefined &&
  views.named(ValidatorRight, party, settings.operator, 1).length > 0;

/** Answer of `GET /v0/admin/external-party/balance` (wallet 4.5). */
export const ExternalBalanceWire = wireObject("ExternalPartyBalanceResponse", {
  ...holdingsFields,
  computed_as_of_round: required(wireInt64),
});

/**
 * `GET /v0/admin/external-party/balance` (specification 4.7, wallet 4.5): by the earliest open
 * round.
 */
export const externalBalance = walletRow({
  method: "GET",
  path: "/v0/admin/external-party/balance",
  summary: "The balance of an external party",
  access: "admin",
  parameters: nothing,
  query: wireObject("ExternalBalanceQuery", { party_id: required(wireString) }),
  body: nothing,
  response: { kind: "json", codec: ExternalBalanceWire },
  statuses: { 404: "The party is no external party that was set up here" },
  handle: ({ wallet, ledger, query }) => {
    const party = partyId(query.party_id, "party_id");
    if (isLeft(party)) return party;
    if (!isSetUpExternally(wallet, ledger, party.right))
      return refused(404, `No wallet for external party ${party.right}`);
    const network = runningNetwork(wallet);
    if (isLeft(network)) return network;
    const [earliest = network.right.round] = network.right.openRounds;
    const { round } = earliest.payload;
    const sums = holdingsNow(wallet, party.right, round);
    return isLeft(sums)
      ? sums
      : right({ ...sums.right, computed_as_of_round: Number(round.number) });
  },
});
