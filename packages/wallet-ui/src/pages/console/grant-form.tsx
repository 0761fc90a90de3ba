import { isLeft } from "fp-ts/lib/Either.js";
import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction, useOperator, useParties } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { readParty } from "../../parties/party-id.js";
import { needsParty, type RightKind, rightOf, rightWords } from "./right-words.js";
import { type Given, GivingQuestion } from "./coins-question.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const kinds: ReadonlyArray<readonly [RightKind, string]> = [
  ["CanReadAs", "CanReadAs"],
  ["CanActAs", "CanActAs"],
  ["CanExecuteAs", "CanExecuteAs"],
  ["CanReadAsAnyParty", "CanReadAsAnyParty"],
  ["CanExecuteAsAnyParty", "CanExecuteAsAnyParty"],
  ["IdentityProviderAdmin", "IdentityProviderAdmin"],
  ["ParticipantAdmin", "ParticipantAdmin"],
];

/** With which a user spends the coins of a party. */
const spending: ReadonlySet<RightKind> = new Set(["CanActAs", "CanExecuteAs"]);

/** What asks first: who acts for the operator's party, or for every party, spends its coins. */
const givenBy = (
  kind: RightKind,
  party: string,
  operator: string | undefined,
): Given | undefined => {
  if (kind === "ParticipantAdmin" || kind === "IdentityProviderAdmin") return "administration";
  const isOperators = spending.has(kind) && party === operator;
  return isOperators || kind === "CanExecuteAsAnyParty" ? "coins" : undefined;
};

const useGrant = (user: string, party: string) => {
  const say = useToast();
  return useConsoleAction<RightKind>(
    "grant",
    (api, granted) =>
      answerOf(
        api.ledger.POST("/v2/users/{user-id}/rights", {
          params: { path: { "user-id": user } },
          body: { userId: user, rights: [rightOf(granted, party)] },
        }),
      ),
    (granted) => say(messages.hasRight({ user, right: granted })),
  );
};

/** Gives a user a right. */
export const GrantForm = ({ user }: { readonly user: string }) => {
  const block = useSendingBlock();
  const parties = useParties("").data ?? [];
  const [kind, setKind] = useState<RightKind>("CanReadAs");
  const [party, setParty] = useState("");
  const { start, isBusy, error } = useGrant(user, party.trim());
  const [isAsking, ask] = useState(false);
  const operator = useOperator().data?.party_id;
  const given = givenBy(kind, party.trim(), operator);
  const lacksParty = needsParty(kind) && isLeft(readParty(party.trim()));
  return (
    <Card title={messages.grantARight}>
      <GivingQuestion
        user={user}
        given={given ?? "coins"}
        isOpen={isAsking}
        confirm={messages.grant}
        onConfirm={() => start(kind)}
        onClose={() => ask(false)}
      />
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (given !== undefined) ask(true);
          else start(kind);
        }}
      >
        <ChoiceField
          label={messages.right}
          value={kind}
          choices={kinds}
          onChange={setKind}
          hint={rightWords[kind]}
        />
        {needsParty(kind) ? (
          <PartyPicker
            label={messages.party}
            value={party}
            known={parties.map((each) => ({
              party: each.party,
              label: each.party.split("::")[0] ?? each.party,
            }))}
            onChange={setParty}
          />
        ) : null}
        <div className={styles["formEnd"]}>
          <Button
            type="submit"
            variant="primary"
            isBusy={isBusy}
            reason={block ?? (lacksParty ? messages.chooseAPartyFirst : undefined)}
          >
            {messages.grant}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title={messages.rightWasNotGranted} error={error} />}
    </Card>
  );
};
