import { useState } from "react";
import { Button } from "../../components/base/button.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { ApiError } from "../../data/api-error.js";
import { proofOf } from "../../data/audit-queries.js";
import type { Perspective } from "../../data/explorer-queries.js";
import { saveFile } from "../../data/save-file.js";
import { useWallet } from "../../data/wallet-context.js";
import { useSiteConfig } from "../../session/site-config.js";
import { messages } from "./messages.js";

/** Downloads the proof that an update is in the log, with what the chosen eyes see of it. */
export const ProofButton = ({
  updateId,
  perspective,
}: {
  readonly updateId: string;
  readonly perspective: Perspective;
}) => {
  const { audit } = useSiteConfig();
  const { api } = useWallet();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<Error>();
  const download = async (): Promise<void> => {
    setBusy(true);
    setError(undefined);
    try {
      const party = perspective === "all" ? "" : perspective.party;
      saveFile(`${updateId}.tlog-proof`, await proofOf(api, updateId, party), "text/plain");
    } catch (thrown) {
      setError(thrown instanceof ApiError ? thrown : new Error(String(thrown)));
    }
    setBusy(false);
  };
  return (
    <>
      <Button
        icon="down"
        isBusy={isBusy}
        reason={audit ? undefined : messages.proof.noLog}
        onClick={() => void download()}
      >
        {messages.proof.download}
      </Button>
      {error === undefined ? null : <ErrorNote title={messages.proof.none} error={error} />}
    </>
  );
};
