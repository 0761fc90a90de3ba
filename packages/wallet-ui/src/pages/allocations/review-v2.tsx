import type { ReactNode } from "react";
import { StrangerText } from "../../components/base/stranger-text.js";
import { Amount } from "../../components/money/amount.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { Countdown } from "../../components/time/countdown.js";
import { type Account, type LegSide, lockedBy, type Specification } from "./allocation-v2-data.js";
import { messages } from "./messages.js";

/** Whose account it is; coins of no owner are minted, and those to no owner burned. */
const Owner = ({ account }: { readonly account: Account }) =>
  typeof account.owner === "string" ? (
    <PartyChip party={account.owner} />
  ) : (
    <span>{messages.review.noOwner}</span>
  );

const Moved = ({ leg, isCoin }: { readonly leg: LegSide; readonly isCoin: boolean }) =>
  isCoin ? (
    <Amount value={leg.amount} decimals="full" />
  ) : (
    <span>
      {leg.amount} <StrangerText text={leg.instrumentId} />
    </span>
  );

/** A leg as a sentence, from the side of who is to authorize it. */
const legSentence = (
  { authorizer }: Specification,
  leg: LegSide,
  party: string,
  isCoin: boolean,
): ReactNode => {
  const amount = <Moved leg={leg} isCoin={isCoin} />;
  const other = <Owner account={leg.otherside} />;
  const sends = leg.side === "SenderSide";
  if (authorizer.owner === party) {
    return sends
      ? messages.review.youSend({ amount, other })
      : messages.review.youReceive({ amount, other });
  }
  const who = <Owner account={authorizer} />;
  return sends
    ? messages.review.otherSends({ who, amount, other })
    : messages.review.otherReceives({ who, amount, other });
};

/** What is locked, and until when. */
const lockSentence = (specification: Specification, expiresAt: string | undefined): ReactNode => {
  const locked = lockedBy(specification);
  const until = expiresAt ?? specification.settlementDeadline ?? undefined;
  if (locked === "0") return messages.review.nothingLocked;
  const amount = <Amount value={locked} decimals="full" />;
  return until === undefined
    ? messages.review.locked({ amount })
    : messages.review.lockedUntil({ amount, until: <Countdown until={until} /> });
};

/** Whether it can be taken back. */
const bindingSentence = ({ committed, settlementDeadline: until }: Specification): ReactNode => {
  if (!committed) return messages.review.free;
  return typeof until === "string"
    ? messages.review.committedUntil({ until: <Countdown until={until} /> })
    : messages.review.committed;
};

/** What it means for the party's coins. */
const OwnPart = ({
  specification,
  expiresAt,
}: {
  readonly specification: Specification;
  readonly expiresAt: string | undefined;
}) => (
  <p>
    {lockSentence(specification, expiresAt)}{" "}
    {Object.entries(specification.nextIterationFunding ?? {}).map(([id, amount]) => (
      <span key={id}>
        {messages.review.kept({ amount: <Amount value={amount} decimals="full" /> })}{" "}
      </span>
    ))}
    {bindingSentence(specification)}
  </p>
);

/**
 * What an allocation does, in sentences: each leg, what is locked until when, and whether it can be
 * taken back.
 *
 * @param isCoin whether it is of the coin, of which the wallet knows more
 * @param expiresAt when an allocation that is there ends by itself
 */
export const ReviewV2 = ({
  specification,
  party,
  isCoin,
  expiresAt,
}: {
  readonly specification: Specification;
  readonly party: string;
  readonly isCoin: boolean;
  readonly expiresAt?: string;
}) => {
  const { authorizer, transferLegSides } = specification;
  return (
    <div>
      <ul className="allocation-legs">
        {transferLegSides.map((leg) => (
          <li key={`${leg.transferLegId} ${leg.side}`}>
            <StrangerText text={leg.transferLegId} />
            {": "}
            {legSentence(specification, leg, party, isCoin)}
          </li>
        ))}
      </ul>
      {authorizer.owner !== party ? null : isCoin ? (
        <OwnPart specification={specification} expiresAt={expiresAt} />
      ) : (
        <p>{messages.review.otherToken}</p>
      )}
    </div>
  );
};
