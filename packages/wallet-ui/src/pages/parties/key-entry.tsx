import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { CopyButton } from "../../components/base/copy-button.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { useToast } from "../../components/feedback/toasts.js";
import { FullId } from "../../components/flow/facts.js";
import { Entry } from "../../components/lists/entry.js";
import { Facts } from "../../components/lists/facts.js";
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
  const [isAsking, ask] = useState(false);
  const { hint } = partyParts(party);
  return (
    <>
      <Button variant="danger" label={messages.removeTheKeyOf({ hint })} onClick={() => ask(true)}>
        {messages.remove}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={messages.removeTheKeyFrom}
        confirm={messages.remove}
        isDangerous
        onClose={() => ask(false)}
        onConfirm={() => {
          ask(false);
          void remove(party).then(() => say(messages.keyWasRemovedFrom));
        }}
      >
        <p>{messages.withoutItsBackupTheKey}</p>
      </ConfirmDialog>
    </>
  );
};

/** A key of this browser: what others may know of it, and how to remove it. */
export const KeyEntry = ({
  found,
  isUnlocked,
}: {
  readonly found: StoredKey;
  readonly isUnlocked: boolean;
}) => (
  <Entry title={<PartyChip party={found.party} />} actions={<RemoveButton party={found.party} />}>
    <Facts
      rows={[
        [messages.algorithm, messages.ed25519NotExtractable],
        [
          messages.fingerprint,
          <Copied key="fingerprint" text={found.fingerprint} what={messages.theFingerprint} />,
        ],
        [
          messages.publicKey,
          <Copied key="key" text={base64Of(found.publicKey)} what={messages.thePublicKey} />,
        ],
      ]}
    />
    <PartyOfKey found={found} isUnlocked={isUnlocked} />
  </Entry>
);
