import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSession } from "../session/session.js";
import { useSiteConfig } from "../session/site-config.js";
import type { Api } from "./client.js";
import { forgetHeard, knownBy, noteHeard } from "./heard-offset.js";
import { ledgerEndOf } from "./ledger-end.js";
import { followLedger } from "./ledger-channel.js";
import { followOtherTabs } from "./other-tabs.js";
import type { Follows } from "./queries.js";
import { readAgain } from "./read-again.js";
import { noteFollowing } from "./reachability.js";
import { noteManualTime } from "./server-clock.js";

/**
 * Has read again what follows the ledger or the node, whoever changes it.
 *
 * @param isKnown whether the ledger knows the user; it tells nothing to one that has not begun
 */
export const useLedger = (api: Api, isKnown: boolean): void => {
  const session = useSession();
  const { basePath, ledgerTime, manualClock } = useSiteConfig();
  const queries = useQueryClient();
  useEffect(() => {
    if (manualClock && ledgerTime !== null) noteManualTime(ledgerTime);
  }, [manualClock, ledgerTime]);
  useEffect(() => {
    if (!isKnown) return undefined;
    const again = (source: Follows) =>
      readAgain(queries, {
        predicate: ({ meta }) =>
          Array.isArray(meta?.["follows"]) && meta["follows"].includes(source),
      });
    return followLedger({
      url: `${location.origin.replace(/^http/, "ws")}${basePath}/v2/state/ledger-end/moves`,
      begin: knownBy(session),
      token: () => session.token(),
      ledgerEnd: () => ledgerEndOf(api),
      heard: (offset) => noteHeard(session, offset, performance.now()),
      setBack: () => forgetHeard(session),
      moved: () => again("ledger"),
      nodeChanged: () => again("node"),
      time: (micros) => {
        // what has expired is another thing then, and no transaction tells of it
        if (noteManualTime(micros)) readAgain(queries);
      },
      status: noteFollowing,
    });
  }, [api, isKnown, session, basePath, queries]);
  useEffect(() => followOtherTabs(queries), [queries]);
};
