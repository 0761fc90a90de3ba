import { useState } from "react";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { DataTable } from "../../components/lists/data-table.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { type Api, answerOf } from "../../data/client.js";
import { useOperator, useParties } from "../../data/console-queries.js";
import { consoleCall } from "./console-call.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { hintError, hintOf } from "./party-hint.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const allocate = (api: Api, partyIdHint: string) =>
  answerOf(api.ledger.POST("/v2/parties", { body: { partyIdHint } }));

const AllocateCard = () => (
  <Card title={messages.newParty.title}>
    <ActionForm
      label={messages.newParty.title}
      layout="columns"
      empty={{ typed: "" }}
      fields={({ bind, draft: { typed } }) => (
        <TextField
          label={messages.newParty.name}
          hint={messages.newParty.nameHint}
          error={hintError(typed.trim())}
          {...bind("typed")}
        />
      )}
      check={hintOf}
      call={consoleCall("allocate-party", allocate)}
      submit={{ text: messages.newParty.submit }}
      said={(party) => messages.newParty.done({ party })}
      failed={messages.newParty.failed}
    />
  </Card>
);

/** The parties that the node knows. */
export const PartiesPage = () => {
  const [filter, setFilter] = useState("");
  const parties = useParties(filter.trim());
  const operator = useOperator().data?.party_id;
  return (
    <Page title={messages.parties.title}>
      <Columns>
        <AllocateCard />
      </Columns>
      <Card title={messages.parties.all}>
        <div className={styles["search"]}>
          <TextField label={messages.parties.search} value={filter} onChange={setFilter} />
        </div>
        <ConsoleView
          query={parties}
          what={messages.parties.what}
          needs={adminRight}
          lines={6}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyState icon="badge" title={messages.parties.notFound}>
              {messages.parties.notFoundHint}
            </EmptyState>
          }
        >
          {(all) => (
            <DataTable
              label={messages.parties.title}
              rows={all}
              rowKey={({ party }) => party}
              columns={[
                {
                  title: messages.field.party,
                  width: "3fr",
                  render: ({ party }) => <PartyChip party={party} />,
                },
                {
                  title: messages.parties.where,
                  isMinor: true,
                  render: ({ party, isLocal }) => (
                    <span className={styles["pills"]}>
                      {isLocal === true ? (
                        <StatusPill tone="positive">{messages.parties.hosted}</StatusPill>
                      ) : (
                        <StatusPill tone="neutral">{messages.parties.elsewhere}</StatusPill>
                      )}
                      {party === operator ? (
                        <StatusPill tone="accent">{messages.overview.operator}</StatusPill>
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
