import { useServerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

/** Relative times are for what is near. */
const relativeWithinMs = 7 * dayMs;

const relative = (differenceMs: number, locale: string): string => {
  const format = new Intl.RelativeTimeFormat(locale, { numeric: "auto" });
  const size = Math.abs(differenceMs);
  if (size < minuteMs) return format.format(0, "second");
  if (size < hourMs) return format.format(Math.trunc(differenceMs / minuteMs), "minute");
  if (size < dayMs) return format.format(Math.trunc(differenceMs / hourMs), "hour");
  return format.format(Math.trunc(differenceMs / dayMs), "day");
};

/** A time of the API, in the zone of the browser with its name. */
export const localTime = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
  }).format(new Date(at)) + ` ${zoneName(at, locale)}`;

const zoneName = (at: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { timeZoneName: "short" })
    .formatToParts(new Date(at))
    .find(({ type }) => type === "timeZoneName")?.value ?? "";

/** A time: near ones relative, the others in the zone of the browser; ISO on hover. */
export const TimeStamp = ({
  at,
  isExact = false,
}: {
  /** ISO 8601, UTC */
  readonly at: string;
  /** Never relative: on detail pages. */
  readonly isExact?: boolean;
}) => {
  const locale = useLocale();
  const now = useServerNow(minuteMs / 2);
  const moment = Date.parse(at);
  if (!Number.isFinite(moment)) return <span>{at}</span>;
  const difference = moment - now;
  const isRelative = !isExact && Math.abs(difference) < relativeWithinMs;
  return (
    <time dateTime={at} title={isRelative ? localTime(at, locale) : at}>
      {isRelative ? relative(difference, locale) : localTime(at, locale)}
    </time>
  );
};
