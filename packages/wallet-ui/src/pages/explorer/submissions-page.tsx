import { useState } from "react";
import { Button, ButtonLink } from "../../components/base/button.js";
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
    messages.submissions.command({
      command: <StrangerText text={one.command_id} />,
      user: one.user_id === "" ? messages.submissions.noUser : <StrangerText text={one.user_id} />,
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
    <Page title={messages.submissions.title}>
      <Card
        title={messages.submissions.card}
        actions={<ButtonLink to="/console/trace">{messages.submissions.trace}</ButtonLink>}
      >
        <p className={styles["muted"]}>{messages.submissions.note}</p>
        <div className={styles["filter"]}>
          <TextField
            label={messages.submissions.commandId}
            value={commandId}
            onChange={setCommandId}
          />
          <TextField
            label={messages.field.party}
            value={party}
            onChange={(next) => change({ party: next })}
          />
        </div>
        <QueryView
          query={refused}
          what={messages.submissions.what}
          lines={6}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyState icon="check" title={messages.submissions.empty}>
              {messages.submissions.emptyHint}
            </EmptyState>
          }
        >
          {(all) => (
            <>
              <Rows label={messages.submissions.title} rows={all.map(refusedRow)} most={Infinity} />
              {all.length < limit ? null : (
                <div className={styles["more"]}>
                  <Button isBusy={refused.isFetching} onClick={() => setLimit(limit + step)}>
                    {messages.list.showMore}
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
