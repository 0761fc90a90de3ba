import type { Api } from "../../data/client.js";
import { endOf } from "../../data/transfers.js";
import type { Fate } from "../../history/fate.js";
import { messages } from "./messages.js";

const sentences: Readonly<Record<Fate, string>> = {
  waiting: "",
  accepted: messages.end.accepted,
  completed: messages.end.accepted,
  rejected: messages.end.rejected,
  withdrawn: messages.end.withdrawn,
  cancelled: messages.end.cancelled,
  expired: messages.end.expired,
};

/**
 * How something that waited has ended, as a sentence; "" while it waits, and where nothing says it.
 *
 * @param offerId the tracking id of an offer; undefined: it is no offer
 */
export const endSentence = async (
  api: Api,
  party: string,
  cid: string,
  offerId?: string,
): Promise<string> => {
  try {
    const end = await endOf(api, party, cid, offerId);
    return sentences[end?.fate ?? "waiting"];
  } catch {
    return "";
  }
};
