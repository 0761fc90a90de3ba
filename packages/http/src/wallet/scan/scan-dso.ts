import { AmuletRules, DsoRules, SvNodeState } from "@tallystick/coin";
import type { Contract } from "@tallystick/core";
import { installOf } from "@tallystick/wallet";
import { optional, required, wireArray, wireInt32, wireObject, wireString } from "@tallystick/wire";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { ContractWithState, withState } from "../rows/contract-wire.js";
import { runningNetwork } from "../rows/submissions.js";
import { refused, type WalletAccess, walletRow } from "../rows/wallet-row.js";

/** More than two thirds of the super validators. */
const votingThreshold = (svs: number): number => Math.ceil((2 * svs + 1) / 3);

const dsoAt = (path: string, access: WalletAccess): Endpoint =>
  walletRow({
    method: "GET",
    path,
    summary: "The network's operator party, its rules and its super validators",
    access,
    response: wireObject("GetDsoInfoResponse", {
      sv_user: required(wireString),
      sv_party_id: required(wireString),
      dso_party_id: required(wireString),
      voting_threshold: required(wireInt32),
      latest_mining_round: required(ContractWithState),
      amulet_rules: required(ContractWithState),
      dso_rules: required(ContractWithState),
      sv_node_states: required(wireArray(ContractWithState)),
      initial_round: optional(wireString),
    }),
    errorStatuses: { 404: "The network is not set up" },
    handle: (_request, { wallet }) => {
      const network = runningNetwork(wallet);
      const { views, settings } = wallet;
      const { dso, sv, synchronizerId } = settings;
      const shown = (contract: Contract) => withState(contract, synchronizerId);
      const [amuletRules] = views.contractsOf(AmuletRules, dso, 1);
      const [dsoRules] = views.contractsOf(DsoRules, dso, 1);
      const newest = network.openRounds.at(-1) ?? network.round;
      const round = views.contract(newest.contractId);
      const rules = dsoRules && views.byId(DsoRules, dsoRules.contractId);
      if (amuletRules === undefined || dsoRules === undefined || round === undefined)
        throw refused(404, "The network has no rules yet.");
      return {
        sv_user: installOf(views, sv)?.userId ?? "",
        sv_party_id: sv,
        dso_party_id: dso,
        voting_threshold: votingThreshold(rules?.payload.svs.length ?? 1),
        latest_mining_round: shown(round),
        amulet_rules: shown(amuletRules),
        dso_rules: shown(dsoRules),
        sv_node_states: views.contractsOf(SvNodeState, dso).map(shown),
        initial_round: "0",
      };
    },
  });

/** `GET /v0/scan-proxy/dso` (wallet 5.1), and the same as the scan has it. */
export const dsoRows: ReadonlyArray<Endpoint> = [
  dsoAt("/v0/scan-proxy/dso", "subject"),
  dsoAt("/v0/dso", "open"),
];
