import { ActButton } from "../../components/flow/act-button.js";
import { Note } from "../../components/forms/form.js";
import { useSetUp } from "../../data/party-setup.js";
import { type ReadableParty, usePartiesChanged } from "../../data/readable-parties.js";
import { messages } from "./messages.js";

/** Whether the operator serves the party of a key; has it do so, after a signature. */
export const SetUp = ({
  found: { party_id: party, is_set_up: isDone },
}: {
  readonly found: ReadableParty;
}) => {
  const setUp = useSetUp(party);
  const changed = usePartiesChanged();
  if (isDone === true) return <Note>{messages.operatorServesIt}</Note>;
  return (
    <>
      <Note>{messages.operatorDoesNotServeIt}</Note>
      <div>
        <ActButton
          name={`party.set-up.${party}`}
          label={messages.setItUp}
          variant="primary"
          question={{ title: messages.setItUpQuestion, body: <p>{messages.whatTheSetUpDoes}</p> }}
          run={setUp}
          touches={["preapprovals", "delegations", "inbox"]}
          said={messages.partyIsSetUp}
          failed={messages.partyWasNotSetUp}
          onDone={() => void changed()}
        />
      </div>
    </>
  );
};
