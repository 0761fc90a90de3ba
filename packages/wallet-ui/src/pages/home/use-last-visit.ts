import { useEffect } from "react";
import { ledgerNowMs } from "../../data/server-clock.js";
import { useWallet, type WalletLife } from "../../data/wallet-context.js";
import { lastVisit, noteVisit } from "../../session/last-visit.js";

/** The parties whose visits are noted already, by the login. */
const followed = new WeakMap<WalletLife, Set<string>>();

const leaving = ["pagehide", "visibilitychange"] as const;

/**
 * When the wallet of the party was open last, before it was opened now; milliseconds since 1970.
 * From then on it counts as open until the login ends, or the page is left or hidden.
 */
export const useLastVisit = (): number | undefined => {
  const { network, party, life } = useWallet();
  const since = lastVisit(localStorage, network, party, ledgerNowMs());
  useEffect(() => {
    const parties = followed.get(life) ?? new Set();
    followed.set(life, parties);
    if (parties.has(party)) return;
    parties.add(party);
    const note = (): void => noteVisit(localStorage, network, party, ledgerNowMs());
    const end = (): void => {
      note();
      parties.delete(party);
      for (const event of leaving) removeEventListener(event, note, true);
    };
    note();
    for (const event of leaving) addEventListener(event, note, true);
    // also on other pages of the wallet, until the login ends
    life.ends.add(end);
  }, [network, party, life]);
  return since;
};
