import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { ActButton } from "../../components/flow/act-button.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Amount } from "../../components/money/amount.js";
import { sumOf } from "../../money/sums.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { TimeStamp } from "../../components/time/time-stamp.js";
import { answerOf } from "../../data/client.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { AllocateCard } from "./allocate-card.js";
import { messages } from "./messages.js";

const path = "/v0/wallet/development-fund-coupons";

/** What the fund has that no one was given yet. */
const useUnclaimed = () =>
  usePartyQuery(
    "fund",
    { unclaimed: true },
    async (api) => {
      const found = await answerOf(
        api.wallet.GET("/v0/scan-proxy/unclaimed-development-fund-coupons"),
      );
      return sumOf(
        found["unclaimed-development-fund-coupons"].map(({ contract: { payload } }) => {
          const amount: unknown = Reflect.get(Object(payload), "amount");
          return typeof amount === "string" ? amount : "0";
        }),
      );
    },
    // those of other parties too
    { follows: ["ledger"] },
  );

/** The party that manages the fund; null when there is none. */
const useManager = () =>
  usePartyQuery("fund", { manager: true }, async (api) => {
    const { amulet_rules: rules } = await answerOf(api.wallet.GET("/v0/scan-proxy/amulet-rules"));
    const { initialValue } = rules.contract.payload.configSchedule;
    return initialValue.optDevelopmentFundManager ?? null;
  });

const Withdraw = ({ cid }: { readonly cid: string }) => {
  const [reason, setReason] = useState("");
  return (
    <ActButton
      name={`fund.withdraw.${cid}`}
      about={cid}
      ends="withdrawn"
      label={messages.withdraw.submit}
      variant="danger"
      question={{
        title: messages.withdraw.question,
        isDangerous: true,
        body: (
          <Stack>
            <p>{messages.withdraw.effect}</p>
            <TextField
              label={messages.coupon.reason}
              value={reason}
              onChange={setReason}
              hint={messages.withdraw.reasonHint}
            />
          </Stack>
        ),
      }}
      run={(api) =>
        answerOf(
          api.wallet.POST(`${path}/{contract_id}/withdraw`, {
            params: { path: { contract_id: cid } },
            body: { reason },
          }),
        )
      }
      touches={["fund"]}
      said={messages.withdraw.done}
      failed={messages.withdraw.failed}
    />
  );
};

const couponRow = (
  { contract_id: cid, payload }: WalletSchemas["DevelopmentFundCouponContract"],
  party: string,
): Row => ({
  key: cid,
  title: <Amount value={payload.amount} />,
  facts: [
    [messages.coupon.beneficiary, <PartyChip key="for" party={payload.beneficiary} />],
    [messages.coupon.reason, <StrangerText key="reason" text={payload.reason} />],
    [messages.coupon.expires, <Countdown key="expires" until={payload.expiresAt} />],
  ],
  actions: payload.fundManager === party ? <Withdraw cid={cid} /> : undefined,
});

const mostEnded = 50;

/** How coupons end, by what the API calls it. */
const states: Readonly<Record<string, string>> = messages.coupon.states;

const endedRow = (ended: WalletSchemas["ArchivedDevelopmentFundCoupon"]): Row => ({
  key: `${ended.createdAt}${ended.archivedAt}${ended.beneficiary}`,
  title: <Amount value={ended.amount} />,
  facts: [
    [messages.coupon.beneficiary, <PartyChip key="for" party={ended.beneficiary} />],
    [messages.coupon.state, states[ended.status] ?? ended.status],
    [messages.ended.title, <TimeStamp key="ended" at={ended.archivedAt} />],
    [messages.coupon.reason, <StrangerText key="reason" text={ended.reason} />],
  ],
});

const History = () => {
  const query = usePartyQuery("fund", { history: mostEnded }, async (api) => {
    const found = await answerOf(
      api.wallet.GET(`${path}/history`, { params: { query: { limit: mostEnded } } }),
    );
    return found.development_fund_coupon_history;
  });
  return (
    <Card title={messages.ended.title}>
      <QueryView query={query} what={messages.ended.what}>
        {(found) => (
          <Rows
            rows={found.map(endedRow)}
            empty={
              <EmptyState icon="history" title={messages.ended.empty}>
                {messages.ended.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

const Active = () => {
  const { party } = useWallet();
  const query = usePartyQuery("fund", { active: true }, async (api) => {
    const found = await answerOf(api.wallet.GET(path));
    return found.active_development_fund_coupons;
  });
  return (
    <Card title={messages.active.title}>
      <QueryView query={query} what={messages.active.what}>
        {(found) => (
          <Rows
            rows={found.map((each) => couponRow(each, party))}
            empty={
              <EmptyState icon="sprout" title={messages.active.empty}>
                {messages.active.emptyHint}
              </EmptyState>
            }
          />
        )}
      </QueryView>
    </Card>
  );
};

/** The development fund: what it has, and what was given to whom. */
export const FundPage = () => {
  const { party } = useWallet();
  const unclaimed = useUnclaimed();
  const manager = useManager();
  const [isGiving, give] = useState(false);
  const isManager = manager.data === party;
  return (
    <Page
      title={messages.page.title}
      actions={
        <Button
          variant="primary"
          onClick={() => give(!isGiving)}
          reason={isManager ? undefined : messages.give.notManager}
        >
          {messages.give.title}
        </Button>
      }
    >
      <Columns>
        <Stack>
          <Card title={messages.unclaimed.title}>
            <QueryView query={unclaimed} what={messages.unclaimed.what} lines={1}>
              {(sum) => (
                <span id="unclaimed-total-amount">
                  <Amount value={sum} size="large" />
                </span>
              )}
            </QueryView>
          </Card>
          {isGiving && isManager ? <AllocateCard available={unclaimed.data} /> : null}
          <Active />
        </Stack>
        <History />
      </Columns>
    </Page>
  );
};
