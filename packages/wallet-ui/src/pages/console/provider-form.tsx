import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

const none = { identityProviderId: "", issuer: "", jwksUrl: "", audience: "" };
type Draft = typeof none;

const urlError = (text: string): string | undefined => {
  if (text === "") return undefined;
  return URL.canParse(text) && new URL(text).protocol === "https:"
    ? undefined
    : messages.expectedAnAddressThatBegins;
};

const missing = ({ identityProviderId, issuer, jwksUrl }: Draft): string | undefined => {
  if (identityProviderId === "") return messages.enterAnIdFirst;
  if (issuer === "") return messages.enterTheIssuerFirst;
  return jwksUrl === "" ? messages.enterTheAddress : urlError(jwksUrl);
};

/** Adds an identity provider. */
export const ProviderForm = () => {
  const say = useToast();
  const block = useSendingBlock();
  const [draft, setDraft] = useState(none);
  const change = (part: Partial<Draft>): void => setDraft({ ...draft, ...part });
  const { start, isBusy, error } = useConsoleAction<Draft>(
    "add-provider",
    (api, identityProviderConfig) =>
      answerOf(api.ledger.POST("/v2/idps", { body: { identityProviderConfig } })),
    (added) => {
      setDraft(none);
      say(messages.isAdded({ id: added.identityProviderId }));
    },
  );
  return (
    <Card title={messages.addAProvider}>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          start(draft);
        }}
      >
        <TextField
          label={messages.id}
          value={draft.identityProviderId}
          onChange={(identityProviderId) => change({ identityProviderId })}
        />
        <TextField
          label={messages.issuer}
          value={draft.issuer}
          onChange={(issuer) => change({ issuer })}
          hint={messages.asItIsInTokens}
        />
        <TextField
          label={messages.addressOfItsKeys}
          value={draft.jwksUrl}
          onChange={(jwksUrl) => change({ jwksUrl })}
          error={urlError(draft.jwksUrl)}
          hint={messages.jwksDocument}
        />
        <TextField
          label={messages.audience}
          value={draft.audience}
          onChange={(audience) => change({ audience })}
          hint={messages.emptyThatOfTheParticipant}
        />
        <div className={styles["formEnd"]}>
          <Button type="submit" variant="primary" isBusy={isBusy} reason={block ?? missing(draft)}>
            {messages.add}
          </Button>
        </div>
      </form>
      {error === undefined ? null : (
        <ErrorNote title={messages.providerWasNotAdded} error={error} />
      )}
    </Card>
  );
};
