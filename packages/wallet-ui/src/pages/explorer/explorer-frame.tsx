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
import styles from "./explorer.module.css";

/** Says which right is missing, as an empty list would look like an empty ledger. */
const NoRights = ({ isAdmin }: { readonly isAdmin: boolean }) => (
  <Card title="Nothing that you may see">
    <EmptyState
      icon="lock"
      title="You lack a right to read"
      action={isAdmin ? <ButtonLink to="/console/rights">Grant it</ButtonLink> : undefined}
    >
      The ledger shows contracts and updates to those with <code>CanReadAs</code> or{" "}
      <code>CanActAs</code> for one of their parties, or with <code>CanReadAsAnyParty</code>.{" "}
      {isAdmin
        ? "ParticipantAdmin alone sees no contracts."
        : "An administrator of this node can grant it."}
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
  <Card title="Not with your rights">
    <EmptyState icon="lock" title="You may not look with these eyes">
      {party === "all" ? (
        <>
          To see with the eyes of all parties you need <code>CanReadAsAnyParty</code>.
        </>
      ) : (
        <>
          You need <code>CanReadAs</code> for {shortParty(party)}, or <code>CanReadAsAnyParty</code>
          .
        </>
      )}{" "}
      Choose another party above.
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
      <QueryView query={rights} what="your rights" lines={6}>
        {(own) => {
          if (!own.isEverywhere && own.parties.length === 0)
            return <NoRights isAdmin={own.isAdmin} />;
          const perspective = perspectiveOf(address.party, own, acting);
          return (
            <>
              <section className={styles["controls"]} aria-label="What is looked at">
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
