import { useEffect, useState } from "react";
import { useSession } from "../session/session.js";
import { useSiteConfig } from "../session/site-config.js";
import { type Reading, type Window, withReading } from "../states/readings.js";
import { followReadings, type ReadingNow } from "./readings-channel.js";

/** The instruments over a time, and now. */
export interface Readings {
  readonly series: ReadonlyArray<Reading>;
  /** Undefined before the first sample. */
  readonly now: ReadingNow | undefined;
  /** Whether samples come. */
  readonly isLive: boolean;
}

const none: Readings = { series: [], now: undefined, isLive: true };

/** Follows the instruments of the node. */
export const useReadings = ({ spanMs, points }: Window): Readings => {
  const session = useSession();
  const { basePath } = useSiteConfig();
  const [readings, setReadings] = useState(none);
  useEffect(() => {
    setReadings(({ now }) => ({ ...none, now }));
    return followReadings({
      url: `${location.origin.replace(/^http/, "ws")}${basePath}/v2/instruments/readings`,
      seconds: spanMs / 1_000,
      points,
      token: () => session.token(),
      began: () => setReadings((before) => ({ ...before, series: [] })),
      reading: (reading) =>
        setReadings(({ series, now, isLive }) => ({
          series: withReading(series, reading, { spanMs, points }),
          now: "states" in reading ? reading : now,
          isLive,
        })),
      live: (isLive) => setReadings((before) => ({ ...before, isLive })),
    });
  }, [session, basePath, spanMs, points]);
  return readings;
};
