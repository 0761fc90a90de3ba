import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { type Row, Rows } from "../../components/lists/rows.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useProviders } from "../../data/console-queries.js";
import type { LedgerSchemas } from "../../data/openapi.js";
import { ConsoleButton } from "./console-button.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { ProviderForm } from "./provider-form.js";
import { messages } from "./messages.js";

type Provider = LedgerSchemas["IdentityProviderConfig"];

const pathOf = ({ identityProviderId }: Provider) => ({
  path: { "idp-id": identityProviderId },
});

const Switch = ({ provider }: { readonly provider: Provider }) => {
  const { identityProviderId: id, isDeactivated } = provider;
  const isOff = isDeactivated === true;
  // an operation each: what is repeated after a lost answer must not be the opposite
  const verb = isOff ? "switch-on" : "switch-off";
  return (
    <ConsoleButton
      name={`${verb}.${id}`}
      label={isOff ? messages.switchOn : messages.switchOff}
      spokenLabel={(isOff ? messages.switchProviderOn : messages.switchProviderOff)({ id })}
      run={(api) =>
        answerOf(
          api.ledger.PATCH("/v2/idps/{idp-id}", {
            params: pathOf(provider),
            body: {
              identityProviderConfig: { ...provider, isDeactivated: !isOff },
              updateMask: { paths: ["is_deactivated"] },
            },
          }),
        )
      }
      said={messages.isChanged({ id })}
      failed={messages.providerWasNotChanged}
    />
  );
};

const Delete = ({ provider }: { readonly provider: Provider }) => {
  const { identityProviderId: id } = provider;
  return (
    <ConsoleButton
      name={`delete-provider.${id}`}
      label={messages.deleteText}
      spokenLabel={messages.deleteProvider({ id })}
      question={{
        title: messages.deleteQuestion({ id }),
        isDangerous: true,
        body: <p>{messages.itsUsersCannotLog}</p>,
      }}
      run={(api) => answerOf(api.ledger.DELETE("/v2/idps/{idp-id}", { params: pathOf(provider) }))}
      said={messages.isDeleted({ id })}
      failed={messages.providerWasNotChanged}
    />
  );
};

const providerRow = (provider: Provider): Row => {
  const { identityProviderId: id, isDeactivated, issuer, jwksUrl, audience = "" } = provider;
  const isOff = isDeactivated === true;
  const address = <StrangerText text={jwksUrl} />;
  return {
    key: id,
    title: <StrangerText text={id} />,
    status: (
      <StatusPill tone={isOff ? "warning" : "positive"}>
        {isOff ? messages.off : messages.on}
      </StatusPill>
    ),
    lines: [
      <StrangerText key="issuer" text={issuer} />,
      audience === ""
        ? messages.keysAt({ address })
        : messages.keysAndAudience({ address, audience }),
    ],
    actions: (
      <>
        <Switch provider={provider} />
        <Delete provider={provider} />
      </>
    ),
  };
};

/** The identity providers whose tokens the node takes. */
export const ProvidersPage = () => (
  <Page title={messages.identityProviders}>
    <Card title={messages.allProviders}>
      <ConsoleView query={useProviders()} what={messages.theIdentityProviders} needs={adminRight}>
        {(all) => (
          <Rows
            label={messages.identityProviders}
            rows={all.map(providerRow)}
            empty={
              <EmptyState icon="door" title={messages.noFurtherProviders}>
                {messages.tokensOfTheServices}
              </EmptyState>
            }
          />
        )}
      </ConsoleView>
    </Card>
    <ProviderForm />
  </Page>
);
