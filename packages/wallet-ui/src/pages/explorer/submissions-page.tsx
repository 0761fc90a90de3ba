import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { TextField } from "../../components/forms/text-field.js";
import { FactList } from "../../components/lists/facts.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { type Refused, useRefusedSubmissions } from "../../data/explorer-queries.js";
import { useExplorerAddress } from "./explorer-address.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const step = 50;

const refusedRow = (one: Refused): Row => ({
  key: String(one.seq),
  title: <StatusPill tone="negative">{one.code}</StatusPill>,
  lines: [
    <StrangerText key="cause" text={one.cause} />,
    messages.commandOf({
      command: <StrangerText text={one.command_id} />,
      user: one.user_id === "" ? messages.noUser : <StrangerText text={one.user_id} />,
    }),
    <FactList
      key="parties"
      none=""
      items={one.act_as.map((party) => ({ key: party, shown: <PartyChip party={party} /> }))}
    />,
  ],
  end: <TimeStamp at={one.at} />,
});

/** Submissions that took no effect, and why. */
export const SubmissionsPage = () => {
  const { address, change } = useExplorerAddress();
  const [commandId, setCommandId] = useState("");
  const [limit, setLimit] = useState(step);
  const party = address.party === "all" ? "" : address.party;
  const refused = useRefusedSubmissions(party, commandId.trim(), limit);
  return (
    <Page title={messages.refusedSubmissions}>
      <Card title={messages.whySubmissionsTookNoEffect}>
        <p className={styles["muted"]}>{messages.latestSinceTheNode}</p>
        <div className={styles["filter"]}>
          <TextField label={messages.commandId} value={commandId} onChange={setCommandId} />
          <TextField
            label={messages.party}
            value={party}
            onChange={(next) => change({ party: next })}
          />
        </div>
        <QueryView
          query={refused}
          what={messages.theRefusedSubmissions}
          lines={6}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyState icon="check" title={messages.nothingWasRefused}>
              {messages.submissionsThatFailAreListed}
            </EmptyState>
          }
        >
          {(all) => (
            <>
              <Rows
                label={messages.refusedSubmissions}
                rows={all.map(refusedRow)}
                most={Infinity}
              />
              {all.length < limit ? null : (
                <div className={styles["more"]}>
                  <Button isBusy={refused.isFetching} onClick={() => setLimit(limit + step)}>
                    {messages.showMore}
                  </Button>
                </div>
              )}
            </>
          )}
        </QueryView>
      </Card>
    </Page>
  );
};
