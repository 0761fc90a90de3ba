import { allCanaries } from "../canaries/all-canaries.js";
import type { Found } from "./hunt.js";

/** The longest text shown of what a canary made wrong. */
const maxText = 90;

/** Ids differ from history to history, and say nothing. */
const shownText = (text: string): string => {
  const plain = text
    .split("\n")[0]
    ?.replaceAll(/\b[0-9a-f]{16,}\b/g, "…")
    .replaceAll("|", "/");
  return (plain ?? "").slice(0, maxText);
};

/** The table of canaries, as docs/simulation.md has it. */
export const canaryTable = (found: ReadonlyArray<Found | undefined>): string => {
  const rows = allCanaries.map(({ name, breaks }, at) => {
    const each = found[at];
    const [histories, text] =
      each === undefined ? ["not found", ""] : [each.histories, shownText(each.violation)];
    return `| ${name} | ${breaks} | ${histories} | ${text} |`;
  });
  return ["| Canary | What it breaks | Histories | Found as |", "|---|---|---|---|", ...rows].join(
    "\n",
  );
};
