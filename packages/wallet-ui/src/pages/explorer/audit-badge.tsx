import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { type AuditStatus, useAuditStatus } from "../../data/audit-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import styles from "./explorer.module.css";

interface Badge {
  readonly tone: Tone;
  readonly text: string;
}

const nothingKept: Badge = { tone: "neutral", text: "No log is kept: nothing is proved" };

/** What a state of the log means, in one line. */
const badgeOf = (status: AuditStatus | undefined): Badge => {
  if (status === undefined) return { tone: "neutral", text: "Verifying the chain" };
  const { state, reason = "", verifiedUpTo, damage } = status;
  const [first] = damage;
  if (state === "refused") return { tone: "negative", text: `Journal was changed: ${reason}` };
  if (first !== undefined) {
    const place = first.offset === undefined ? "" : ` at offset ${first.offset}`;
    return { tone: "negative", text: `Journal is damaged${place}: ${first.message}` };
  }
  if (state === "opening") return { tone: "neutral", text: "Verifying the chain" };
  return state === "waiting"
    ? { tone: "negative", text: `Chain not verified: ${reason}` }
    : { tone: "positive", text: `Chain verified to offset ${verifiedUpTo}` };
};

/** Whether the chain of the journal holds, and up to where; red where it does not. */
export const AuditBadge = () => {
  const { audit } = useSiteConfig();
  const { data } = useAuditStatus();
  const { tone, text } = audit ? badgeOf(data) : nothingKept;
  return (
    <span className={styles["badge"]} role="status" aria-label="Audit">
      <StatusPill tone={tone}>{text}</StatusPill>
    </span>
  );
};
