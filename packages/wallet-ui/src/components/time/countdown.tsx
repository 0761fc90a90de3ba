import { useServerNow } from "../../data/server-clock.js";
import { useLocale } from "../../session/preferences.js";
import { localTime } from "./time-stamp.js";

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;

const two = (value: number): string => String(value).padStart(2, "0");

/** The time that is left, as text; the last hour by seconds. */
export const timeLeft = (leftMs: number): string => {
  if (leftMs <= 0) return "expired";
  const days = Math.floor(leftMs / dayMs);
  if (days >= 1) return `${days} ${days === 1 ? "day" : "days"} left`;
  const hours = Math.floor(leftMs / hourMs);
  const minutes = Math.floor((leftMs % hourMs) / minuteMs);
  if (hours >= 1) return `${hours} h ${two(minutes)} min left`;
  return `${minutes}:${two(Math.floor((leftMs % minuteMs) / secondMs))} left`;
};

/** Counts down to a time, by the clock of the node. */
export const Countdown = ({ until }: { readonly until: string }) => {
  const locale = useLocale();
  const now = useServerNow(secondMs);
  const moment = Date.parse(until);
  if (!Number.isFinite(moment)) return <span>{until}</span>;
  return (
    <time dateTime={until} title={localTime(until, locale)} className="figures">
      {timeLeft(moment - now)}
    </time>
  );
};
