import { isLeft } from "fp-ts/lib/Either.js";
import { numericToText } from "@tallystick/core/numeric";
import { Button } from "../../components/base/button.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField, noAmount } from "../../components/money/amount-field.js";
import { readAmount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { useSendingBlock } from "../../data/reachability.js";
import { ledgerNowMs } from "../../data/server-clock.js";
import { previewOf, type Transfer, type TransferWay } from "../../data/transfers.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { useBalance } from "../../data/wallet-queries.js";
import { formatAmount } from "../../money/format-amount.js";
import { hasKeyFingerprint } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { maxMemoCharacters, memoErrorText, memoLength, readMemo } from "../../texts/memo.js";
import { type Lifetime, lifetimes, routeText } from "./transfer-draft.js";
import { type Receiver, useReceiver } from "./use-receiver.js";
import { messages } from "./messages.js";
import styles from "./send.module.css";

/** What the form has in it. */
export interface SendFields {
  readonly receiver: string;
  readonly amount: { readonly text: string; readonly value: typeof noAmount.value };
  readonly memo: string;
  readonly lifetime: Lifetime;
  readonly way: TransferWay;
}

/** A form with nothing in it. */
export const emptyFields: SendFields = {
  receiver: "",
  amount: noAmount,
  memo: "",
  lifetime: "86400",
  way: "token-standard",
};

/** The transfer of a form to a party; undefined while something is missing. */
export const transferOf = (
  fields: SendFields,
  receiver: string | undefined,
): Transfer | undefined => {
  const { value } = fields.amount;
  const memo = readMemo(fields.memo);
  if (receiver === undefined || value === undefined || isLeft(memo)) return undefined;
  return {
    receiver,
    amount: numericToText(value),
    memo: memo.right ?? "",
    expiresAt: (Math.floor(ledgerNowMs() / 1_000) + Number(fields.lifetime)) * 1_000_000,
    way: fields.way,
  };
};

/** How often the receiver's preapproval is read again: no event tells of other people's. */
const routeEveryMs = 2_000;
/** The least there is: its preview shows the route while no amount is typed. */
const leastAmount = "0.0000000001";

/** How the coins would go to a receiver now. */
const RouteHint = ({
  party,
  way,
}: {
  /** "" while there is none. */
  readonly party: string;
  readonly way: TransferWay;
}) => {
  const route = usePartyQuery(
    "balance",
    { route: party, way },
    (api) => previewOf(api, { receiver: party, amount: leastAmount, memo: "", expiresAt: 1, way }),
    // while an id is typed, its fingerprint is no key's yet
    { enabled: hasKeyFingerprint(party), everyMs: routeEveryMs },
  );
  const found = route.data;
  const isUnknown = found?.problems.some(({ code }) => code === "receiver-unknown") === true;
  return (
    <p className={styles["route"]} role="status">
      {party === "" || found === undefined
        ? ""
        : isUnknown
          ? messages.noPartyWithThisId
          : routeText(found)}
    </p>
  );
};

const missingOf = (
  { amount, memo }: SendFields,
  { party }: Pick<Receiver, "party">,
): string | undefined => {
  if (party === undefined) return messages.enterThePartyId;
  if (amount.value === undefined) return messages.enterAnAmountFirst;
  return isLeft(readMemo(memo)) ? messages.descriptionIsTooLong : undefined;
};

const MemoField = ({
  memo,
  onChange,
}: {
  readonly memo: string;
  readonly onChange: (memo: string) => void;
}) => {
  const read = readMemo(memo);
  return (
    <TextField
      label={messages.descriptionOptional}
      hook="create-offer-description"
      value={memo}
      lines={2}
      onChange={onChange}
      hint={messages.everyoneInTheTransfer({ memo: memoLength(memo), maxMemoCharacters })}
      error={isLeft(read) ? memoErrorText(read.left) : undefined}
    />
  );
};

/** Who is meant, so that an id that was typed or pasted is seen as what was understood. */
const Found = ({ party, name }: { readonly party: string; readonly name: string | undefined }) => {
  const chip = <PartyChip party={party} />;
  return name === undefined ? chip : messages.belongsTo({ name, party: chip });
};

const ReceiverField = ({
  text,
  receiver: { party, name, names, problem, advice },
  onChange,
}: {
  readonly text: string;
  readonly receiver: Receiver;
  readonly onChange: (text: string) => void;
}) => (
  <PartyPicker
    label={messages.receiver}
    hook="create-offer-receiver"
    value={text}
    known={useContacts().book}
    names={names}
    onChange={onChange}
    error={problem}
    hint={party === undefined ? advice : <Found party={party} name={name} />}
  />
);

const AvailableAmount = ({
  amount,
  onChange,
}: {
  readonly amount: SendFields["amount"];
  readonly onChange: (amount: SendFields["amount"]) => void;
}) => {
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const available = readAmount(useBalance().data?.effective_unlocked_qty ?? "");
  return (
    <AmountField
      label={
        available === undefined
          ? messages.amount
          : messages.amountOf({ available: formatAmount(available, locale), coin })
      }
      hook="create-offer-amulet-amount"
      unit={coin}
      amount={amount}
      available={available}
      onChange={onChange}
    />
  );
};

/** How it is sent; a party that signs itself has no wallet on the node that would pay an offer. */
const WayField = ({
  way,
  onChange,
}: {
  readonly way: TransferWay;
  readonly onChange: (way: TransferWay) => void;
}) =>
  useWallet().isExternal ? null : (
    <ChoiceField
      label={messages.how}
      hook="toggle-token-standard-transfer"
      value={way}
      choices={[
        ["token-standard", messages.transfer],
        ["transfer-offer", messages.offerOlderWallets],
      ]}
      onChange={onChange}
    />
  );

/** Takes what is to be sent, to whom. */
export const SendForm = ({
  fields,
  onChange,
  onReview,
}: {
  readonly fields: SendFields;
  readonly onChange: (fields: SendFields) => void;
  /** Gets who is meant, and the name by which it was found. */
  readonly onReview: (receiver: Pick<Receiver, "party" | "name">) => void;
}) => {
  const block = useSendingBlock();
  const receiver = useReceiver(fields.receiver);
  const missing = missingOf(fields, receiver);
  return (
    <form
      className={styles["form"]}
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === undefined && block === undefined) onReview(receiver);
      }}
    >
      <ReceiverField
        text={fields.receiver}
        receiver={receiver}
        onChange={(text) => onChange({ ...fields, receiver: text })}
      />
      <AvailableAmount
        amount={fields.amount}
        onChange={(amount) => onChange({ ...fields, amount })}
      />
      <MemoField memo={fields.memo} onChange={(memo) => onChange({ ...fields, memo })} />
      <div className={styles["pair"]}>
        <ChoiceField
          label={messages.receiverCanAcceptFor}
          hook="create-offer-expiration-days"
          value={fields.lifetime}
          choices={lifetimes}
          onChange={(lifetime) => onChange({ ...fields, lifetime })}
        />
        <WayField way={fields.way} onChange={(way) => onChange({ ...fields, way })} />
      </div>
      <RouteHint party={receiver.party ?? ""} way={fields.way} />
      <div className={styles["actions"]}>
        <Button
          type="submit"
          variant="primary"
          hook="create-offer-submit-button"
          reason={block ?? missing}
        >
          {messages.review}
        </Button>
        {fields.receiver + fields.amount.text + fields.memo === "" ? null : (
          <Button variant="quiet" onClick={() => onChange(emptyFields)}>
            {messages.clearTheForm}
          </Button>
        )}
      </div>
    </form>
  );
};
