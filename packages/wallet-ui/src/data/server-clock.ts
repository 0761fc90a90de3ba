import { useEffect, useState } from "react";

let aheadMs = 0;

/** Takes the time of an answer: its `Date` is that of the node. */
export const noteServerDate = (date: string | null): void => {
  const serverMs = date === null ? Number.NaN : Date.parse(date);
  // a date has whole seconds: on average it is half a second later
  if (Number.isFinite(serverMs)) aheadMs = serverMs + 500 - Date.now();
};

/** The time of the node, milliseconds; a browser's own clock may be wrong. */
const serverNowMs = (): number => Date.now() + aheadMs;

/** How far the clock of this browser is behind that of the node; milliseconds. */
export const clockSkewMs = (): number => aheadMs;

/** The time of the node, again after each interval. */
export const useServerNow = (intervalMs: number): number => {
  const [now, setNow] = useState(serverNowMs);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNowMs()), intervalMs);
    return () => clearInterval(timer);
  }, [intervalMs]);
  return now;
};
