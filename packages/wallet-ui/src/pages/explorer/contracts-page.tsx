import { useState } from "react";
import { Link } from "wouter";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { DataTable } from "../../components/lists/data-table.js";
import { FactList } from "../../components/lists/facts.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import {
  type ContractsAt,
  type CreatedEvent,
  type Perspective,
  useContracts,
} from "../../data/explorer-queries.js";
import { useExplorerAddress } from "./explorer-address.js";
import { ExplorerFrame } from "./explorer-frame.js";
import { entityOf, templateByName } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

/** How many contracts there are of each template, the most first. */
const countsOf = (
  contracts: ReadonlyArray<CreatedEvent>,
): ReadonlyArray<readonly [string, number]> => {
  const counts = new Map<string, number>();
  for (const { packageName, templateId } of contracts) {
    const template = templateByName(packageName, templateId);
    counts.set(template, (counts.get(template) ?? 0) + 1);
  }
  return [...counts].toSorted(([a, m], [b, n]) => n - m || a.localeCompare(b));
};

/** Chooses a template among those that were found. */
const TemplateField = ({ found }: { readonly found: ContractsAt }) => {
  const { address, change } = useExplorerAddress();
  const { template } = address;
  const more = found.hasMore ? "+" : "";
  const counts = countsOf(found.contracts);
  const choices = counts.map(
    ([name, count]) =>
      [
        name,
        messages.contracts.template({ template: entityOf(name), count: `${count}${more}` }),
      ] as const,
  );
  const isMissing = template !== "" && !counts.some(([name]) => name === template);
  return (
    <div className={styles["filter"]}>
      <ChoiceField
        label={messages.contract.template}
        value={template}
        choices={[
          [
            "",
            template === ""
              ? messages.contracts.allCount({ count: `${found.contracts.length}${more}` })
              : messages.contracts.all,
          ],
          ...(isMissing
            ? ([
                [
                  template,
                  messages.contracts.template({ template: entityOf(template), count: "0" }),
                ],
              ] as const)
            : []),
          ...choices,
        ]}
        onChange={(next) => change({ template: next })}
      />
    </div>
  );
};

const ContractTable = ({ contracts }: { readonly contracts: ReadonlyArray<CreatedEvent> }) => {
  const { linkTo } = useExplorerAddress();
  return (
    <DataTable
      label={messages.contracts.title}
      rows={contracts}
      rowKey={({ contractId }) => contractId}
      columns={[
        {
          title: messages.contract.title,
          width: "2fr",
          render: ({ contractId, templateId, packageName }) => (
            <span className={styles["contract"]}>
              <Link to={linkTo(`/console/contracts/${contractId}`)} translate="no">
                {entityOf(templateId)} <span className="spoken">{contractId}</span>
              </Link>
              <small>
                <StrangerText text={packageName} /> · {contractId.slice(2, 10)}…
                {contractId.slice(-6)}
              </small>
            </span>
          ),
        },
        {
          title: messages.contract.signatories,
          width: "2fr",
          isMinor: true,
          render: ({ signatories }) => (
            <FactList
              none={messages.parties.none}
              items={signatories.slice(0, 2).map((party) => ({
                key: party,
                shown: <PartyChip party={party} canCopy={false} />,
              }))}
            />
          ),
        },
        {
          title: messages.field.offset,
          width: "5rem",
          align: "end",
          isMinor: true,
          render: ({ offset }) => offset,
        },
        {
          title: messages.contract.created,
          align: "end",
          render: ({ createdAt }) => <TimeStamp at={createdAt} />,
        },
      ]}
    />
  );
};

const Contracts = ({ perspective }: { readonly perspective: Perspective }) => {
  const { address } = useExplorerAddress();
  const [pages, setPages] = useState(1);
  const contracts = useContracts(perspective, address.at, address.template, pages);
  return (
    <Card
      title={
        address.at === undefined
          ? messages.contracts.activeNow
          : messages.contract.activeAt({ at: address.at })
      }
    >
      <QueryView query={contracts} what={messages.contracts.what} lines={8}>
        {(found) => (
          <>
            <TemplateField found={found} />
            {found.contracts.length === 0 ? (
              <EmptyState icon="page" title={messages.contracts.empty}>
                {messages.contracts.emptyHint}
              </EmptyState>
            ) : (
              <ContractTable contracts={found.contracts} />
            )}
            <div className={styles["more"]}>
              <span className={styles["muted"]} role="status">
                {(found.hasMore ? messages.contracts.countAndMore : messages.contracts.count)({
                  count: found.contracts.length,
                  at: found.at,
                })}
              </span>
              {found.hasMore ? (
                <Button isBusy={contracts.isFetching} onClick={() => setPages(pages + 4)}>
                  {messages.list.showMore}
                </Button>
              ) : null}
            </div>
          </>
        )}
      </QueryView>
    </Card>
  );
};

/** The contracts that were active at an offset, by template. */
export const ContractsPage = () => (
  <ExplorerFrame title={messages.contracts.title}>
    {(perspective) => <Contracts perspective={perspective} />}
  </ExplorerFrame>
);
