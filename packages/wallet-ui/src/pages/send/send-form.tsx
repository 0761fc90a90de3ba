import { isLeft } from "fp-ts/lib/Either.js";
import { Button } from "../../components/base/button.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { type Bound, type Draft, DraftForm } from "../../components/forms/draft-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { AmountField } from "../../components/money/amount-field.js";
import { readAmount } from "../../money/read-amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { useSendingBlock } from "../../data/reachability.js";
import { previewOf, type TransferWay } from "../../data/transfers.js";
import { usePartyQuery } from "../../data/queries.js";
import { useWallet } from "../../data/wallet-context.js";
import { useBalance } from "../../data/wallet-queries.js";
import { formatAmount } from "../../money/format-amount.js";
import { hasKeyFingerprint } from "../../parties/party-id.js";
import { useLocale } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { maxMemoCharacters, memoErrorText, memoLength, readMemo } from "../../texts/memo.js";
import { type Addressee, addresseeOf, emptyFields, type SendFields } from "./send-fields.js";
import { lifetimes, routeText } from "./transfer-draft.js";
import { type Receiver, useReceiver } from "./use-receiver.js";
import { messages } from "./messages.js";
import styles from "./send.module.css";

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
    { enabled: hasKeyFingerprint(party), follows: ["ledger"] },
  );
  const found = route.data;
  const isUnknown = found?.problems.some(({ code }) => code === "receiver-unknown") === true;
  return (
    <p className={styles["route"]} role="status">
      {party === "" || found === undefined
        ? ""
        : isUnknown
          ? messages.receiver.unknown
          : routeText(found)}
    </p>
  );
};

const MemoField = (bound: Bound<string>) => {
  const read = readMemo(bound.value);
  return (
    <TextField
      label={messages.memo.label}
      hook="create-offer-description"
      lines={2}
      hint={messages.memo.hint({ memo: memoLength(bound.value), maxMemoCharacters })}
      error={isLeft(read) ? memoErrorText(read.left) : undefined}
      {...bound}
    />
  );
};

/** Who is meant, so that an id that was typed or pasted is seen as what was understood. */
const Found = ({ party, name }: { readonly party: string; readonly name: string | undefined }) => {
  const chip = <PartyChip party={party} />;
  return name === undefined ? chip : messages.receiver.belongsTo({ name, party: chip });
};

const ReceiverField = ({
  receiver: { party, name, names, problem, advice },
  ...bound
}: Bound<string> & { readonly receiver: Receiver }) => (
  <PartyPicker
    label={messages.receiver.label}
    hook="create-offer-receiver"
    names={names}
    error={problem}
    hint={party === undefined ? advice : <Found party={party} name={name} />}
    {...bound}
  />
);

const AvailableAmount = (bound: Bound<SendFields["amount"]>) => {
  const locale = useLocale();
  const { coin } = useSiteConfig().names;
  const available = readAmount(useBalance().data?.effective_unlocked_qty ?? "");
  return (
    <AmountField
      label={
        available === undefined
          ? messages.amount.label
          : messages.amount.labelAvailable({ available: formatAmount(available, locale), coin })
      }
      hook="create-offer-amulet-amount"
      unit={coin}
      available={available}
      {...bound}
    />
  );
};

/** How it is sent; a party that signs itself has no wallet on the node that would pay an offer. */
const WayField = (bound: Bound<TransferWay>) =>
  useWallet().isExternal ? null : (
    <ChoiceField
      label={messages.way.label}
      hook="toggle-token-standard-transfer"
      choices={[
        ["token-standard", messages.way.transfer],
        ["transfer-offer", messages.way.offer],
      ]}
      {...bound}
    />
  );

const fieldsOf = ({ bind, draft }: Draft<SendFields>, receiver: Receiver) => (
  <>
    <ReceiverField receiver={receiver} {...bind("receiver")} />
    <AvailableAmount {...bind("amount")} />
    <MemoField {...bind("memo")} />
    <div className={styles["pair"]}>
      <ChoiceField
        label={messages.lifetime.label}
        hook="create-offer-expiration-days"
        choices={lifetimes}
        {...bind("lifetime")}
      />
      <WayField {...bind("way")} />
    </div>
    <RouteHint party={receiver.party ?? ""} way={draft.way} />
  </>
);

/** Takes what is to be sent, to whom. */
export const SendForm = ({
  fields,
  onChange,
  onReview,
}: {
  readonly fields: SendFields;
  readonly onChange: (fields: SendFields) => void;
  readonly onReview: (addressee: Addressee) => void;
}) => {
  const receiver = useReceiver(fields.receiver);
  const isEmpty = fields.receiver + fields.amount.text + fields.memo === "";
  return (
    <DraftForm
      label={messages.form.title}
      draft={fields}
      onChange={onChange}
      fields={(form) => fieldsOf(form, receiver)}
      check={(typed) => addresseeOf(typed, receiver)}
      block={useSendingBlock()}
      submit={{ text: messages.review.title, hook: "create-offer-submit-button" }}
      onSubmit={onReview}
      actions={
        isEmpty ? null : (
          <Button variant="quiet" onClick={() => onChange(emptyFields)}>
            {messages.form.clear}
          </Button>
        )
      }
    />
  );
};
