import type { messages as english } from "../../../../components/base/messages.js";

export const messages: typeof english = {
  copy: {
    done: ({ what }) => `${what} kopiert`,
    label: ({ what }) => `${what} kopieren`,
  },
  skeleton: {
    label: "Lädt",
  },
};
