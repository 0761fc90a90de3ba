import { catalogue } from "../messages/catalogue.js";

/** The texts of times. */
export const messages = catalogue({
  en: {
    daysLeft: ({ days }: { readonly days: string }) => `${days} left`,
    hoursLeft: ({ hours, minutes }: { readonly hours: number; readonly minutes: string }) =>
      `${hours} h ${minutes} min left`,
    minutesLeft: ({ minutes, seconds }: { readonly minutes: number; readonly seconds: string }) =>
      `${minutes}:${seconds} left`,
    expired: "expired",
    microseconds: ({ microseconds }: { readonly microseconds: string }) => `${microseconds} µs`,
  },
});
