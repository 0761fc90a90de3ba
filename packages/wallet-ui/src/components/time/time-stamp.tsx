import { useLedgerNow } from "../../data/server-clock.js";
import { perLocale } from "../../messages/per-locale.js";
import { withoutMarks } from "../../messages/without-marks.js";
import { useLocale } from "../../session/preferences.js";
import { relativeTime } from "../../states/countdown.js";

const minuteMs = 60_000;

const datesIn = perLocale((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));

const timesIn = perLocale(
  (locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }),
);

/** The date of a time, in the zone of the browser. */
export const localDate = (at: number, locale: string): string =>
  withoutMarks(datesIn(locale).format(at));

const zonesIn = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeZoneName: "short" }));

/** A time of the API, in the zone of the browser with its name. */
export const localTime = (at: string, locale: string): string =>
  `${withoutMarks(timesIn(locale).format(new Date(at)))} ${zoneName(at, locale)}`;

const zoneName = (at: string, locale: string): string =>
  zonesIn(locale)
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
  const now = useLedgerNow(() => (isExact ? undefined : minuteMs / 2));
  const moment = Date.parse(at);
  if (!Number.isFinite(moment)) return <span>{at}</span>;
  const relative = isExact ? undefined : relativeTime(moment, now, locale);
  return (
    <time dateTime={at} title={relative === undefined ? at : localTime(at, locale)}>
      {relative ?? localTime(at, locale)}
    </time>
  );
};
