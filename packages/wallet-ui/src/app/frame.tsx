import { lazy, type ReactNode, Suspense, useEffect, useState } from "react";
import { Link } from "wouter";
import { Banner } from "../components/base/banner.js";
import { Icon } from "../components/base/icon.js";
import { PartyChip } from "../components/people/party-chip.js";
import { clockSkewMs } from "../data/server-clock.js";
import { loadPart } from "../data/load-part.js";
import { useFollowing, useReachable } from "../data/reachability.js";
import { useShownName } from "../data/party-directory.js";
import { useWalletIfAny } from "../data/wallet-context.js";
import { useLocale } from "../session/preferences.js";
import { shownText } from "../parties/party-names.js";
import { useLogin } from "../session/session.js";
import { aboutMicros, durationWords } from "../states/duration-words.js";
import { networkNames, useSiteConfig } from "../session/site-config.js";
import { useTour } from "../session/tour.js";
import { Bar, Rail } from "./navigation.js";
import type { PageRow } from "./routes.js";
import { SearchButton } from "./search-button.js";
import { messages } from "./messages.js";
import styles from "./frame.module.css";

const readKey = "tallystick.band";

/** That everyone can be everyone here; shorter once it was read in this browser. */
const UnsafeBand = ({ network, what }: { readonly network: string; readonly what: string }) => {
  const said = `${network} ${what}`;
  const [isRead, setRead] = useState(() => localStorage.getItem(readKey) === said);
  const read = (): void => {
    localStorage.setItem(readKey, said);
    setRead(true);
  };
  const name = <strong>{network}</strong>;
  return (
    <p className={`${styles["band"]} ${styles["unsafe"]}`} data-read={isRead ? "yes" : undefined}>
      {isRead
        ? messages.frame.everyoneShort({ network: name, what })
        : messages.frame.everyone({ network: name, what })}
      {isRead ? null : (
        <button type="button" onClick={read}>
          {messages.frame.understood}
        </button>
      )}
    </p>
  );
};

/** What network this is: no one is to take a test for money. */
const NetworkBand = () => {
  const { network, auth } = useSiteConfig();
  if (auth.kind === "development" || auth.kind === "off") {
    const what = auth.kind === "off" ? messages.frame.authOff : messages.frame.developmentLogin;
    return <UnsafeBand network={networkNames[network]} what={what} />;
  }
  return network === "dev" || network === "test" ? (
    <p className={`${styles["band"]} ${styles["test"]}`}>
      {messages.frame.testNetwork({ network: <strong>{networkNames[network]}</strong> })}
    </p>
  ) : null;
};

const ConnectionBanner = () => {
  const locale = useLocale();
  const isReachable = useReachable();
  const isFollowing = useFollowing();
  const [isOnline, setOnline] = useState(navigator.onLine);
  useEffect(() => {
    const changed = (): void => setOnline(navigator.onLine);
    window.addEventListener("online", changed);
    window.addEventListener("offline", changed);
    return () => {
      window.removeEventListener("online", changed);
      window.removeEventListener("offline", changed);
    };
  }, []);
  if (!isOnline || !isReachable) {
    return (
      <Banner tone="warning">
        {isOnline ? messages.frame.unreachableHint : messages.frame.offline}
      </Banner>
    );
  }
  if (!isFollowing) return <Banner tone="warning">{messages.frame.notFollowing}</Banner>;
  const skewMs = clockSkewMs();
  if (skewMs === undefined) return null;
  const distance = durationWords(aboutMicros(Math.abs(skewMs)), locale);
  return (
    <Banner tone="warning">
      {skewMs > 0
        ? messages.frame.clockAhead({ distance })
        : messages.frame.clockBehind({ distance })}
    </Banner>
  );
};

/** Who is logged in and acts; a user and a party of one name are one for the eye. */
const UserAndParty = ({ user, party }: { readonly user: string; readonly party: string }) => {
  const isOne = shownText(useShownName(party)) === user;
  return (
    <>
      <span className={isOne ? "spoken" : styles["user"]} id="logged-in-user" translate="no">
        {user}
      </span>
      <PartyChip party={party} />
    </>
  );
};

const WhoIsHere = () => {
  const { session, logOut } = useLogin();
  const { party = "", ownParty } = useWalletIfAny() ?? {};
  if (session === undefined) return null;
  const isOwn = party !== "" && party === ownParty;
  return (
    <div className={styles["who"]} data-own={isOwn ? "yes" : undefined}>
      {isOwn ? (
        <UserAndParty user={session.name} party={party} />
      ) : (
        <>
          <span className={styles["user"]} id="logged-in-user" translate="no">
            {session.name}
          </span>
          {party === "" ? null : (
            <>
              <Link to="/wallet/parties" className={styles["acting"]}>
                {messages.frame.actingFor}
              </Link>
              <PartyChip party={party} />
            </>
          )}
        </>
      )}
      <button type="button" className={styles["logout"]} id="logout-button" onClick={logOut}>
        <Icon name="logout" size={18} />
        <span>{messages.frame.logOut}</span>
      </button>
    </div>
  );
};

const TourPanel = lazy(async () => ({
  default: (await loadPart(() => import("../pages/tour/tour-panel.js"))).TourPanel,
}));

/** The tour of a fresh node, where this tab is on it. */
const Tour = () =>
  useTour() === undefined ? null : (
    <div className={styles["tour"]}>
      <Suspense fallback={null}>
        <TourPanel />
      </Suspense>
    </div>
  );

/** What is around every page. */
export const Frame = ({
  rows,
  isMinimal = false,
  children,
}: {
  readonly rows: ReadonlyArray<PageRow>;
  readonly isMinimal?: boolean;
  readonly children: ReactNode;
}) => (
  <div className={styles["frame"]} data-minimal={isMinimal ? "yes" : undefined}>
    <a className={styles["skip"]} href="#main">
      {messages.frame.skip}
    </a>
    <header className={styles["top"]}>
      <NetworkBand />
      <ConnectionBanner />
      <div className={styles["head"]}>
        <p className={styles["brand"]}>
          <span className={styles["mark"]}>
            <svg aria-hidden="true" width="22" height="22" viewBox="0 0 32 32">
              <path d="M9 8v16M14 8v16M19 8v16M24 8v16M5 21 27 11" />
            </svg>
          </span>
          {messages.frame.brand}
        </p>
        {isMinimal ? null : <SearchButton />}
        <WhoIsHere />
      </div>
    </header>
    {isMinimal ? null : <Rail rows={rows} />}
    <main id="main" tabIndex={-1} className={styles["main"]}>
      {isMinimal ? null : <Tour />}
      {children}
    </main>
    {isMinimal ? null : <Bar rows={rows} />}
  </div>
);
