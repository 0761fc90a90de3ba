import { numericToText } from "@tallystick/core/numeric";
import { ReviewSheet } from "../../components/flow/review-sheet.js";
import { FullId } from "../../components/flow/facts.js";
import { Amount } from "../../components/money/amount.js";
import { readAmount } from "../../money/read-amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useBalance } from "../../data/wallet-queries.js";
import { useLocale } from "../../session/preferences.js";
import { amountOfSum } from "../../sums/balance-split.js";
import { lives, type Order } from "./order.js";
import { messages } from "./messages.js";

const Units = ({ units }: { readonly units: bigint }) => {
  const amount = amountOfSum(units);
  return amount === undefined ? null : <Amount value={numericToText(amount)} />;
};

const useMoneyRows = (cost: bigint | undefined) => {
  const available = readAmount(useBalance().data?.effective_unlocked_qty ?? "");
  if (cost === undefined || available === undefined) return [];
  const isShort = available < cost;
  return [
    {
      label: messages.review.cost,
      value: <Units units={cost} />,
      warning: isShort ? messages.review.shortOfFunds : undefined,
    },
    ...(isShort
      ? []
      : [{ label: messages.review.afterwards, value: <Units units={available - cost} /> }]),
  ];
};

/** What is bought, for how much, before anything is paid. */
export const TrafficReview = ({
  order: { validator, bytes, life },
  cost,
  onBuy,
  onBack,
}: {
  readonly order: Order;
  /** In units of 10^-10; undefined without a price. */
  readonly cost: bigint | undefined;
  readonly onBuy: () => void;
  readonly onBack: () => void;
}) => {
  const locale = useLocale();
  const shown = messages.bytes.count({
    count: bytes,
    shown: new Intl.NumberFormat(locale).format(bytes),
  });
  return (
    <ReviewSheet
      rows={[
        {
          label: messages.review.validator,
          value: (
            <>
              <PartyChip party={validator} />
              <FullId id={validator} />
            </>
          ),
        },
        { label: messages.review.bytes, value: shown },
        ...useMoneyRows(cost),
        { label: messages.review.life, value: new Map<string, string>(lives).get(life) },
        { label: messages.review.price, value: messages.review.priceHint },
      ]}
      confirm={messages.review.confirm({ bytes: shown })}
      onConfirm={onBuy}
      onBack={onBack}
      reason={useSendingBlock()}
    />
  );
};
