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
  <Card title={messages.newProvider.title}>
    <ActionForm
      label={messages.newProvider.title}
      layout="columns"
      empty={noProvider}
      fields={({ bind, draft }) => (
        <>
          <TextField label={messages.newProvider.id} {...bind("identityProviderId")} />
          <TextField
            label={messages.newProvider.issuer}
            hint={messages.newProvider.issuerHint}
            {...bind("issuer")}
          />
          <TextField
            label={messages.newProvider.keys}
            error={urlError(draft.jwksUrl)}
            hint={messages.newProvider.keysHint}
            {...bind("jwksUrl")}
          />
          <TextField
            label={messages.newProvider.audience}
            hint={messages.newProvider.audienceHint}
            {...bind("audience")}
          />
        </>
      )}
      check={providerOf}
      call={consoleCall("add-provider", add)}
      submit={{ text: messages.newProvider.submit }}
      said={({ identityProviderId: id }) => messages.newProvider.done({ id })}
      failed={messages.newProvider.failed}
    />
  </Card>
);
