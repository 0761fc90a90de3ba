import { StatusPill, type Tone } from "../../components/base/status-pill.js";
import { type AuditStatus, useAuditStatus } from "../../data/audit-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

interface Badge {
  readonly tone: Tone;
  readonly text: string;
}

const nothingKept: Badge = { tone: "neutral", text: messages.noLogIsKeptNothing };

/** What a state of the log means, in one line. */
const badgeOf = (status: AuditStatus | undefined): Badge => {
  if (status === undefined) return { tone: "neutral", text: messages.verifyingTheChain };
  const { state, reason = "", verifiedUpTo, damage } = status;
  const [first] = damage;
  if (state === "refused")
    return { tone: "negative", text: messages.journalWasChanged({ reason }) };
  if (first !== undefined) {
    const { offset, message } = first;
    const text =
      offset === undefined
        ? messages.journalIsDamaged({ message })
        : messages.journalIsDamagedAt({ offset, message });
    return { tone: "negative", text };
  }
  if (state === "opening") return { tone: "neutral", text: messages.verifyingTheChain };
  return state === "waiting"
    ? { tone: "negative", text: messages.chainNotVerified({ reason }) }
    : { tone: "positive", text: messages.chainVerifiedToOffset({ verifiedUpTo }) };
};

/** Whether the chain of the journal holds, and up to where; red where it does not. */
export const AuditBadge = () => {
  const { audit } = useSiteConfig();
  const { data } = useAuditStatus();
  const { tone, text } = audit ? badgeOf(data) : nothingKept;
  return (
    <span className={styles["badge"]} role="status" aria-label={messages.audit}>
      <StatusPill tone={tone}>{text}</StatusPill>
    </span>
  );
};
