import { PartyPicker } from "../../components/people/party-picker.js";
import { useParties } from "../../data/console-queries.js";
import { messages } from "./messages.js";

/** A party of this node. */
export const KnownPartyField = (bound: {
  readonly value: string;
  readonly onChange: (party: string) => void;
}) => {
  const parties = useParties("").data ?? [];
  const known = parties.map(({ party }) => ({ party, label: party.split("::")[0] ?? party }));
  return <PartyPicker label={messages.field.party} known={known} {...bound} />;
};
