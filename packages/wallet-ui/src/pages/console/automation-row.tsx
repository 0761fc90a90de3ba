import { StatusPill } from "../../components/base/status-pill.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import type { Row } from "../../components/lists/rows.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { readAmount } from "../../money/read-amount.js";
import { messages } from "./messages-automations.js";

/** By what the node calls them. */
const titles: Readonly<Record<string, string>> = messages.automation.titles;

/** What an automation is called. */
export const automationTitle = (name: string): string => titles[name] ?? name;

const msPerSecond = 1_000;

/** When it ran last, and when it does again at the latest; a change makes it run before. */
const Runs = ({
  lastAt,
  nextInMs,
}: {
  readonly lastAt: string;
  readonly nextInMs: number | undefined;
}) => (
  <>
    {nextInMs === undefined
      ? messages.automation.lastRun({ time: <TimeStamp at={lastAt} /> })
      : messages.automation.lastAndNext({
          time: <TimeStamp at={lastAt} />,
          seconds: Math.ceil(nextInMs / msPerSecond),
        })}
  </>
);

type Lacking = WalletSchemas["AutomationStatus"]["lacking"];

/** Payers that are named; the others are counted. */
const mostNamed = 5;

/** Lines on whose coins are too few for what the automation would pay. */
const lacksOf = (lacking: Lacking) => {
  const named = lacking.slice(0, mostNamed).map(({ party, needed, available }) =>
    messages.automation.cannotPay({
      party: <PartyChip party={party} />,
      needed: <Amount value={needed} />,
      available: <Amount value={available} />,
    }),
  );
  const others = lacking.length - named.length;
  return others === 0 ? named : [...named, messages.automation.othersCannotPay({ count: others })];
};

const pillOf = (failed: number, isLacking: boolean) => {
  if (isLacking) return <StatusPill tone="warning">{messages.automation.lacksCoins}</StatusPill>;
  return failed === 0 ? (
    <StatusPill tone="positive">{messages.automation.nothingRefused}</StatusPill>
  ) : (
    <StatusPill tone="warning">{messages.automation.refused({ count: failed })}</StatusPill>
  );
};

/** An automation: what it has done, and what it was refused last. */
export const automationRow = (name: string, status: WalletSchemas["AutomationStatus"]): Row => {
  const { runs, submitted, failed, lacking, last_error: lastError } = status;
  const { last_failed_at: lastFailedAt } = status;
  const { last_run_at: lastRunAt, next_run_in_ms: nextInMs, coins_moved: moved } = status;
  const counts = [
    messages.automation.runs({ count: runs }),
    messages.automation.submitted({ count: submitted }),
  ];
  if (failed > 0) counts.push(messages.automation.refused({ count: failed }));
  return {
    key: name,
    title: automationTitle(name),
    status: pillOf(failed, lacking.length > 0),
    lines: [
      counts.join(" · "),
      lastRunAt === undefined || lastRunAt === null ? undefined : (
        <Runs key="runs" lastAt={lastRunAt} nextInMs={nextInMs ?? undefined} />
      ),
      lastError === undefined || lastError === null
        ? undefined
        : messages.automation.lastError({
            text: <StrangerText text={lastError} />,
            time: <TimeStamp at={lastFailedAt ?? ""} />,
          }),
      moved === undefined || moved === null || readAmount(moved) === 0n
        ? undefined
        : messages.automation.moved({ amount: <Amount value={moved} /> }),
      ...lacksOf(lacking),
    ],
  };
};
