import type { Numeric } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { useId } from "react";
import { amountErrorText } from "../../money/amount-error.js";
import { amountEcho, formatAmount } from "../../money/format-amount.js";
import type { TypedAmount } from "../../money/typed-amount.js";
import { readTransferAmount } from "../../money/transfer-amount.js";
import { useLocale } from "../../session/preferences.js";
import { Button } from "../base/button.js";
import { Field } from "../forms/field.js";
import { messages } from "./messages.js";
import styles from "./money.module.css";

/** Takes an amount in the language of the user, and says below what was understood. */
export const AmountField = ({
  label,
  unit,
  value: amount,
  onChange,
  available,
  hook,
}: {
  readonly label: string;
  readonly unit: string;
  readonly value: TypedAmount;
  readonly onChange: (amount: TypedAmount) => void;
  /** The most that can be sent; undefined: it is not known, or there is no limit. */
  readonly available?: Numeric | undefined;
  /** An id by which clients of the public wallet find it. */
  readonly hook?: string | undefined;
}) => {
  const locale = useLocale();
  const own = useId();
  const id = hook ?? own;
  const read = readTransferAmount(amount.text, locale, available);
  const typed = (text: string): void => {
    const next = readTransferAmount(text, locale, available);
    onChange({ text, value: isLeft(next) ? undefined : next.right });
  };
  const isEmpty = amount.text.trim() === "";
  return (
    <Field
      id={id}
      label={label}
      error={isEmpty || !isLeft(read) ? undefined : amountErrorText(read.left)}
      hint={isEmpty || isLeft(read) ? undefined : amountEcho(read.right, locale, unit)}
    >
      <div className={styles["field"]}>
        <input
          id={id}
          inputMode="decimal"
          dir="ltr"
          autoComplete="off"
          value={amount.text}
          aria-describedby={`${id}-note`}
          aria-invalid={!isEmpty && isLeft(read)}
          onChange={({ target }) => typed(target.value)}
        />
        <span className={styles["fieldUnit"]}>{unit}</span>
        {available === undefined ? null : (
          <Button variant="quiet" onClick={() => typed(formatAmount(available, locale))}>
            {messages.amount.max}
          </Button>
        )}
      </div>
    </Field>
  );
};
