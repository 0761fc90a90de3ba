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
      label={isOff ? messages.provider.switchOn : messages.provider.switchOff}
      spokenLabel={(isOff ? messages.provider.switchOnNamed : messages.provider.switchOffNamed)({
        id,
      })}
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
      said={messages.provider.changed({ id })}
      failed={messages.provider.failed}
    />
  );
};

const Delete = ({ provider }: { readonly provider: Provider }) => {
  const { identityProviderId: id } = provider;
  return (
    <ConsoleButton
      name={`delete-provider.${id}`}
      label={messages.provider.delete}
      spokenLabel={messages.provider.deleteNamed({ id })}
      question={{
        title: messages.provider.question({ id }),
        isDangerous: true,
        body: <p>{messages.provider.effect}</p>,
      }}
      run={(api) => answerOf(api.ledger.DELETE("/v2/idps/{idp-id}", { params: pathOf(provider) }))}
      said={messages.provider.deleted({ id })}
      failed={messages.provider.failed}
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
        {isOff ? messages.provider.off : messages.provider.on}
      </StatusPill>
    ),
    lines: [
      <StrangerText key="issuer" text={issuer} />,
      audience === ""
        ? messages.provider.keys({ address })
        : messages.provider.keysAndAudience({ address, audience }),
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
  <Page title={messages.providers.title}>
    <Card title={messages.providers.all}>
      <ConsoleView query={useProviders()} what={messages.providers.what} needs={adminRight}>
        {(all) => (
          <Rows
            label={messages.providers.title}
            rows={all.map(providerRow)}
            empty={
              <EmptyState icon="door" title={messages.providers.empty}>
                {messages.providers.emptyHint}
              </EmptyState>
            }
          />
        )}
      </ConsoleView>
    </Card>
    <ProviderForm />
  </Page>
);
