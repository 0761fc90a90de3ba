import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { answerOf } from "../../data/client.js";
import { useOperator } from "../../data/console-queries.js";
import { givingQuestion } from "./coins-question.js";
import { consoleCall } from "./console-call.js";
import { givenBy, type Grant, grantOf, noGrant } from "./grant.js";
import { KnownPartyField } from "./known-party-field.js";
import { needsParty, type RightKind, rightWords } from "./right-words.js";
import { messages } from "./messages.js";

const kinds: ReadonlyArray<readonly [RightKind, string]> = [
  ["CanReadAs", "CanReadAs"],
  ["CanActAs", "CanActAs"],
  ["CanExecuteAs", "CanExecuteAs"],
  ["CanReadAsAnyParty", "CanReadAsAnyParty"],
  ["CanExecuteAsAnyParty", "CanExecuteAsAnyParty"],
  ["IdentityProviderAdmin", "IdentityProviderAdmin"],
  ["ParticipantAdmin", "ParticipantAdmin"],
];

/** Gives a user a right. */
export const GrantForm = ({ user }: { readonly user: string }) => {
  const operator = useOperator().data?.party_id;
  return (
    <Card title={messages.grant.title}>
      <ActionForm
        label={messages.grant.title}
        layout="columns"
        empty={noGrant}
        fields={({ bind, draft: { kind } }) => (
          <>
            <ChoiceField
              label={messages.grant.right}
              choices={kinds}
              hint={rightWords[kind]}
              {...bind("kind")}
            />
            {needsParty(kind) ? <KnownPartyField {...bind("party")} /> : null}
          </>
        )}
        check={grantOf}
        question={(grant) => {
          const given = givenBy(grant, operator);
          return given === undefined ? undefined : givingQuestion(user, given);
        }}
        call={consoleCall("grant", (api, { right }: Grant) =>
          answerOf(
            api.ledger.POST("/v2/users/{user-id}/rights", {
              params: { path: { "user-id": user } },
              body: { userId: user, rights: [right] },
            }),
          ),
        )}
        keeps={() => true}
        submit={{ text: messages.grant.submit }}
        said={({ kind }) => messages.grant.done({ user, right: kind })}
        failed={messages.grant.failed}
      />
    </Card>
  );
};
