import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Facts } from "../../components/lists/facts.js";
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

const NodeCard = () => {
  const health = useHealth();
  const operator = useOperator().data?.party_id;
  const { network } = useSiteConfig();
  return (
    <Card title="Node" actions={<ButtonLink to="/console/health">Health</ButtonLink>}>
      <QueryView query={health} what="the health of the node" lines={4}>
        {(found) => (
          <Facts
            rows={[
              ["State", <ReadinessPill key="state" health={found} />],
              ["Network", networkNames[network]],
              ["Ledger end", String(found.end)],
              ...(operator === undefined
                ? []
                : ([["Operator", <PartyChip key="operator" party={operator} />]] as const)),
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
    <Card title="Users" actions={<ButtonLink to="/console/users">All users</ButtonLink>}>
      <ConsoleView query={users} what="the users" needs={adminRight} lines={2}>
        {(all) => (
          <Facts
            rows={[
              ["Users of the ledger", String(all.length)],
              ["With a wallet", wallets.data === undefined ? "…" : String(wallets.data.size)],
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
      title="Automations"
      actions={<ButtonLink to="/console/automations">Automations</ButtonLink>}
    >
      <ConsoleView query={automations} what="the automations" needs={operatorRight} lines={3}>
        {({ paused, waiting, automations: all }) => {
          const failed = Object.values(all).reduce((sum, each) => sum + each.failed, 0);
          return (
            <Facts
              rows={[
                [
                  "State",
                  <StatusPill key="state" tone={paused ? "warning" : "positive"}>
                    {paused ? "Paused" : "Running"}
                  </StatusPill>,
                ],
                ["Waiting work", String(waiting)],
                ["Refused since the start", String(failed)],
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
      title="Console"
      actions={
        <ButtonLink to="/console/ledger" icon="search">
          Explore the ledger
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
