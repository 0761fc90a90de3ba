import { Link } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { type LedgerUpdate, type Perspective, useUpdates } from "../../data/explorer-queries.js";
import { useSiteConfig } from "../../session/site-config.js";
import { useExplorerAddress } from "./explorer-address.js";
import { ExplorerFrame } from "./explorer-frame.js";
import { deedOf, updateTitle } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

type Network = Parameters<typeof deedOf>[1];

/** Characters of a command's id that are shown. */
const mostOfCommand = 60;

const shortCommand = (id: string): string =>
  id.length > mostOfCommand ? `${id.slice(0, mostOfCommand)}…` : id;

/** Parties that are shown of an update. */
const mostActors = 2;

const Actors = ({ parties }: { readonly parties: ReadonlyArray<string> }) => {
  const rest = parties.length - mostActors;
  return (
    <span className={styles["actors"]}>
      {parties.slice(0, mostActors).map((party) => (
        <PartyChip key={party} party={party} />
      ))}
      {rest > 0 ? <span>{messages.updates.more({ rest })}</span> : null}
    </span>
  );
};

const updateRow = (update: LedgerUpdate, network: Network, to: string): Row => {
  const { value } = update;
  const title = updateTitle(update);
  const { words, actors } = deedOf(update, network);
  const count = messages.updates.events({ count: value.events.length });
  const commandId = update.kind === "transaction" ? (update.value.commandId ?? "") : "";
  const command = <StrangerText text={shortCommand(commandId)} />;
  return {
    key: String(value.offset),
    start: (
      <>
        <span className="spoken">{messages.field.offset} </span>
        {value.offset}
      </>
    ),
    title: (
      <Link to={to}>
        <StrangerText text={words ?? title} />
      </Link>
    ),
    status: <Actors parties={actors} />,
    lines: [
      <>
        {words === undefined ? null : (
          <>
            <StrangerText text={title} /> ·{" "}
          </>
        )}
        {count}
        {commandId === "" ? null : <> · {messages.updates.command({ command })}</>}
      </>,
    ],
    end: <TimeStamp at={value.recordTime} />,
  };
};

const Updates = ({ perspective }: { readonly perspective: Perspective }) => {
  const { address, linkTo } = useExplorerAddress();
  const { coin, nameService } = useSiteConfig().names;
  const updates = useUpdates(perspective, address.at);
  return (
    <Card
      title={
        address.at === undefined
          ? messages.updates.latest
          : messages.updates.upTo({ at: address.at })
      }
    >
      <QueryView
        query={updates}
        what={messages.updates.what}
        lines={8}
        isEmpty={(page) => page.updates.length === 0}
        empty={
          <EmptyState icon="list" title={messages.updates.empty}>
            {messages.updates.emptyHint}
          </EmptyState>
        }
      >
        {(page) => (
          <>
            <Rows
              label={messages.updates.title}
              rows={page.updates.map((update) =>
                updateRow(
                  update,
                  { coin, names: nameService },
                  linkTo(`/console/updates/${update.value.updateId}`),
                ),
              )}
            />
            {page.olderAt === undefined ? null : (
              <div className={styles["more"]}>
                <ButtonLink to={linkTo("/console/ledger", { at: page.olderAt })}>
                  {messages.updates.older}
                </ButtonLink>
              </div>
            )}
          </>
        )}
      </QueryView>
    </Card>
  );
};

/** What happened on the ledger, as a party sees it, up to an offset. */
export const LedgerPage = () => (
  <ExplorerFrame title={messages.updates.title}>
    {(perspective) => <Updates perspective={perspective} />}
  </ExplorerFrame>
);
