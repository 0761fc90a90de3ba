import { Link } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { type LedgerUpdate, type Perspective, useUpdates } from "../../data/explorer-queries.js";
import { useExplorerAddress } from "./explorer-address.js";
import { ExplorerFrame } from "./explorer-frame.js";
import { updateTitle } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const UpdateRow = ({ update, to }: { readonly update: LedgerUpdate; readonly to: string }) => {
  const { value } = update;
  const count = value.events.length;
  const commandId = update.kind === "transaction" ? (update.value.commandId ?? "") : "";
  return (
    <li>
      <span className={styles["offset"]}>
        <span className="spoken">{messages.offset} </span>
        {value.offset}
      </span>
      <div className={styles["what"]}>
        <Link to={to}>
          <StrangerText text={updateTitle(update)} />
        </Link>
        <p>
          {messages.eventCount({ count })}
          {commandId === "" ? null : (
            <>
              {" · "}
              {messages.command({
                command: (
                  <StrangerText
                    text={commandId.length > 60 ? `${commandId.slice(0, 60)}…` : commandId}
                  />
                ),
              })}
            </>
          )}
        </p>
      </div>
      <span className={styles["when"]}>
        <TimeStamp at={value.recordTime} />
      </span>
    </li>
  );
};

const Updates = ({ perspective }: { readonly perspective: Perspective }) => {
  const { address, linkTo } = useExplorerAddress();
  const updates = useUpdates(perspective, address.at);
  return (
    <Card
      title={
        address.at === undefined ? messages.latestUpdates : messages.updatesUpTo({ at: address.at })
      }
    >
      <QueryView
        query={updates}
        what={messages.theUpdates}
        lines={8}
        isEmpty={(page) => page.updates.length === 0}
        empty={
          <EmptyState icon="list" title={messages.noUpdatesUpToHere}>
            {messages.whatHappensOnTheLedger}
          </EmptyState>
        }
      >
        {(page) => (
          <>
            <ul className={styles["updates"]} aria-label={messages.updates}>
              {page.updates.map((update) => (
                <UpdateRow
                  key={update.value.offset}
                  update={update}
                  to={linkTo(`/console/updates/${update.value.updateId}`)}
                />
              ))}
            </ul>
            {page.olderAt === undefined ? null : (
              <div className={styles["more"]}>
                <ButtonLink to={linkTo("/console/ledger", { at: page.olderAt })}>
                  {messages.olderUpdates}
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
  <ExplorerFrame title={messages.updates}>
    {(perspective) => <Updates perspective={perspective} />}
  </ExplorerFrame>
);
