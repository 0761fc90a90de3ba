import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { Api, Tried } from "../../data/client.js";
import { useNetworkParty } from "../../data/transfers.js";
import { useWallet } from "../../data/wallet-context.js";
import { StrangerText } from "../base/stranger-text.js";
import { Amount } from "../money/amount.js";
import { TokenAmount } from "../money/token-amount.js";
import { EffectsPicture } from "../picture/picture-details.js";
import { messages } from "./messages.js";
import styles from "./flow.module.css";

type Holding = Tried["holdings"][number];

const isNothing = (amount: string): boolean => /^-?0(\.0*)?$/.test(amount);

const Change = ({
  holding: { instrument_admin: admin, instrument_id: instrument },
  amount,
}: {
  readonly holding: Holding;
  readonly amount: string;
}) => {
  const isCoin = useNetworkParty().data === admin && instrument === "Amulet";
  return isCoin ? (
    <Amount value={amount} isChange decimals="full" />
  ) : (
    <TokenAmount amount={amount} admin={admin} id={instrument} isChange decimals="full" />
  );
};

const sentencesOf = (holding: Holding): ReadonlyArray<ReactNode> => {
  const { change, locked_change: locked } = holding;
  return [
    ...(isNothing(change)
      ? []
      : [messages.effects.change({ amount: <Change holding={holding} amount={change} /> })]),
    ...(isNothing(locked)
      ? []
      : [messages.effects.locked({ amount: <Change holding={holding} amount={locked} /> })]),
  ];
};

interface Trial {
  readonly name: string;
  readonly run: (api: Api) => Promise<unknown>;
}

/**
 * What a request would do to the holdings of the party, as the node found by trying it; nothing
 * where it cannot be tried.
 *
 * @param name different for different requests
 * @param run sends the request
 */
export const Effects = ({ name, run }: Trial) => {
  const { api, network, party } = useWallet();
  // once for each time it is shown: what happens afterwards may be what was asked for
  const { data: tried } = useQuery({
    queryKey: ["tried", network, party, name],
    queryFn: async () => (await api.tried(run)) ?? null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  if (tried === undefined || tried === null) return null;
  if (tried.verdict === "rejected") {
    return (
      <p className={styles["warning"]} role="alert">
        {messages.effects.rejected({ cause: <StrangerText text={tried.cause ?? ""} /> })}
      </p>
    );
  }
  const own = tried.holdings.filter(({ owner }) => owner === party).flatMap(sentencesOf);
  return (
    <>
      <ul className={styles["effects"]} aria-label={messages.effects.title}>
        {own.length === 0 ? <li>{messages.effects.none}</li> : null}
        {own.map((sentence, at) => (
          <li key={`${at}`}>{sentence}</li>
        ))}
      </ul>
      <EffectsPicture effects={tried.effects} />
    </>
  );
};

/** The same, tried once it is asked for: where what is asked is plain without it. */
export const EffectsDetails = (trial: Trial) => {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      className={styles["tried"]}
      onToggle={({ currentTarget, target }) => {
        // the picture within it opens too
        if (target === currentTarget) setOpen(currentTarget.open);
      }}
    >
      <summary>{messages.effects.title}</summary>
      {isOpen ? <Effects {...trial} /> : null}
    </details>
  );
};
