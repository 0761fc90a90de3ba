import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { TextField } from "../../components/forms/text-field.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import styles from "./console.module.css";

const none = { identityProviderId: "", issuer: "", jwksUrl: "", audience: "" };
type Draft = typeof none;

const urlError = (text: string): string | undefined => {
  if (text === "") return undefined;
  return URL.canParse(text) && new URL(text).protocol === "https:"
    ? undefined
    : "Expected an address that begins with https://.";
};

const missing = ({ identityProviderId, issuer, jwksUrl }: Draft): string | undefined => {
  if (identityProviderId === "") return "Enter an id first.";
  if (issuer === "") return "Enter the issuer first.";
  return jwksUrl === "" ? "Enter the address of its keys first." : urlError(jwksUrl);
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
      say(`${added.identityProviderId} is added.`);
    },
  );
  return (
    <Card title="Add a provider">
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          start(draft);
        }}
      >
        <TextField
          label="Id"
          value={draft.identityProviderId}
          onChange={(identityProviderId) => change({ identityProviderId })}
        />
        <TextField
          label="Issuer"
          value={draft.issuer}
          onChange={(issuer) => change({ issuer })}
          hint="As it is in tokens."
        />
        <TextField
          label="Address of its keys"
          value={draft.jwksUrl}
          onChange={(jwksUrl) => change({ jwksUrl })}
          error={urlError(draft.jwksUrl)}
          hint="A JWKS document."
        />
        <TextField
          label="Audience"
          value={draft.audience}
          onChange={(audience) => change({ audience })}
          hint="Empty: that of the participant."
        />
        <div className={styles["formEnd"]}>
          <Button type="submit" variant="primary" isBusy={isBusy} reason={block ?? missing(draft)}>
            Add
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title="The provider was not added." error={error} />}
    </Card>
  );
};
