import { perLocale } from "../../messages/per-locale.js";
import { withoutMarks } from "../../messages/without-marks.js";
import { useLocale } from "../../session/preferences.js";
import { localTime } from "./time-stamp.js";

const timesIn = perLocale((locale) => new Intl.DateTimeFormat(locale, { timeStyle: "short" }));

/** The time of a day that is told elsewhere; the whole on hover. */
export const TimeOfDay = ({ at }: { readonly at: string }) => {
  const locale = useLocale();
  const moment = Date.parse(at);
  if (!Number.isFinite(moment)) return <span>{at}</span>;
  return (
    <time dateTime={at} title={localTime(at, locale)} className="figures">
      {withoutMarks(timesIn(locale).format(moment))}
    </time>
  );
};
