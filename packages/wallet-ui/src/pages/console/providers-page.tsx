import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { StatusPill } from "../../components/base/status-pill.js";
import { StrangerText } from "../../components/base/stranger-text.js";
import { ConfirmDialog } from "../../components/feedback/confirm-dialog.js";
import { EmptyState } from "../../components/feedback/empty-state.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction, useProviders } from "../../data/console-queries.js";
import type { LedgerSchemas } from "../../data/openapi.js";
import { adminRight, ConsoleView } from "./console-view.js";
import { ProviderForm } from "./provider-form.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

type Provider = LedgerSchemas["IdentityProviderConfig"];

/** Takes a provider out, or switches it off and on. */
const useProviderChange = () => {
  const say = useToast();
  return useConsoleAction<{ readonly provider: Provider; readonly what: "delete" | "switch" }>(
    "provider",
    (api, { provider, what }) => {
      const params = { path: { "idp-id": provider.identityProviderId } };
      if (what === "delete") return answerOf(api.ledger.DELETE("/v2/idps/{idp-id}", { params }));
      const body = {
        identityProviderConfig: { ...provider, isDeactivated: provider.isDeactivated !== true },
        updateMask: { paths: ["is_deactivated"] },
      };
      return answerOf(api.ledger.PATCH("/v2/idps/{idp-id}", { params, body }));
    },
    ({ provider, what }) =>
      say(
        (what === "delete" ? messages.isDeleted : messages.isChanged)({
          id: provider.identityProviderId,
        }),
      ),
  );
};

const ProviderRow = ({
  provider,
  isBusy,
  onSwitch,
  onDelete,
}: {
  readonly provider: Provider;
  readonly isBusy: boolean;
  readonly onSwitch: () => void;
  readonly onDelete: () => void;
}) => {
  const { identityProviderId: id, isDeactivated, issuer, jwksUrl, audience = "" } = provider;
  const isOff = isDeactivated === true;
  return (
    <li>
      <div>
        <span className={styles["name"]}>
          <StrangerText text={id} />
        </span>
        <p>
          <StrangerText text={issuer} />
        </p>
        <p>
          {audience === ""
            ? messages.keysAt({ address: <StrangerText text={jwksUrl} /> })
            : messages.keysAndAudience({ address: <StrangerText text={jwksUrl} />, audience })}
        </p>
        <StatusPill tone={isOff ? "warning" : "positive"}>
          {isOff ? messages.off : messages.on}
        </StatusPill>
      </div>
      <div className={styles["actions"]}>
        <Button
          isBusy={isBusy}
          onClick={onSwitch}
          label={(isOff ? messages.switchProviderOn : messages.switchProviderOff)({ id })}
        >
          {isOff ? messages.switchOn : messages.switchOff}
        </Button>
        <Button isBusy={isBusy} onClick={onDelete} label={messages.deleteProvider({ id })}>
          {messages.deleteText}
        </Button>
      </div>
    </li>
  );
};

/** The identity providers whose tokens the node takes. */
export const ProvidersPage = () => {
  const providers = useProviders();
  const [deleted, setDeleted] = useState<Provider>();
  const { start, isBusy, error } = useProviderChange();
  return (
    <Page title={messages.identityProviders}>
      <Card title={messages.allProviders}>
        {error === undefined ? null : (
          <ErrorNote title={messages.providerWasNotChanged} error={error} />
        )}
        <ConsoleView
          query={providers}
          what={messages.theIdentityProviders}
          needs={adminRight}
          isEmpty={(all) => all.length === 0}
          empty={
            <EmptyState icon="door" title={messages.noFurtherProviders}>
              {messages.tokensOfTheServices}
            </EmptyState>
          }
        >
          {(all) => (
            <ul className={styles["rights"]} aria-label={messages.identityProviders}>
              {all.map((provider) => (
                <ProviderRow
                  key={provider.identityProviderId}
                  provider={provider}
                  isBusy={isBusy}
                  onSwitch={() => start({ provider, what: "switch" })}
                  onDelete={() => setDeleted(provider)}
                />
              ))}
            </ul>
          )}
        </ConsoleView>
      </Card>
      <ProviderForm />
      <ConfirmDialog
        isOpen={deleted !== undefined}
        title={messages.deleteQuestion({ id: deleted?.identityProviderId ?? "" })}
        confirm={messages.deleteText}
        isDangerous
        onClose={() => setDeleted(undefined)}
        onConfirm={() => {
          if (deleted !== undefined) start({ provider: deleted, what: "delete" });
          setDeleted(undefined);
        }}
      >
        {messages.itsUsersCannotLog}
      </ConfirmDialog>
    </Page>
  );
};
