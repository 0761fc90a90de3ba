import { CopyButton } from "../../components/base/copy-button.js";
import { useToast } from "../../components/feedback/toasts.js";
import { AskButton } from "../../components/flow/ask-button.js";
import { FullId } from "../../components/flow/facts.js";
import type { Row } from "../../components/lists/rows.js";
import { PartyChip } from "../../components/people/party-chip.js";
import { base64Of } from "../../custody/base64.js";
import type { StoredKey } from "../../custody/key-store.js";
import { partyParts } from "../../parties/party-id.js";
import { PartyOfKey } from "./party-of-key.js";
import { useKeys } from "./use-keys.js";
import { messages } from "./messages.js";

const Copied = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <>
    <FullId id={text} />
    <CopyButton text={text} what={what} />
  </>
);

const RemoveButton = ({ party }: { readonly party: string }) => {
  const { remove } = useKeys();
  const say = useToast();
  return (
    <AskButton
      label={messages.key.remove}
      spokenLabel={messages.key.removeNamed({ hint: partyParts(party).hint })}
      variant="danger"
      question={{
        title: messages.key.question,
        isDangerous: true,
        body: <p>{messages.key.effect}</p>,
      }}
      onConfirm={() => void remove(party).then(() => say(messages.key.removed))}
    />
  );
};

/** A key of this browser: what others may know of it, and how to remove it. */
export const keyRow = (found: StoredKey, isUnlocked: boolean): Row => ({
  key: found.party,
  title: <PartyChip party={found.party} />,
  facts: [
    [messages.key.algorithm, messages.key.ed25519],
    [
      messages.key.fingerprint,
      <Copied key="fingerprint" text={found.fingerprint} what={messages.key.fingerprintToCopy} />,
    ],
    [
      messages.key.publicKey,
      <Copied key="key" text={base64Of(found.publicKey)} what={messages.key.publicToCopy} />,
    ],
  ],
  more: <PartyOfKey found={found} isUnlocked={isUnlocked} />,
  actions: <RemoveButton party={found.party} />,
});
