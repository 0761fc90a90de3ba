import { useState } from "react";
import { answerOf } from "../../data/client.js";
import { useDappSessions } from "../../data/dapp-queries.js";
import type { WalletSchemas } from "../../data/openapi.js";
import { useOperation } from "../../data/use-operation.js";
import { Button } from "../base/button.js";
import { Card } from "../base/card.js";
import { ConfirmDialog } from "../feedback/confirm-dialog.js";
import { EmptyState } from "../feedback/empty-state.js";
import { ErrorNote } from "../feedback/error-note.js";
import { QueryView } from "../feedback/query-view.js";
import { useToast } from "../feedback/toasts.js";
import { PartyChip } from "../people/party-chip.js";
import { TimeStamp } from "../time/time-stamp.js";
import { Countdown } from "../time/countdown.js";
import styles from "./dapp.module.css";

type Session = WalletSchemas["DappSession"];

const SessionRow = ({
  session: { origin, party_id: party, created_at: at, expires_at: until },
  onEnd,
}: {
  readonly session: Session;
  readonly onEnd: () => void;
}) => (
  <li>
    <div>
      <strong className={styles["origin"]}>{origin}</strong>
      <PartyChip party={party} />
      <p>
        connected <TimeStamp at={at} /> · <Countdown until={until} />
      </p>
    </div>
    <Button label={`Disconnect ${origin}`} onClick={onEnd}>
      Disconnect
    </Button>
  </li>
);

/** The web pages that are connected to the wallet, each with a button that ends it. */
export const DappSessions = () => {
  const sessions = useDappSessions();
  const say = useToast();
  const [ended, setEnded] = useState<Session>();
  const { state, start } = useOperation<string, string>({
    name: "dapp.revoke",
    run: async (api, id) => {
      const params = { path: { id } };
      await answerOf(api.wallet.DELETE("/v0/wallet/dapp/sessions/{id}", { params }));
      return id;
    },
    touches: ["dapps"],
    onCommitted: () => say("The page is disconnected."),
  });
  return (
    <Card title="Connected pages">
      {state.kind === "failed" ? (
        <ErrorNote title="The page is still connected." error={state.error} />
      ) : null}
      <QueryView
        query={sessions}
        what="the connected pages"
        isEmpty={(all) => all.length === 0}
        empty={
          <EmptyState icon="lock" title="No page is connected">
            Web pages that you let use this wallet are listed here.
          </EmptyState>
        }
      >
        {(all) => (
          <ul className={styles["sessions"]} aria-label="Connected pages">
            {all.map((session) => (
              <SessionRow key={session.id} session={session} onEnd={() => setEnded(session)} />
            ))}
          </ul>
        )}
      </QueryView>
      <ConfirmDialog
        isOpen={ended !== undefined}
        title="Disconnect this page?"
        confirm="Disconnect"
        isDangerous
        onClose={() => setEnded(undefined)}
        onConfirm={() => {
          if (ended !== undefined) start(ended.id);
          setEnded(undefined);
        }}
      >
        <p>
          <strong className={styles["origin"]}>{ended?.origin}</strong> sees nothing of your wallet
          any more, and what it waits for is rejected.
        </p>
      </ConfirmDialog>
    </Card>
  );
};
