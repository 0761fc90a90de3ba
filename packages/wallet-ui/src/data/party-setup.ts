import { type Api, answerOf } from "./client.js";
import { usePartyApi } from "./party-api.js";
import { readableParties } from "./readable-parties.js";

/** Whether the operator serves a party that signs outside of the node. */
const isSetUp = async (api: Api, party: string): Promise<boolean> => {
  const found = (await readableParties(api)).find((each) => each.party_id === party);
  return found?.is_set_up === true;
};

/**
 * Sets up a party whose key is in this browser: the operator proposes and pays, and the party
 * signs. Does nothing when that was done, so that it can be repeated.
 */
export const useSetUp = (party: string): ((api: Api) => Promise<void>) => {
  const own = usePartyApi(party, true);
  return async (api) => {
    if (await isSetUp(api, party)) return;
    const { contract_id: cid } = await answerOf(
      api.wallet.POST("/v0/wallet/parties/{party_id}/setup-proposal", {
        params: { path: { party_id: party } },
      }),
    );
    await answerOf(
      own.wallet.POST("/v0/wallet/setup-proposals/{contract_id}/accept", {
        params: { path: { contract_id: cid } },
      }),
    );
  };
};
