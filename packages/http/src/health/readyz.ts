import { textOf } from "../endpoints/response-kind.js";
import type { Ledger } from "@tallystick/node";
import { textAnswer, textContentType } from "../answers/answer.js";
import { anyCaller, endpoint } from "../endpoints/endpoint.js";
import { Reply } from "../endpoints/reply.js";

const ready = "[+] ledger ok (SERVING)\n";
const notReady = "[-] ledger failed (NOT_SERVING)\n";

/** Findings that are shown. */
const maxShown = 10;

/** The places of damage; the log has the details. The node may still be ready. */
const damageText = (findings: ReturnType<Ledger["findings"]>): string => {
  const places = findings
    .slice(0, maxShown)
    .map(({ where, offset }) => (offset === undefined ? where : `${where} at offset ${offset}`));
  const more = findings.length > maxShown ? ["and more"] : [];
  return findings.length === 0 ? "" : `[!] damage found: ${[...places, ...more].join(", ")}\n`;
};

/** Why the node is not ready, and what else must be repaired, each on one line. */
const reasonText = (ledger: Ledger): string => {
  const reason = ledger.unreadyReason();
  const reasons = reason === undefined ? ledger.warnings() : [reason, ...ledger.warnings()];
  return reasons.map((each) => `[!] ${each.replaceAll(/\s+/g, " ")}\n`).join("");
};

/**
 * `GET /readyz`: 200 only while commands are accepted and views can be read, else 503 (ledger-api
 * 2.15), with the reason. Damage found in the background is named in either case.
 */
export const readyz = endpoint({
  method: "GET",
  path: "/readyz",
  summary: "Is the node usable",
  response: textOf(textContentType),
  access: "open",
  isUnlimited: true,
  rights: anyCaller,
  otherStatuses: { 503: "Not usable now" },
  handle: (_input, { ledger }) => {
    const damage = damageText(ledger.findings());
    return ledger.ready()
      ? `${ready}${reasonText(ledger)}${damage}readyz check passed\n`
      : new Reply(
          textAnswer(503, `${notReady}${reasonText(ledger)}${damage}readyz check failed\n`),
        );
  },
});
