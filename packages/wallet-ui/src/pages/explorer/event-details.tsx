import { Link } from "wouter";
import { Card } from "../../components/base/card.js";
import { FactList, Facts } from "../../components/lists/facts.js";
import { JsonView } from "../../components/lists/json-view.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { useExplorerAddress } from "./explorer-address.js";
import { eventTitle, type ShownEvent } from "./update-words.js";
import styles from "./explorer.module.css";

const chips = (parties: ReadonlyArray<string>) => (
  <FactList
    none="none"
    items={parties.map((party) => ({ key: party, shown: <PartyChip party={party} /> }))}
  />
);

const partiesOf = (event: ShownEvent): ReadonlyArray<readonly [string, React.ReactNode]> => {
  switch (event.kind) {
    case "create":
      return [
        ["Signatories", chips(event.value.signatories)],
        ["Observers", chips(event.value.observers ?? [])],
      ];
    case "exercise":
      return [["Acting", chips(event.value.actingParties)]];
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
            "Contract",
            <Link
              key="contract"
              className={styles["mono"]}
              to={linkTo(`/console/contracts/${contractId}`)}
            >
              {contractId.slice(0, 18)}…{contractId.slice(-8)}
            </Link>,
          ],
          [
            "Template",
            <span key="template" className={styles["mono"]}>
              {templateId}
            </span>,
          ],
          ...partiesOf(event),
          ["Seen by", chips(witnessParties)],
        ]}
      />
      {event.kind === "create" ? (
        <JsonView label="Payload" value={event.value.createArgument} />
      ) : null}
      {event.kind === "exercise" ? (
        <>
          <p className={styles["muted"]}>Argument</p>
          <JsonView label="Argument" value={event.value.choiceArgument} />
          <p className={styles["muted"]}>Result</p>
          <JsonView label="Result" value={event.value.exerciseResult ?? null} />
        </>
      ) : null}
    </Card>
  );
};
