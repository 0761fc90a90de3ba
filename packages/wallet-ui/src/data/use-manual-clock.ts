import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { loadSiteConfig, useSiteConfig } from "../session/site-config.js";
import { noteManualTime } from "./server-clock.js";

/** How often the time of a clock that is moved by hand is read; milliseconds. */
const everyMs = 1_000;

/**
 * Follows a clock that is moved by hand: no transaction tells of it, and yet what has expired is
 * another thing then. Does nothing on a ledger with the time of day.
 */
export const useManualClock = (): void => {
  const { manualClock, ledgerTime, basePath } = useSiteConfig();
  const queries = useQueryClient();
  useEffect(() => {
    if (!manualClock) return undefined;
    if (ledgerTime !== null) noteManualTime(ledgerTime);
    const read = async (): Promise<void> => {
      if (document.hidden) return;
      const found = await loadSiteConfig(basePath).catch(() => undefined);
      if (found?.ledgerTime === undefined || found.ledgerTime === null) return;
      if (noteManualTime(found.ledgerTime)) void queries.invalidateQueries();
    };
    const timer = setInterval(() => void read(), everyMs);
    return () => clearInterval(timer);
  }, [manualClock, ledgerTime, basePath, queries]);
};
