import { ChoiceField } from "../../components/forms/choice-field.js";
import { useParties } from "../../data/console-queries.js";
import type { Perspective, ReadingRights } from "../../data/explorer-queries.js";
import { usePartyText } from "../../data/party-directory.js";
import { messages } from "./messages.js";

/** Chooses whose eyes see. */
export const PerspectiveField = ({
  rights: { isEverywhere, isAdmin, parties },
  perspective,
  onChange,
}: {
  readonly rights: ReadingRights;
  readonly perspective: Perspective | undefined;
  readonly onChange: (party: string) => void;
}) => {
  const nameOf = usePartyText();
  // only administrators may list all parties
  const known = useParties("", isEverywhere && isAdmin).data ?? [];
  const chosen = perspective === undefined || perspective === "all" ? "" : perspective.party;
  const all = [...new Set([...parties, ...known.map(({ party }) => party), chosen])]
    .filter((party) => party !== "")
    .toSorted();
  const choices = [
    ...(perspective === undefined ? ([["", messages.perspective.choose]] as const) : []),
    ...(isEverywhere ? ([["all", messages.perspective.all]] as const) : []),
    ...all.map((party) => [party, nameOf(party)] as const),
  ];
  return (
    <ChoiceField
      label={messages.event.seenBy}
      value={perspective === "all" ? "all" : chosen}
      choices={choices}
      onChange={onChange}
    />
  );
};
