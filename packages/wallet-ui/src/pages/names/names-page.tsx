import { useState } from "react";
import { useLocation } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Outcome } from "../../components/flow/act-button.js";
import { Form, Note } from "../../components/forms/form.js";
import { TextField } from "../../components/forms/text-field.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
import { InboxList } from "../../components/lists/inbox-item.js";
import { UnitAmount } from "../../components/money/unit-amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { durationWords } from "../../states/duration-words.js";
import { messages } from "./messages.js";

const suffix = ".unverified.ans";
const maxName = 60;

/** Why a text is no name that can be had; undefined when it is one. */
const nameError = (text: string): string | undefined => {
  if (text === "") return undefined;
  const bad = Array.from(text).find((each) => !/^[a-z0-9_-]$/.test(each));
  if (bad !== undefined) return messages.nameCannotContain({ character: bad });
  return text.length + suffix.length > maxName
    ? messages.foundCharactersExpectedAtMost({ count: text.length, most: maxName - suffix.length })
    : undefined;
};

/** Who has a name; null when it is free. */
const useOwner = (name: string) =>
  usePartyQuery(
    "names",
    { owner: name },
    async (api) => {
      const query = { name_prefix: name, page_size: 1 };
      const path = "/v0/scan-proxy/ans-entries";
      const { entries } = await answerOf(api.wallet.GET(path, { params: { query } }));
      return entries.find((each) => each.name === name) ?? null;
    },
    { enabled: name !== suffix },
  );

const Availability = ({ name }: { readonly name: string }) => {
  const { data, isError } = useOwner(name);
  if (name === suffix || isError) return null;
  if (data === undefined) return <Note>{messages.lookingFor({ name })}</Note>;
  return data === null ? (
    <div role="status">
      <StatusPill tone="positive">{messages.available}</StatusPill> {name}
    </div>
  ) : (
    <div role="status">
      {messages.takenBy({
        taken: <StatusPill tone="negative">{messages.taken}</StatusPill>,
        party: <PartyChip party={data.user} />,
      })}
    </div>
  );
};

interface Wanted {
  readonly name: string;
  readonly url: string;
  readonly description: string;
}

const useRequest = () => {
  const [, go] = useLocation();
  return useOperation<Wanted, WalletSchemas["CreateAnsEntryResponse"]>({
    name: "names.request",
    run: (api, wanted, id) =>
      answerOf(api.wallet.POST("/v0/entry/create", { body: { ...wanted, command_id: id } })),
    touches: ["names", "subscriptions", "inbox"],
    onCommitted: ({ subscriptionRequestCid }) =>
      go(`/wallet/confirm-subscription/${subscriptionRequestCid}`),
  });
};

const RequestCard = () => {
  const block = useSendingBlock();
  const [label, setLabel] = useState("");
  const [url, setUrl] = useState("");
  const [description, setDescription] = useState("");
  const { state, start } = useRequest();
  const error = nameError(label);
  const name = `${error === undefined ? label : ""}${suffix}`;
  const isTaken = (useOwner(name).data ?? null) !== null;
  const missing =
    label === "" || error !== undefined
      ? messages.enterANameFirst
      : isTaken
        ? messages.nameIsTaken
        : undefined;
  return (
    <Card title={messages.getAName}>
      <Form
        label={messages.getAName}
        onSubmit={() => start({ name, url, description })}
        actions={
          <Button
            type="submit"
            variant="primary"
            isBusy={state.kind === "sending" || state.kind === "unknown"}
            reason={block ?? missing}
          >
            {messages.reviewTheSubscription}
          </Button>
        }
      >
        <TextField
          label={messages.name}
          value={label}
          onChange={setLabel}
          error={error}
          hint={messages.itEndsWith({ suffix })}
        />
        <Availability name={name} />
        <TextField
          label={messages.webAddress}
          value={url}
          onChange={setUrl}
          hint={messages.optionalHttpsThatEveryone}
        />
        <TextField
          label={messages.description}
          value={description}
          onChange={setDescription}
          lines={2}
        />
        <Note>{messages.youSeeThePriceBefore}</Note>
      </Form>
      <Outcome state={state} failed={messages.nameCouldNotBeRequested} />
    </Card>
  );
};

const NameEntry = ({ entry }: { readonly entry: WalletSchemas["AnsEntryResponse"] }) => {
  const locale = useLocale();
  return (
    <Entry title={entry.name} status={<StatusPill tone="positive">{messages.yours}</StatusPill>}>
      <Facts
        rows={[
          [
            messages.costs,
            <span key="costs">
              {messages.every({
                amount: <UnitAmount amount={entry} />,
                interval: durationWords(entry.paymentInterval, locale),
              })}
            </span>,
          ],
          [messages.paidUntil, <Countdown key="until" until={entry.expiresAt} />],
        ]}
      />
    </Entry>
  );
};

/** The names of the party, and how to get one. */
export const NamesPage = () => {
  const { nameService } = useSiteConfig().names;
  const query = usePartyQuery("names", { own: true }, async (api) => {
    const { entries } = await answerOf(api.wallet.GET("/v0/entry/all"));
    return entries;
  });
  return (
    <Page title={messages.title}>
      <Columns>
        <Card title={messages.yourNames}>
          <QueryView
            query={query}
            what={messages.theNames}
            isEmpty={(entries) => entries.length === 0}
            empty={
              <EmptyState icon="tag" title={messages.noNamesYet}>
                {messages.nameOfTheIsEasier({ nameService })}
              </EmptyState>
            }
          >
            {(entries) => (
              <InboxList>
                {entries.map((entry) => (
                  <NameEntry key={entry.contractId} entry={entry} />
                ))}
              </InboxList>
            )}
          </QueryView>
        </Card>
        <RequestCard />
      </Columns>
    </Page>
  );
};
