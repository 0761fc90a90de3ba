import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { FactList, Facts } from "../../components/lists/facts.js";
import { JsonView } from "../../components/lists/json-view.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useExplorerAddress } from "./explorer-address.js";
import { eventTitle, type ShownEvent } from "./update-words.js";
import { messages } from "./messages.js";
import styles from "./explorer.module.css";

const chips = (parties: ReadonlyArray<string>) => (
  <FactList
    none={messages.parties.none}
    items={parties.map((party) => ({ key: party, shown: <PartyChip party={party} /> }))}
  />
);

const partiesOf = (event: ShownEvent): ReadonlyArray<readonly [string, React.ReactNode]> => {
  switch (event.kind) {
    case "create":
      return [
        [messages.contract.signatories, chips(event.value.signatories)],
        [messages.contract.observers, chips(event.value.observers ?? [])],
      ];
    case "exercise":
      return [[messages.event.acting, chips(event.value.actingParties)]];
    case "archive":
      return [];
  }
};

/** An event of an update: its parties, its contract, and the values. */
export const EventDetails = ({ event }: { readonly event: ShownEvent }) => {
  const { linkTo } = useExplorerAddress();
  const { contractId, templateId, witnessParties } = event.value;
  return (
    <Card title={eventTitle(event)}>
      <Facts
        rows={[
          [
            messages.contract.title,
            <Link
              key="contract"
              className={styles["mono"]}
              to={linkTo(`/console/contracts/${contractId}`)}
            >
              {contractId.slice(0, 18)}…{contractId.slice(-8)}
            </Link>,
          ],
          [
            messages.contract.template,
            <span key="template" className={styles["mono"]}>
              {templateId}
            </span>,
          ],
          ...partiesOf(event),
          [messages.event.seenBy, chips(witnessParties)],
        ]}
      />
      {event.kind === "create" ? (
        <JsonView label={messages.contract.payload} value={event.value.createArgument} />
      ) : null}
      {event.kind === "exercise" ? (
        <>
          <p className={styles["muted"]}>{messages.event.argument}</p>
          <JsonView label={messages.event.argument} value={event.value.choiceArgument} />
          <p className={styles["muted"]}>{messages.event.result}</p>
          <JsonView label={messages.event.result} value={event.value.exerciseResult ?? null} />
        </>
      ) : null}
    </Card>
  );
};
