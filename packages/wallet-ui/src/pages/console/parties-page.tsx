import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction, useOperator, useParties } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const hintError = (hint: string): string | undefined => {
  if (hint === "" || /^[a-zA-Z0-9_-]{1,185}$/.test(hint)) return undefined;
  return messages.expectedLettersDigits;
};

const AllocateCard = () => {
  const say = useToast();
  const block = useSendingBlock();
  const [hint, setHint] = useState("");
  const { start, isBusy, error } = useConsoleAction<string>(
    "allocate-party",
    (api, partyIdHint) => answerOf(api.ledger.POST("/v2/parties", { body: { partyIdHint } })),
    (made) => {
      setHint("");
      say(messages.partyWasMade({ party: made }));
    },
  );
  const bad = hintError(hint.trim());
  return (
    <Card title={messages.newParty}>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          start(hint.trim());
        }}
      >
        <TextField
          label={messages.name}
          value={hint}
          onChange={setHint}
          hint={messages.firstPartOfItsId}
          error={bad}
        />
        <div className={styles["formEnd"]}>
          <Button
            type="submit"
            variant="primary"
            isBusy={isBusy}
            reason={block ?? bad ?? (hint.trim() === "" ? messages.enterANameFirst : undefined)}
          >
            {messages.makeTheParty}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title={messages.noPartyWasMade} error={error} />}
    </Card>
  );
};

/** The parties that the node knows. */
export const PartiesPage = () => {
  const [filter, setFilter] = useState("");
  const parties = useParties(filter.trim());
  const operator = useOperator().data?.party_id;
  return (
    <Page title={messages.parties}>
      <Columns>
        <AllocateCard />
      </Columns>
      <Card title={messages.allParties}>
        <div className={styles["search"]}>
          <TextField label={messages.nameBeginsWith} value={filter} onChange={setFilter} />
        </div>
        <ConsoleView
          query={parties}
          what={messages.theParties}
          needs={adminRight}
          lines={6}
          isEmpty={(all) => all.length === 0}
          empty={<EmptyState icon="badge" title={messages.noPartyHasSuch} />}
        >
          {(all) => (
            <DataTable
              label={messages.parties}
              rows={all}
              rowKey={({ party }) => party}
              columns={[
                {
                  title: messages.party,
                  width: "3fr",
                  render: ({ party }) => <PartyChip party={party} />,
                },
                {
                  title: messages.where,
                  isMinor: true,
                  render: ({ party, isLocal }) => (
                    <span className={styles["pills"]}>
                      {isLocal === true ? (
                        <StatusPill tone="positive">{messages.hostedHere}</StatusPill>
                      ) : (
                        <StatusPill tone="neutral">{messages.elsewhere}</StatusPill>
                      )}
                      {party === operator ? (
                        <StatusPill tone="accent">{messages.operator}</StatusPill>
                      ) : null}
                    </span>
                  ),
                },
              ]}
            />
          )}
        </ConsoleView>
      </Card>
    </Page>
  );
};
