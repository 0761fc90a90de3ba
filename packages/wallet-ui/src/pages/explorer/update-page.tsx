import { useState } from "react";
import { useParams } from "wouter";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Facts } from "../../components/lists/facts.js";
import { Tree } from "../../components/lists/tree.js";
import { Stack } from "../../components/page/page.js";
import { TransactionPicture } from "../../components/picture/transaction-picture.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { ApiError } from "../../data/api-error.js";
import {
  type LedgerUpdate,
  type Perspective,
  type Transaction,
  useUpdate,
} from "../../data/explorer-queries.js";
import { useDrawnUpdate } from "../../data/picture-queries.js";
import { useWalletIfAny } from "../../data/wallet-context.js";
import { type TreeNode, treesOf } from "../../history/update-tree.js";
import { EventDetails } from "./event-details.js";
import { useExplorerAddress } from "./explorer-address.js";
import { ExplorerFrame } from "./explorer-frame.js";
import { ProofButton } from "./proof-button.js";
import { eventTitle, type ShownEvent, shownEvents, topologyLines } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

interface DrawnNode {
  readonly id: string;
  readonly label: React.ReactNode;
  readonly children: ReadonlyArray<DrawnNode>;
}

const drawn = ({ event, children }: TreeNode<ShownEvent>): DrawnNode => ({
  id: String(event.nodeId),
  label: (
    <span className={styles["event"]}>
      <strong>
        <StrangerText text={eventTitle(event)} />
      </strong>{" "}
      <small>
        {event.kind === "exercise" && event.value.consuming ? `${messages.event.consuming} · ` : ""}
        <StrangerText text={event.value.packageName} /> ·{" "}
        {messages.event.node({ nodeId: event.nodeId })}
      </small>
    </span>
  ),
  children: children.map(drawn),
});

const TransactionTree = ({ transaction }: { readonly transaction: Transaction }) => {
  const events = shownEvents(transaction);
  const trees = treesOf(events);
  const [active, setActive] = useState(String(trees[0]?.event.nodeId ?? ""));
  const chosen = events.find(({ nodeId }) => String(nodeId) === active);
  if (trees.length === 0) {
    return (
      <Card title={messages.update.events}>
        <EmptyState icon="lock" title={messages.update.noEvent}>
          {messages.update.noEventHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <div className={styles["split"]}>
      <Card title={messages.update.events}>
        <Tree label={messages.update.tree} nodes={trees.map(drawn)} onActive={setActive} />
      </Card>
      {chosen === undefined ? null : <EventDetails event={chosen} />}
    </div>
  );
};

const PictureCard = ({
  updateId,
  perspective,
}: {
  readonly updateId: string;
  readonly perspective: Perspective;
}) => {
  const drawn = useDrawnUpdate(updateId, perspective);
  const { linkTo } = useExplorerAddress();
  return (
    <Card title={messages.update.picture}>
      <QueryView query={drawn} what={messages.update.picture} lines={10}>
        {(found) => (
          <TransactionPicture
            drawn={found}
            name={messages.update.pictureOf({ id: updateId })}
            linkTo={(contractId) => linkTo(`/console/contracts/${contractId}`)}
          />
        )}
      </QueryView>
    </Card>
  );
};

const UpdateFacts = ({
  update,
  perspective,
}: {
  readonly update: LedgerUpdate;
  readonly perspective: Perspective;
}) => {
  const { value } = update;
  const { linkTo } = useExplorerAddress();
  const { party = "" } = useWalletIfAny() ?? {};
  const command = update.kind === "transaction" ? (update.value.commandId ?? "") : "";
  return (
    <Card
      title={messages.update.title}
      actions={
        <span className={styles["more"]}>
          {update.kind === "transaction" ? (
            <>
              <ButtonLink to={`/console/trace/${value.updateId}`}>
                {messages.update.trace}
              </ButtonLink>
              {party === "" ? null : (
                <ButtonLink to={`/wallet/receipts/${value.updateId}`}>
                  {messages.update.receipt}
                </ButtonLink>
              )}
              <ProofButton updateId={value.updateId} perspective={perspective} />
            </>
          ) : null}
          <ButtonLink to={linkTo("/console/contracts", { at: value.offset })}>
            {messages.update.contracts}
          </ButtonLink>
        </span>
      }
    >
      <Facts
        rows={[
          [
            messages.update.id,
            <span key="id" className={styles["mono"]}>
              {value.updateId} <CopyButton text={value.updateId} what={messages.update.idToCopy} />
            </span>,
          ],
          [messages.field.offset, String(value.offset)],
          [messages.update.recorded, <TimeStamp key="at" at={value.recordTime} isExact />],
          ...(command === ""
            ? []
            : ([
                [messages.submissions.commandId, <StrangerText key="command" text={command} />],
              ] as const)),
          ...(update.kind === "transaction" && typeof update.value.paidTrafficCost === "number"
            ? ([
                [
                  messages.update.traffic,
                  messages.update.bytes({ count: update.value.paidTrafficCost }),
                ],
              ] as const)
            : []),
        ]}
      />
    </Card>
  );
};

const TopologyCard = ({ update }: { readonly update: LedgerUpdate & { kind: "topology" } }) => (
  <Card title={messages.parties.title}>
    <Facts
      rows={topologyLines(update.value.events).map(
        ({ word, party }) => [word, <PartyChip key={party} party={party} />] as const,
      )}
    />
  </Card>
);

const Update = ({
  id,
  perspective,
}: {
  readonly id: string;
  readonly perspective: Perspective;
}) => {
  const update = useUpdate(id, perspective);
  if (update.error instanceof ApiError && update.error.status === 404) {
    return (
      <Card title={messages.contract.notFound}>
        <EmptyState icon="search" title={messages.update.unseen}>
          {messages.update.unseenHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <QueryView query={update} what={messages.update.what} lines={8}>
      {(found) =>
        found === undefined ? (
          <EmptyState icon="search" title={messages.update.noTransaction}>
            {messages.update.noTransactionHint}
          </EmptyState>
        ) : (
          <Stack>
            <UpdateFacts update={found} perspective={perspective} />
            {found.kind === "transaction" ? (
              <>
                <PictureCard updateId={found.value.updateId} perspective={perspective} />
                <TransactionTree key={found.value.updateId} transaction={found.value} />
              </>
            ) : (
              <TopologyCard update={found} />
            )}
          </Stack>
        )
      }
    </QueryView>
  );
};

/** An update as a tree, with the eyes of a party. */
export const UpdatePage = () => {
  const { id = "" } = useParams();
  return (
    <ExplorerFrame title={messages.update.title} travels={false}>
      {(perspective) => <Update id={id} perspective={perspective} />}
    </ExplorerFrame>
  );
};
