import { type Api, answerOf } from "./client.js";

/** The offset of the last event of the ledger. */
export const ledgerEndOf = async (api: Api): Promise<number> => {
  const { offset = 0 } = await answerOf(api.ledger.GET("/v2/state/ledger-end"));
  return offset;
};
