import { useState } from "react";
import { useLocation } from "wouter";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActionForm } from "../../components/flow/action-form.js";
import type { Draft } from "../../components/forms/draft-form.js";
import { Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { durationWords } from "../../states/duration-words.js";
import { type NameDraft, nameError, nameOf, noName, suffix, wholeName } from "./wanted-name.js";
import { messages } from "./messages.js";

/** Who has a name; null when it is free. */
const useOwner = (name: string | undefined) =>
  usePartyQuery(
    "names",
    { owner: name },
    async (api) => {
      const query = { name_prefix: name ?? "", page_size: 1 };
      const path = "/v0/scan-proxy/ans-entries";
      const { entries } = await answerOf(api.wallet.GET(path, { params: { query } }));
      return entries.find((each) => each.name === name) ?? null;
    },
    { enabled: name !== undefined },
  );

const Availability = ({ name }: { readonly name: string | undefined }) => {
  const { data, isError } = useOwner(name);
  if (name === undefined || isError) return null;
  if (data === undefined) return <Note>{messages.name.searching({ name })}</Note>;
  return data === null ? (
    <div role="status">
      <StatusPill tone="positive">{messages.name.available}</StatusPill> {name}
    </div>
  ) : (
    <div role="status">
      {messages.name.takenBy({
        taken: <StatusPill tone="negative">{messages.name.taken}</StatusPill>,
        party: <PartyChip party={data.user} />,
      })}
    </div>
  );
};

const fieldsOf = ({ bind, draft: { label } }: Draft<NameDraft>) => (
  <>
    <TextField
      label={messages.name.label}
      error={nameError(label)}
      hint={messages.name.hint({ suffix })}
      {...bind("label")}
    />
    <Availability name={wholeName(label)} />
    <TextField label={messages.form.url} hint={messages.form.urlHint} {...bind("url")} />
    <TextField label={messages.form.description} lines={2} {...bind("description")} />
    <Note>{messages.form.note}</Note>
  </>
);

const RequestCard = () => {
  const [, go] = useLocation();
  const [draft, setDraft] = useState(noName);
  const isTaken = (useOwner(wholeName(draft.label)).data ?? null) !== null;
  return (
    <Card title={messages.form.title}>
      <ActionForm
        label={messages.form.title}
        empty={noName}
        held={[draft, setDraft]}
        fields={fieldsOf}
        check={(wanted) => nameOf(wanted, isTaken)}
        call={{
          name: "names.request",
          run: (api, wanted, id) =>
            answerOf(api.wallet.POST("/v0/entry/create", { body: { ...wanted, command_id: id } })),
          touches: ["names", "subscriptions", "inbox"],
        }}
        submit={{ text: messages.form.submit }}
        onDone={({ subscriptionRequestCid: cid }) => go(`/wallet/confirm-subscription/${cid}`)}
        failed={messages.form.failed}
      />
    </Card>
  );
};

const nameRow = (entry: WalletSchemas["AnsEntryResponse"], locale: string): Row => ({
  key: entry.contractId,
  title: entry.name,
  status: <StatusPill tone="positive">{messages.entry.yours}</StatusPill>,
  facts: [
    [
      messages.entry.costs,
      <span key="costs">
        {messages.entry.every({
          amount: <UnitAmount amount={entry} />,
          interval: durationWords(entry.paymentInterval, locale),
        })}
      </span>,
    ],
    [messages.entry.paidUntil, <Countdown key="until" until={entry.expiresAt} />],
  ],
});

/** The names of the party, and how to get one. */
export const NamesPage = () => {
  const { nameService } = useSiteConfig().names;
  const locale = useLocale();
  const query = usePartyQuery("names", { own: true }, async (api) => {
    const { entries } = await answerOf(api.wallet.GET("/v0/entry/all"));
    return entries;
  });
  return (
    <Page title={messages.page.title}>
      <Columns>
        <Card title={messages.list.title}>
          <QueryView query={query} what={messages.list.what}>
            {(entries) => (
              <Rows
                rows={entries.map((each) => nameRow(each, locale))}
                empty={
                  <EmptyState icon="tag" title={messages.list.empty}>
                    {messages.list.emptyHint({ nameService })}
                  </EmptyState>
                }
              />
            )}
          </QueryView>
        </Card>
        <RequestCard />
      </Columns>
    </Page>
  );
};
