import { textOf } from "../endpoints/response-kind.js";
import { type Ledger, partStates, type PartState } from "@tallystick/node";
import { optional, queryTexts, wireObject } from "@tallystick/wire";
import { textAnswer, textContentType } from "../answers/answer.js";
import { anyCaller, endpoint } from "../endpoints/endpoint.js";
import { Reply } from "../endpoints/reply.js";

const maxShown = 10;

/** The places of damage; the log has the details. The node may still be ready. */
const damageText = (findings: ReturnType<Ledger["findings"]>): string => {
  const places = findings
    .slice(0, maxShown)
    .map(({ where, offset }) => (offset === undefined ? where : `${where} at offset ${offset}`));
  const more = findings.length > maxShown ? ["and more"] : [];
  return findings.length === 0 ? "" : `[!] damage found: ${[...places, ...more].join(", ")}\n`;
};

/** What must be repaired, on one line. */
const noteText = (note: string): string => `[!] ${note.replaceAll(/\s+/g, " ")}\n`;

/** A part and why it is not ready; of those that are only the ledger is shown. */
const partText = ({ name, unready }: PartState): string => {
  if (unready !== undefined) return `[-] ${name} failed (NOT_SERVING)\n${noteText(unready)}`;
  return name === "ledger" ? `[+] ${name} ok (SERVING)\n` : "";
};

/**
 * `GET /readyz`: 200 only while each part of the node is ready, else 503 (ledger-api 2.15), with
 * the parts that are not and why. Damage found in the background is named in either case.
 */
export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  summary: "Readiness check",
  response: textOf(textContentType),
  access: "open",
  isUnlimited: true,
  rights: anyCaller,
  otherStatuses: { 503: "Not ready" },
  query: wireObject("ReadyzQuery", { exclude: optional(queryTexts) }),
  description:
    "All parts must be ready, unless they are excluded: ledger, views, wallet-views, wallet, automations. The query " +
    "parameter exclude may be repeated.",
  handle: ({ query: { exclude = [] } }, { ledger, wallet }) => {
    const parts = partStates({ ledger, wallet }).filter(({ name }) => !exclude.includes(name));
    const notes = ledger.warnings().map(noteText);
    const text = [...parts.map(partText), ...notes, damageText(ledger.findings())].join("");
    return parts.every(({ unready }) => unready === undefined)
      ? `${text}readyz check passed\n`
      : new Reply(textAnswer(503, `${text}readyz check failed\n`));
  },
});
