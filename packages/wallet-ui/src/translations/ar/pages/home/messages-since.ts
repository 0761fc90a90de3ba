import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/home/messages-since.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  since: {
    nothing: ({ time }) => rich`لم يتغيّر شيء منذ آخر زيارة لك، ${time}.`,
    changed: ({ time, count, change }) =>
      rich`${change} في ${plural("ar", count, {
        zero: "صفر معاملة",
        one: "معاملة واحدة",
        two: "معاملتين",
        few: `${count} معاملات`,
        many: `${count} معاملة`,
        other: `${count} معاملة`,
      })} منذ آخر زيارة لك، ${time}.`,
    many: ({ time, count }) =>
      rich`أكثر من ${plural("ar", count, {
        zero: "صفر معاملة",
        one: "معاملة واحدة",
        two: "معاملتين",
        few: `${count} معاملات`,
        many: `${count} معاملة`,
        other: `${count} معاملة`,
      })} منذ آخر زيارة لك، ${time}.`,
    show: "عرضها",
  },
};
