import { isRight } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { ButtonLink } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Stack } from "../../components/page/page.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { useParties, usePartyRights, type UserRights } from "../../data/console-queries.js";
import { partyParts, readParty } from "../../parties/party-id.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { rightParts, rightWords } from "./right-words.js";
import { messages } from "./messages.js";

const rowOf = ({ userId: user, rights = [] }: UserRights): Row => {
  const kinds = rights.flatMap((right) => rightParts(right)?.kind ?? []);
  return {
    key: user,
    title: <span translate="no">{user}</span>,
    lines: kinds.map((kind) => (
      <span key={kind}>
        <code>{kind}</code> {rightWords[kind]}
      </span>
    )),
    actions: (
      <ButtonLink to={`/console/rights?user=${encodeURIComponent(user)}`}>
        {messages.partyRights.open({ user })}
      </ButtonLink>
    ),
  };
};

const Found = ({ party }: { readonly party: string }) => (
  <ConsoleView query={usePartyRights(party)} what={messages.rights.what} needs={adminRight}>
    {(found) => (
      <Rows
        label={messages.partyRights.list}
        rows={found.map(rowOf)}
        empty={
          <EmptyState icon="shield" title={messages.partyRights.empty}>
            {messages.partyRights.emptyHint}
          </EmptyState>
        }
      />
    )}
  </ConsoleView>
);

/** Which users may act or read as a party. */
export const PartyRightsCard = () => {
  const [party, setParty] = useState("");
  const parties = useParties("").data ?? [];
  const isWhole = isRight(readParty(party));
  return (
    <Card title={messages.partyRights.title}>
      <Stack>
        <PartyPicker
          label={messages.partyRights.whose}
          value={party}
          known={parties.map((each) => ({ party: each.party, label: partyParts(each.party).hint }))}
          onChange={setParty}
          hint={messages.partyRights.hint}
        />
        {isWhole ? <Found party={party.trim()} /> : null}
      </Stack>
    </Card>
  );
};
