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
  if (isDone === true) return <Note>{messages.setUp.isDone}</Note>;
  return (
    <>
      <Note>{messages.setUp.note}</Note>
      <div>
        <ActButton
          name={`party.set-up.${party}`}
          label={messages.setUp.submit}
          variant="primary"
          question={{ title: messages.setUp.question, body: <p>{messages.setUp.effect}</p> }}
          run={setUp}
          touches={["preapprovals", "delegations", "inbox"]}
          said={messages.setUp.done}
          failed={messages.setUp.failed}
          onDone={() => void changed()}
        />
      </div>
    </>
  );
};
