import { useQuery } from "@tanstack/react-query";
import { Icon } from "../../components/base/icon.js";
import { Amount } from "../../components/money/amount.js";
import { answerOf } from "../../data/client.js";
import { operatorOf, walletsSeenBy } from "../../data/user-names.js";
import { developmentSession } from "../../session/development-login.js";
import { nodeNowMs } from "../../session/node-clock.js";
import { useLogin } from "../../session/session.js";
import { type SiteLogin, useSiteConfig } from "../../session/site-config.js";
import { useIsOffered, useTour } from "../../session/tour.js";
import { TourPanel } from "../tour/tour-panel.js";
import { messages } from "./messages.js";
import styles from "./known-users.module.css";

type DevelopmentSettings = Extract<SiteLogin, { readonly kind: "development" }>;

const dayMs = 86_400_000;

interface KnownUser {
  readonly name: string;
  readonly party: string;
  /** What its party has, locked coins included. */
  readonly total: string;
}

interface Known {
  readonly users: ReadonlyArray<KnownUser>;
  /** Whether no one but the operator has a wallet. */
  readonly isFresh: boolean;
}

/** Asks as the operator. */
const knownUsers = async (baseUrl: string, login: DevelopmentSettings): Promise<Known> => {
  const { wallet, party: own } = await operatorOf(baseUrl, login);
  const wallets = await walletsSeenBy(wallet);
  const isFresh = wallets.every(({ party_id: party }) => party === own);
  if (wallets.length === 0) return { users: [], isFresh };
  const body = {
    migration_id: 0,
    // later than anything: what they have now
    record_time: new Date(nodeNowMs() + dayMs).toISOString(),
    record_time_match: "at_or_before" as const,
    owner_party_ids: wallets.map(({ party_id: party }) => party),
  };
  const { summaries } = await answerOf(wallet.POST("/v1/holdings/summary", { body }));
  const totals = new Map(
    summaries.map(({ party_id: party, total_coin_holdings: total }) => [party, total]),
  );
  const users = wallets
    .flatMap(({ party_id: party, users }) =>
      users.map((name) => ({ name, party, total: totals.get(party) ?? "0" })),
    )
    .toSorted((one, other) => one.name.localeCompare(other.name));
  return { users, isFresh };
};

const UserList = ({
  users,
  onChoose,
}: {
  readonly users: ReadonlyArray<KnownUser>;
  readonly onChoose: (name: string) => void;
}) => (
  <section className={styles["known"]} aria-label={messages.known.title}>
    <h2>{messages.known.title}</h2>
    <ul>
      {users.map(({ name, total }) => (
        <li key={name}>
          <button type="button" onClick={() => onChoose(name)}>
            <span translate="no">{name}</span>
            <Amount value={total} />
            <Icon name="right" size={18} />
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** The users with a wallet and what they have: one click logs in. Nothing while there are none. */
export const KnownUsers = ({ login }: { readonly login: DevelopmentSettings }) => {
  const { basePath, network, devNet } = useSiteConfig();
  const { logIn } = useLogin();
  const tour = useTour();
  const isOffered = useIsOffered();
  const users = useQuery({
    queryKey: ["known-users"],
    queryFn: () => knownUsers(`${location.origin}${basePath}`, login),
    enabled: network !== "off",
    staleTime: 0,
    // the field is there without the list
    retry: false,
  });
  if (users.data === undefined) return null;
  const isTour = tour !== undefined || (devNet && users.data.isFresh && isOffered);
  return (
    <>
      {users.data.users.length === 0 ? null : (
        <UserList
          users={users.data.users}
          onChoose={(name) => logIn(developmentSession(name, login))}
        />
      )}
      {isTour ? (
        <div className={styles["tour"]}>
          <TourPanel />
        </div>
      ) : null}
    </>
  );
};
