import { catalogue } from "../messages/catalogue.js";

/** The texts of times. */
export const messages = catalogue({
  en: {
    left: {
      days: ({ days }: { readonly days: string }) => `${days} left`,
      hours: ({ hours, minutes }: { readonly hours: number; readonly minutes: string }) =>
        `${hours} h ${minutes} min left`,
      minutes: ({ minutes, seconds }: { readonly minutes: number; readonly seconds: string }) =>
        `${minutes}:${seconds} left`,
      none: "expired",
    },
    duration: {
      microseconds: ({ microseconds }: { readonly microseconds: string }) => `${microseconds} µs`,
    },
  },
});
