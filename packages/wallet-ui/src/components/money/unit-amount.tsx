import { useSiteConfig } from "../../session/site-config.js";
import { formatAmount } from "../../money/format-amount.js";
import { useLocale } from "../../session/preferences.js";
import { Amount } from "./amount.js";
import { readAmount } from "../../money/read-amount.js";
import { messages } from "./messages.js";

/** An amount of a request, which may be in US dollars. */
export const UnitAmount = ({
  amount,
}: {
  readonly amount: { readonly amount: string; readonly unit: string };
}) => {
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  if (amount.unit === "AmuletUnit") return <Amount value={amount.amount} />;
  const units = readAmount(amount.amount);
  const shown = units === undefined ? amount.amount : formatAmount(units, locale);
  const unit = amount.unit === "USDUnit" ? "USD" : amount.unit;
  return (
    <strong className="figures leftToRight">
      {shown} {unit}
      {unit === "USD" ? <span className="spoken"> {messages.amount.worth({ coin })}</span> : null}
    </strong>
  );
};
