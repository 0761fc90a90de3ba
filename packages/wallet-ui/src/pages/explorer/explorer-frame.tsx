import type { ReactNode } from "react";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { QueryView } from "../../components/feedback/query-view.js";
import { Page } from "../../components/page/page.js";
import {
  type Perspective,
  type ReadingRights,
  useReadingRights,
} from "../../data/explorer-queries.js";
import { useWalletIfAny } from "../../data/wallet-context.js";
import { shortParty } from "../../parties/party-id.js";
import { AuditBadge } from "./audit-badge.js";
import { useExplorerAddress } from "./explorer-address.js";
import { PerspectiveField } from "./perspective-field.js";
import { TimeTravel } from "./time-travel.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const readAs = <code>CanReadAs</code>;
const actAs = <code>CanActAs</code>;
const readAsAnyParty = <code>CanReadAsAnyParty</code>;

/** Says which right is missing, as an empty list would look like an empty ledger. */
const NoRights = ({ isAdmin }: { readonly isAdmin: boolean }) => (
  <Card title={messages.access.nothing}>
    <EmptyState
      icon="lock"
      title={messages.access.denied}
      action={
        isAdmin ? <ButtonLink to="/console/rights">{messages.access.grant}</ButtonLink> : undefined
      }
    >
      {messages.access.whoSees({ readAs, actAs, readAsAnyParty })}{" "}
      {isAdmin ? messages.access.adminHint : messages.access.askAdministrator}
    </EmptyState>
  </Card>
);

/**
 * Whose eyes those of an address are: where it names none, those of the party that is acted for.
 * Undefined: the user may not read so.
 */
const perspectiveOf = (
  party: string,
  rights: ReadingRights,
  acting: string,
): Perspective | undefined => {
  const { isEverywhere, parties } = rights;
  if (party === "" || party === "all") {
    if (isEverywhere) return "all";
    const first = parties.includes(acting) ? acting : parties[0];
    return party === "all" || first === undefined ? undefined : { party: first };
  }
  return isEverywhere || parties.includes(party) ? { party } : undefined;
};

const Refused = ({ party }: { readonly party: string }) => (
  <Card title={messages.access.deniedParty}>
    <EmptyState icon="lock" title={messages.access.perspectiveDenied}>
      {party === "all"
        ? messages.access.needsAll({ readAsAnyParty })
        : messages.access.needsParty({ readAs, party: shortParty(party), readAsAnyParty })}{" "}
      {messages.access.chooseAnother}
    </EmptyState>
  </Card>
);

/**
 * A page of the explorer: whose eyes see, and at which offset. Without a right to read it says
 * which one is missing.
 */
export const ExplorerFrame = ({
  title,
  travels = true,
  children,
}: {
  readonly title: string;
  /** Whether what is shown depends on the offset. */
  readonly travels?: boolean;
  readonly children: (perspective: Perspective) => ReactNode;
}) => {
  const rights = useReadingRights();
  const acting = useWalletIfAny()?.party ?? "";
  const { address, change } = useExplorerAddress();
  return (
    <Page title={title} actions={<AuditBadge />}>
      <QueryView query={rights} what={messages.access.what} lines={6}>
        {(own) => {
          if (!own.isEverywhere && own.parties.length === 0)
            return <NoRights isAdmin={own.isAdmin} />;
          const perspective = perspectiveOf(address.party, own, acting);
          return (
            <>
              <section className={styles["controls"]} aria-label={messages.perspective.title}>
                <PerspectiveField
                  rights={own}
                  perspective={perspective}
                  onChange={(party) => change({ party })}
                />
                {travels ? <TimeTravel at={address.at} onChange={(at) => change({ at })} /> : null}
              </section>
              {perspective === undefined ? (
                <Refused party={address.party} />
              ) : (
                children(perspective)
              )}
            </>
          );
        }}
      </QueryView>
    </Page>
  );
};
