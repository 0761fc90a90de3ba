import { StatusPill } from "../../components/base/status-pill.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { messages } from "./messages-automations.js";
import styles from "./console.module.css";

/** By what the node calls them. */
const titles: Readonly<Record<string, string>> = messages.automationTitles;

const msPerSecond = 1_000;

/** When it ran last, and when it does again at the latest; a change makes it run before. */
const Runs = ({
  lastAt,
  nextInMs,
}: {
  readonly lastAt: string;
  readonly nextInMs: number | undefined;
}) => (
  <p>
    {nextInMs === undefined
      ? messages.lastRunAndRests({ time: <TimeStamp at={lastAt} /> })
      : messages.lastRunAndNext({
          time: <TimeStamp at={lastAt} />,
          seconds: Math.ceil(nextInMs / msPerSecond),
        })}
  </p>
);

type Lacking = WalletSchemas["AutomationStatus"]["lacking"];

/** Payers that are named; the others are counted. */
const mostNamed = 5;

/** Whose coins are too few for what the automation would pay. */
const Lacks = ({ lacking }: { readonly lacking: Lacking }) => (
  <>
    {lacking.slice(0, mostNamed).map(({ party, needed, available }) => (
      <p key={party}>
        {messages.cannotPay({
          party: <PartyChip party={party} />,
          needed: <Amount value={needed} />,
          available: <Amount value={available} />,
        })}
      </p>
    ))}
    {lacking.length > mostNamed ? (
      <p>{messages.othersCannotPay({ count: lacking.length - mostNamed })}</p>
    ) : null}
  </>
);

const pillOf = (failed: number, isLacking: boolean) => {
  if (isLacking) return <StatusPill tone="warning">{messages.lacksCoins}</StatusPill>;
  return failed === 0 ? (
    <StatusPill tone="positive">{messages.nothingRefused}</StatusPill>
  ) : (
    <StatusPill tone="warning">{messages.refused({ count: failed })}</StatusPill>
  );
};

/** An automation: what it has done, and what it was refused last. */
export const AutomationRow = ({
  name,
  status,
}: {
  readonly name: string;
  readonly status: WalletSchemas["AutomationStatus"];
}) => {
  const { runs, submitted, failed, lacking, last_error: lastError } = status;
  const { last_run_at: lastRunAt, next_run_in_ms: nextInMs } = status;
  return (
    <li>
      <div>
        <span className={styles["name"]}>{titles[name] ?? name}</span>
        <p>
          {messages.runs({ count: runs })} · {messages.commandsTookEffect({ count: submitted })}
          {failed === 0 ? "" : ` · ${messages.refused({ count: failed })}`}
        </p>
        {lastRunAt === undefined || lastRunAt === null ? null : (
          <Runs lastAt={lastRunAt} nextInMs={nextInMs ?? undefined} />
        )}
        {lastError === undefined || lastError === null ? null : (
          <p>{messages.refusedLast({ text: <StrangerText text={lastError} /> })}</p>
        )}
        <Lacks lacking={lacking} />
      </div>
      {pillOf(failed, lacking.length > 0)}
    </li>
  );
};
