import { Button } from "../../components/base/button.js";
import { QrCode } from "../../components/codes/qr-code.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { Facts } from "../../components/lists/facts.js";
import { saveFile } from "../../data/save-file.js";
import { useSiteConfig } from "../../session/site-config.js";
import { checkCommand, proofFileName, receiptCode } from "./receipt-data.js";
import { type Proof, useProof } from "./use-receipt.js";
import { messages } from "./messages.js";
import styles from "./receipt.module.css";

const Proven = ({ updateId, proof }: { readonly updateId: string; readonly proof: Proof }) => {
  const { text, digest, log, key } = proof;
  const file = proofFileName(updateId);
  return (
    <>
      <Facts
        rows={[
          [messages.proof.digest, <code key="digest">{digest}</code>],
          [messages.proof.log, <code key="log">{log}</code>],
        ]}
      />
      <p>{messages.proof.check}</p>
      <p className={styles["command"]}>
        <code>{checkCommand(updateId, key)}</code>
      </p>
      <p className={styles["note"]}>{messages.proof.keyNote}</p>
      <div className={styles["save"]}>
        <Button icon="down" onClick={() => saveFile(file, text, "text/plain")}>
          {messages.proof.save}
        </Button>
      </div>
    </>
  );
};

const Told = ({ updateId }: { readonly updateId: string }) => {
  const { audit } = useSiteConfig();
  const { data, error } = useProof(updateId);
  if (!audit) return <p>{messages.proof.none}</p>;
  if (data !== undefined) return <Proven updateId={updateId} proof={data} />;
  return error === null ? (
    <p role="status">{messages.proof.making}</p>
  ) : (
    <ErrorNote title={messages.proof.failed} error={error} />
  );
};

/** The proof that the log has the update, and the code by which it is found. */
export const ProofPart = ({
  updateId,
  offset,
}: {
  readonly updateId: string;
  readonly offset: number;
}) => {
  const { basePath } = useSiteConfig();
  const { data: proof } = useProof(updateId);
  const node = `${location.origin}${basePath}`;
  return (
    <section className={styles["proof"]} aria-labelledby="receipt-proof">
      <div className={styles["told"]}>
        <h2 id="receipt-proof">{messages.proof.title}</h2>
        <Told updateId={updateId} />
      </div>
      <QrCode
        text={receiptCode({ node, updateId, offset, proof })}
        label={proof === undefined ? messages.proof.codeOfUpdate : messages.proof.code}
      />
    </section>
  );
};
