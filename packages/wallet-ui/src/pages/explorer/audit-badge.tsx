import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { type AuditStatus, useAuditStatus } from "../../data/audit-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

interface Badge {
  readonly tone: Tone;
  readonly text: string;
}

const nothingKept: Badge = { tone: "neutral", text: messages.audit.noLog };

/** What a state of the log means, in one line. */
const badgeOf = (status: AuditStatus | undefined): Badge => {
  if (status === undefined) return { tone: "neutral", text: messages.audit.verifying };
  const { state, reason = "", verifiedUpTo, damage } = status;
  const [first] = damage;
  if (state === "refused") return { tone: "negative", text: messages.audit.changed({ reason }) };
  if (first !== undefined) {
    const { offset, message } = first;
    const text =
      offset === undefined
        ? messages.audit.damaged({ message })
        : messages.audit.damagedAt({ offset, message });
    return { tone: "negative", text };
  }
  if (state === "opening") return { tone: "neutral", text: messages.audit.verifying };
  return state === "waiting"
    ? { tone: "negative", text: messages.audit.unverified({ reason }) }
    : { tone: "positive", text: messages.audit.verified({ verifiedUpTo }) };
};

/** Whether the chain of the journal holds, and up to where; red where it does not. */
export const AuditBadge = () => {
  const { audit } = useSiteConfig();
  const { data } = useAuditStatus();
  const { tone, text } = audit ? badgeOf(data) : nothingKept;
  return (
    <span className={styles["badge"]} role="status" aria-label={messages.audit.title}>
      <StatusPill tone={tone}>{text}</StatusPill>
    </span>
  );
};
