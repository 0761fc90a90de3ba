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
  <Card title={messages.newParty}>
    <ActionForm
      label={messages.newParty}
      layout="columns"
      empty={{ typed: "" }}
      fields={({ bind, draft: { typed } }) => (
        <TextField
          label={messages.name}
          hint={messages.firstPartOfItsId}
          error={hintError(typed.trim())}
          {...bind("typed")}
        />
      )}
      check={hintOf}
      call={consoleCall("allocate-party", allocate)}
      submit={{ text: messages.makeTheParty }}
      said={(party) => messages.partyWasMade({ party })}
      failed={messages.noPartyWasMade}
    />
  </Card>
);

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
