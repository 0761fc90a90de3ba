import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Page } from "../../components/page/page.js";
import { answerOf } from "../../data/client.js";
import { useSendingBlock } from "../../data/reachability.js";
import { useOperation } from "../../data/use-operation.js";
import { useWallet } from "../../data/wallet-context.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";

/** For a user that has no wallet yet. */
export const WelcomePage = () => {
  const { user, chooseParty } = useWallet();
  const { names } = useSiteConfig();
  const block = useSendingBlock();
  const { state, start } = useOperation({
    name: "register",
    run: async (api) => answerOf(api.wallet.POST("/v0/register")),
    touches: ["user"],
    onCommitted: ({ party_id: party }) => chooseParty(party),
  });
  return (
    <Page title={messages.welcome.title} width="narrow">
      <Card
        title={
          <span data-testid="wallet-onboarding-welcome-title">
            {messages.welcome.card({ user })}
          </span>
        }
      >
        <p>{messages.welcome.note({ user, coin: names.coin })}</p>
        {state.kind === "failed" ? (
          <ErrorNote title={messages.welcome.failed} error={state.error} />
        ) : null}
        <Button
          variant="primary"
          onClick={() => start(undefined)}
          isBusy={state.kind === "sending" || state.kind === "unknown"}
          reason={block}
          hook="onboard-button"
        >
          {messages.welcome.submit}
        </Button>
      </Card>
    </Page>
  );
};
