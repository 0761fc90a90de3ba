import { useLedgerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";
import { countdown } from "../../states/countdown.js";
import { localTime } from "./time-stamp.js";

/** Counts down to a time, by the clock of the ledger. */
export const Countdown = ({ until }: { readonly until: string }) => {
  const locale = useLocale();
  const moment = Date.parse(until);
  const now = useLedgerNow((at) =>
    Number.isFinite(moment) ? countdown(moment, at, locale).nextChangeMs : undefined,
  );
  if (!Number.isFinite(moment)) return <span>{until}</span>;
  return (
    <time dateTime={until} title={localTime(until, locale)} className="figures">
      {countdown(moment, now, locale).text}
    </time>
  );
};
