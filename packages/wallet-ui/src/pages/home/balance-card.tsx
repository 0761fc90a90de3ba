import { Card } from "../../components/base/card.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Amount } from "../../components/money/amount.js";
import { sumOf } from "../../components/money/sums.js";
import { useBalance, useInbox, type WaitingItem } from "../../data/wallet-queries.js";
import styles from "./home.module.css";

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

const Line = ({ label, value }: { readonly label: string; readonly value: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>
      <Amount value={value} />
    </dd>
  </div>
);

/** What the party has: what the ledger says, and beside it what has not happened yet. */
export const BalanceCard = () => {
  const balance = useBalance();
  const inbox = useInbox();
  return (
    <Card title="Balance">
      <QueryView query={balance} what="the balance">
        {(found) => (
          <>
            <p className={styles["available"]}>
              <span className={styles["label"]}>Available</span>
              <Amount value={found.effective_unlocked_qty} size="large" />
            </p>
            <dl className={styles["parts"]}>
              <Line label="Locked" value={found.effective_locked_qty} />
              <Line label="Coming, when accepted" value={pendingOf(inbox.data ?? [], "received")} />
              <Line label="Going, when accepted" value={pendingOf(inbox.data ?? [], "sent")} />
            </dl>
          </>
        )}
      </QueryView>
    </Card>
  );
};
