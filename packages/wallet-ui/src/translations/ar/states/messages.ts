import type { messages as english } from "../../../states/messages.js";

export const messages: typeof english = {
  left: {
    days: ({ days }) => `بقي ${days}`,
    hours: ({ hours, minutes }) => `بقي ${hours} س ${minutes} د`,
    minutes: ({ minutes, seconds }) => `بقي ${minutes}:${seconds}`,
    none: "انتهت المدة",
  },
  duration: {
    microseconds: ({ microseconds }) => `${microseconds} µs`,
  },
};
