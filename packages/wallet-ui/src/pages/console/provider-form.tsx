import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { TextField } from "../../components/forms/text-field.js";
import { type Api, answerOf } from "../../data/client.js";
import { consoleCall } from "./console-call.js";
import { noProvider, type ProviderDraft, providerOf, urlError } from "./provider-draft.js";
import { messages } from "./messages.js";

const add = (api: Api, identityProviderConfig: ProviderDraft) =>
  answerOf(api.ledger.POST("/v2/idps", { body: { identityProviderConfig } }));

/** Adds an identity provider. */
export const ProviderForm = () => (
  <Card title={messages.addAProvider}>
    <ActionForm
      label={messages.addAProvider}
      layout="columns"
      empty={noProvider}
      fields={({ bind, draft }) => (
        <>
          <TextField label={messages.id} {...bind("identityProviderId")} />
          <TextField label={messages.issuer} hint={messages.asItIsInTokens} {...bind("issuer")} />
          <TextField
            label={messages.addressOfItsKeys}
            error={urlError(draft.jwksUrl)}
            hint={messages.jwksDocument}
            {...bind("jwksUrl")}
          />
          <TextField
            label={messages.audience}
            hint={messages.emptyThatOfTheParticipant}
            {...bind("audience")}
          />
        </>
      )}
      check={providerOf}
      call={consoleCall("add-provider", add)}
      submit={{ text: messages.add }}
      said={({ identityProviderId: id }) => messages.isAdded({ id })}
      failed={messages.providerWasNotAdded}
    />
  </Card>
);
