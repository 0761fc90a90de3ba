import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Api, answerOf } from "../../data/client.js";
import { useOperator } from "../../data/console-queries.js";
import { userIdError } from "../../session/development-login.js";
import { givingQuestion } from "./coins-question.js";
import { consoleCall } from "./console-call.js";
import { KnownPartyField } from "./known-party-field.js";
import { nobody, type OnboardDraft, type Onboarding, onboardingOf } from "./onboarding.js";
import { messages } from "./messages.js";

const choices: ReadonlyArray<readonly [OnboardDraft["whose"], string]> = [
  ["own", messages.onboarding.own],
  ["operator", messages.onboarding.operator],
  ["other", messages.onboarding.other],
];

const hints: Readonly<Record<OnboardDraft["whose"], string>> = {
  own: messages.onboarding.ownHint,
  operator: messages.onboarding.operatorHint,
  other: messages.onboarding.otherHint,
};

const onboard = (api: Api, body: Onboarding) =>
  answerOf(api.wallet.POST("/v0/admin/users", { body }));

/** Gives a user a wallet. */
export const OnboardCard = () => {
  const operator = useOperator().data?.party_id;
  return (
    <Card title={messages.onboarding.title}>
      <ActionForm
        label={messages.onboarding.title}
        layout="columns"
        empty={nobody}
        fields={({ bind, draft: { name, whose } }) => (
          <>
            <TextField
              label={messages.onboarding.user}
              error={name === "" ? undefined : userIdError(name.trim())}
              {...bind("name")}
            />
            <ChoiceField
              label={messages.onboarding.whose}
              choices={choices}
              hint={hints[whose]}
              {...bind("whose")}
            />
            {whose === "other" ? <KnownPartyField {...bind("party")} /> : null}
          </>
        )}
        check={(draft) => onboardingOf(draft, operator)}
        question={({ name, party_id: party }) =>
          party !== undefined && party === operator ? givingQuestion(name, "coins") : undefined
        }
        call={consoleCall("onboard", onboard)}
        submit={{ text: messages.onboarding.submit, icon: "people" }}
        said={({ name }) => messages.onboarding.done({ name })}
        failed={messages.onboarding.failed}
      />
    </Card>
  );
};
