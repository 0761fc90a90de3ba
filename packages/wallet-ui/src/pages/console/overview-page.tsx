import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Facts } from "../../components/lists/facts.js";
import { Amount } from "../../components/money/amount.js";
import { Columns, Page } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import {
  useAutomations,
  useHealth,
  useOperator,
  useUsers,
  useWalletUsers,
} from "../../data/console-queries.js";
import { networkNames, useSiteConfig } from "../../session/site-config.js";
import { adminRight, ConsoleView, operatorRight } from "./console-view.js";
import { ReadinessPill } from "./readiness-pill.js";
import { messages } from "./messages.js";
import { messages as automationMessages } from "./messages-automations.js";

const NodeCard = () => {
  const health = useHealth();
  const operator = useOperator().data?.party_id;
  const { network } = useSiteConfig();
  return (
    <Card
      title={messages.overview.node}
      actions={<ButtonLink to="/console/health">{messages.health.title}</ButtonLink>}
    >
      <QueryView query={health} what={messages.overview.healthWhat} lines={4}>
        {(found) => (
          <Facts
            rows={[
              [messages.overview.state, <ReadinessPill key="state" health={found} />],
              [messages.overview.network, networkNames[network]],
              [messages.health.ledgerEnd, String(found.end)],
              ...(operator === undefined
                ? []
                : ([
                    [messages.overview.operator, <PartyChip key="operator" party={operator} />],
                  ] as const)),
            ]}
          />
        )}
      </QueryView>
    </Card>
  );
};

const UsersCard = () => {
  const users = useUsers();
  const wallets = useWalletUsers();
  return (
    <Card
      title={messages.users.title}
      actions={<ButtonLink to="/console/users">{messages.users.all}</ButtonLink>}
    >
      <ConsoleView query={users} what={messages.users.what} needs={adminRight} lines={2}>
        {(all) => (
          <Facts
            rows={[
              [messages.overview.ledgerUsers, String(all.length)],
              [
                messages.overview.walletUsers,
                wallets.data === undefined ? "…" : String(wallets.data.size),
              ],
            ]}
          />
        )}
      </ConsoleView>
    </Card>
  );
};

const AutomationsCard = () => {
  const automations = useAutomations();
  return (
    <Card
      title={automationMessages.page.title}
      actions={<ButtonLink to="/console/automations">{automationMessages.page.title}</ButtonLink>}
    >
      <ConsoleView
        query={automations}
        what={automationMessages.page.what}
        needs={operatorRight}
        lines={3}
      >
        {({ paused, waiting, automations: all, operator_available: coins }) => {
          const failed = Object.values(all).reduce((sum, each) => sum + each.failed, 0);
          return (
            <Facts
              rows={[
                [
                  messages.overview.state,
                  <StatusPill key="state" tone={paused ? "warning" : "positive"}>
                    {paused ? automationMessages.state.paused : automationMessages.state.running}
                  </StatusPill>,
                ],
                ...(coins === undefined || coins === null
                  ? []
                  : ([
                      [
                        automationMessages.summary.operatorCoins,
                        <Amount key="coins" value={coins} />,
                      ],
                    ] as const)),
                [automationMessages.summary.waiting, String(waiting)],
                [messages.overview.refused, String(failed)],
              ]}
            />
          );
        }}
      </ConsoleView>
    </Card>
  );
};

/** The node at a glance. */
export const OverviewPage = () => {
  const { network } = useSiteConfig();
  return (
    <Page
      title={messages.overview.title}
      actions={
        <ButtonLink to="/console/ledger" icon="search">
          {messages.overview.explore}
        </ButtonLink>
      }
    >
      <Columns>
        <NodeCard />
        <UsersCard />
        {network === "off" ? null : <AutomationsCard />}
      </Columns>
    </Page>
  );
};
