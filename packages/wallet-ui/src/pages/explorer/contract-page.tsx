import { Link, useParams } from "wouter";
import { Card } from "../../components/base/card.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { FactList, Facts } from "../../components/lists/facts.js";
import { JsonView } from "../../components/lists/json-view.js";
import { Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { ApiError } from "../../data/api-error.js";
import { type CreatedEvent, type Perspective, useContract } from "../../data/explorer-queries.js";
import { ContractLifeCard } from "./contract-life-card.js";
import { useExplorerAddress } from "./explorer-address.js";
import { ExplorerFrame } from "./explorer-frame.js";
import { entityOf } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const chips = (parties: ReadonlyArray<string>) => (
  <FactList
    none={messages.parties.none}
    items={parties.map((party) => ({ key: party, shown: <PartyChip party={party} /> }))}
  />
);

/** How a contract was at an offset; undefined: now. */
const stateAt = (created: number, archived: number | undefined, at: number | undefined) => {
  if (at !== undefined && created > at)
    return { tone: "neutral", text: messages.contract.notCreated({ at }) } as const;
  const hasEnded = archived !== undefined && (at === undefined || archived <= at);
  if (at === undefined) {
    return hasEnded
      ? ({ tone: "negative", text: messages.contract.ended } as const)
      : ({ tone: "positive", text: messages.contract.active } as const);
  }
  return hasEnded
    ? ({ tone: "negative", text: messages.contract.endedAt({ at }) } as const)
    : ({ tone: "positive", text: messages.contract.activeAt({ at }) } as const);
};

const ContractCards = ({
  created,
  archivedAt,
  perspective,
}: {
  readonly created: CreatedEvent;
  readonly archivedAt: number | undefined;
  readonly perspective: Perspective;
}) => {
  const { address, linkTo } = useExplorerAddress();
  const { tone, text } = stateAt(created.offset, archivedAt, address.at);
  const updateLink = (offset: number) => (
    <Link to={linkTo(`/console/updates/${offset}`)}>{messages.contract.offset({ offset })}</Link>
  );
  return (
    <Stack>
      <Card
        title={entityOf(created.templateId)}
        actions={<StatusPill tone={tone}>{text}</StatusPill>}
      >
        <Facts
          rows={[
            [
              messages.contract.id,
              <span key="id" className={styles["mono"]}>
                {created.contractId}{" "}
                <CopyButton text={created.contractId} what={messages.contract.idToCopy} />
              </span>,
            ],
            [
              messages.contract.template,
              <span key="template" className={styles["mono"]} translate="no">
                {created.packageName}: {created.templateId}
              </span>,
            ],
            [messages.contract.signatories, chips(created.signatories)],
            [messages.contract.observers, chips(created.observers ?? [])],
            [
              messages.contract.created,
              <span key="created">
                <TimeStamp at={created.createdAt} isExact />, {updateLink(created.offset)}
              </span>,
            ],
            [
              messages.contract.ended,
              archivedAt === undefined ? messages.contract.notEnded : updateLink(archivedAt),
            ],
          ]}
        />
      </Card>
      <ContractLifeCard created={created} archivedAt={archivedAt} perspective={perspective} />
      <Card title={messages.contract.payload}>
        <JsonView label={messages.contract.payload} value={created.createArgument} />
      </Card>
    </Stack>
  );
};

const Contract = ({
  contractId,
  perspective,
}: {
  readonly contractId: string;
  readonly perspective: Perspective;
}) => {
  const contract = useContract(contractId, perspective);
  if (contract.error instanceof ApiError && contract.error.status === 404) {
    return (
      <Card title={messages.contract.notFound}>
        <EmptyState icon="search" title={messages.contract.unseen}>
          {messages.contract.unseenHint}
        </EmptyState>
      </Card>
    );
  }
  return (
    <QueryView query={contract} what={messages.contract.what} lines={8}>
      {({ created, archived }) =>
        created === undefined ? (
          <EmptyState icon="search" title={messages.contract.endOnly}>
            {messages.contract.endOnlyHint}
          </EmptyState>
        ) : (
          <ContractCards
            created={created.createdEvent}
            archivedAt={archived?.archivedEvent.offset}
            perspective={perspective}
          />
        )
      }
    </QueryView>
  );
};

/** A contract from its beginning to its end. */
export const ContractPage = () => {
  const { cid = "" } = useParams();
  return (
    <ExplorerFrame title={messages.contract.title}>
      {(perspective) => <Contract contractId={cid} perspective={perspective} />}
    </ExplorerFrame>
  );
};
