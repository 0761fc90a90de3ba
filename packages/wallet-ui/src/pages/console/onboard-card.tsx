import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { TextField } from "../../components/forms/text-field.js";
import { PartyPicker } from "../../components/people/party-picker.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction, useOperator, useParties } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { userIdError } from "../../session/development-login.js";
import { GivingQuestion } from "./coins-question.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

type Whose = "own" | "operator" | "other";

const choices: ReadonlyArray<readonly [Whose, string]> = [
  ["own", messages.partyOfItsOwn],
  ["operator", messages.operatorsParty],
  ["other", messages.anotherPartyOfThisNode],
];

const hints: Readonly<Record<Whose, string>> = {
  own: messages.itsPrimaryParty,
  operator: messages.userActsForTheOperator,
  other: messages.userMayAct,
};

/** What has to be filled in; undefined: nothing. */
const missing = (name: string, whose: Whose, party: string): string | undefined => {
  if (name === "") return messages.enterAUserNameFirst;
  const bad = userIdError(name);
  if (bad !== undefined) return bad;
  return whose === "other" && party === "" ? messages.chooseAPartyFirst : undefined;
};

const OtherParty = ({
  party,
  onChange,
}: {
  readonly party: string;
  readonly onChange: (party: string) => void;
}) => {
  const parties = useParties("").data ?? [];
  const known = parties.map((each) => ({
    party: each.party,
    label: each.party.split("::")[0] ?? each.party,
  }));
  return <PartyPicker label={messages.party} value={party} known={known} onChange={onChange} />;
};

const useOnboarding = () => {
  const say = useToast();
  const operator = useOperator().data?.party_id;
  const [name, setName] = useState("");
  const [whose, setWhose] = useState<Whose>("own");
  const [other, setOther] = useState("");
  const { start, isBusy, error } = useConsoleAction<{ name: string; party_id?: string }>(
    "onboard",
    (api, body) => answerOf(api.wallet.POST("/v0/admin/users", { body })),
    (done) => {
      setName("");
      say(messages.hasAWallet({ name: done.name }));
    },
  );
  const party = whose === "operator" ? operator : other.trim();
  const submit = (): void => {
    const user = name.trim();
    start(
      whose === "own" || party === undefined ? { name: user } : { name: user, party_id: party },
    );
  };
  const givesCoins = whose !== "own" && party === operator;
  return { name, setName, whose, setWhose, other, setOther, givesCoins, submit, isBusy, error };
};

/** Gives a user a wallet. */
export const OnboardCard = () => {
  const block = useSendingBlock();
  const { name, setName, whose, setWhose, other, setOther, givesCoins, submit, isBusy, error } =
    useOnboarding();
  const [isAsking, ask] = useState(false);
  return (
    <Card title={messages.giveAUserAWallet}>
      <GivingQuestion
        user={name.trim()}
        given="coins"
        isOpen={isAsking}
        confirm={messages.onboard}
        onConfirm={submit}
        onClose={() => ask(false)}
      />
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          if (givesCoins) ask(true);
          else submit();
        }}
      >
        <TextField
          label={messages.userName}
          value={name}
          onChange={setName}
          error={name === "" ? undefined : userIdError(name.trim())}
        />
        <ChoiceField
          label={messages.walletOf}
          value={whose}
          choices={choices}
          onChange={setWhose}
          hint={hints[whose]}
        />
        {whose === "other" ? <OtherParty party={other} onChange={setOther} /> : null}
        <div className={styles["formEnd"]}>
          <Button
            type="submit"
            variant="primary"
            icon="people"
            isBusy={isBusy}
            reason={block ?? missing(name.trim(), whose, other.trim())}
          >
            {messages.onboard}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title={messages.userGotNoWallet} error={error} />}
    </Card>
  );
};
