import type { messages as english } from "../../../states/messages.js";

export const messages: typeof english = {
  left: {
    days: ({ days }) => `noch ${days}`,
    hours: ({ hours, minutes }) => `noch ${hours} Std. ${minutes} Min.`,
    minutes: ({ minutes, seconds }) => `noch ${minutes}:${seconds}`,
    none: "abgelaufen",
  },
  duration: {
    microseconds: ({ microseconds }) => `${microseconds} µs`,
  },
};
