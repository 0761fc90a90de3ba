import { lazy, Suspense } from "react";
import { Card } from "../../components/base/card.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { sumOf } from "../../money/sums.js";
import { formatDecimal } from "../../money/format-amount.js";
import { usdApproximation } from "../../money/usd-approximation.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { loadPart } from "../../data/load-part.js";
import { useBalance, useInbox, usePrice, type WaitingItem } from "../../data/wallet-queries.js";
import { useLastVisit } from "./use-last-visit.js";
import { messages } from "./messages.js";
import styles from "./home.module.css";

const Since = lazy(async () => ({
  default: (await loadPart(() => import("./since.js"))).Since,
}));

const pendingOf = (items: ReadonlyArray<WaitingItem>, direction: WaitingItem["direction"]) =>
  sumOf(
    items.flatMap(({ kind, amount, direction: each }) =>
      (kind === "transfer-instruction" || kind === "transfer-offer") &&
      each === direction &&
      amount?.unit === "AmuletUnit"
        ? [amount.amount]
        : [],
    ),
  );

/** A part of the balance, or of what will be. */
type Part = "available" | "locked" | "coming";

/** The parts side by side; the lines below say the same in figures. */
const SplitBar = ({ parts }: { readonly parts: ReadonlyArray<readonly [Part, string]> }) => (
  <div className={styles["bar"]} aria-hidden="true">
    {parts.map(([part, amount]) =>
      (readAmount(amount) ?? 0n) > 0n ? (
        // how wide it is drawn may be rounded
        <span key={part} data-part={part} style={{ flexGrow: Number(amount) }} />
      ) : null,
    )}
  </div>
);

const Line = ({
  label,
  value,
  part,
}: {
  readonly label: string;
  readonly value: string;
  readonly part?: Part;
}) => (
  <div>
    <dt data-part={part}>{label}</dt>
    <dd>
      <Amount value={value} />
    </dd>
  </div>
);

/** About how many dollars the coins are worth, and by which price. */
const Dollars = ({ amount }: { readonly amount: string }) => {
  const price = usePrice();
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const units = readAmount(amount);
  if (price === undefined || units === undefined) return null;
  const perCoin = formatDecimal(price.amulet_price, locale);
  return (
    <span className={styles["label"]} id="wallet-balance-usd">
      {messages.balance.worth({
        dollars: usdApproximation(units, price.amulet_price, locale) ?? "",
        perCoin,
        coin,
        round: price.round,
      })}
    </span>
  );
};

/** What the party has: what the ledger says, and beside it what has not happened yet. */
export const BalanceCard = () => {
  const balance = useBalance();
  const inbox = useInbox();
  const since = useLastVisit();
  const coming = pendingOf(inbox.data ?? [], "received");
  return (
    <Card title={messages.balance.title}>
      <QueryView query={balance} what={messages.balance.what}>
        {(found) => (
          <>
            <p className={styles["available"]}>
              <span className={styles["label"]} data-part="available">
                {messages.balance.available}
              </span>
              <span id="wallet-balance-amulet">
                <Amount value={found.effective_unlocked_qty} size="large" />
              </span>
              <Dollars amount={found.effective_unlocked_qty} />
            </p>
            <SplitBar
              parts={[
                ["available", found.effective_unlocked_qty],
                ["locked", found.effective_locked_qty],
                ["coming", coming],
              ]}
            />
            <dl className={styles["parts"]}>
              <Line
                label={messages.balance.locked}
                value={found.effective_locked_qty}
                part="locked"
              />
              <Line label={messages.balance.coming} value={coming} part="coming" />
              <Line label={messages.balance.going} value={pendingOf(inbox.data ?? [], "sent")} />
            </dl>
          </>
        )}
      </QueryView>
      {since === undefined ? null : (
        <p className={styles["since"]}>
          <Suspense fallback={null}>
            <Since at={since} />
          </Suspense>
        </p>
      )}
    </Card>
  );
};
