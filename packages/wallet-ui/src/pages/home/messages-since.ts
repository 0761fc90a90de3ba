import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";
import { rich } from "../../texts/rich.js";

/** The texts of what happened since the last visit, which are loaded after the page. */
export const messages = catalogue({
  en: {
    since: {
      nothing: ({ time }: { readonly time: ReactNode }) =>
        rich`Unchanged since you were last here, ${time}.`,
      changed: ({
        time,
        count,
        change,
      }: {
        readonly time: ReactNode;
        readonly count: number;
        readonly change: ReactNode;
      }) =>
        rich`${change} in ${plural("en", count, {
          one: "one transaction",
          other: `${count} transactions`,
        })} since you were last here, ${time}.`,
      many: ({ time, count }: { readonly time: ReactNode; readonly count: number }) =>
        rich`More than ${count} transactions since you were last here, ${time}.`,
      show: "Show them",
    },
  },
});
