import { useId, useState } from "react";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ErrorNote } from "../../components/feedback/error-note.js";
import { useToast } from "../../components/feedback/toasts.js";
import { Field } from "../../components/forms/field.js";
import { answerOf } from "../../data/client.js";
import { useConsoleAction } from "../../data/console-queries.js";
import { useSendingBlock } from "../../data/reachability.js";
import { messages } from "./messages.js";
import styles from "./console.module.css";

/** The largest file that is sent; the node has a limit of its own. */
const mostBytes = 100 * 1_024 * 1_024;

/** Uploads a DAR: checked alone, or kept and vetted. */
export const UploadCard = () => {
  const say = useToast();
  const block = useSendingBlock();
  const id = useId();
  const [file, setFile] = useState<File>();
  const { start, isBusy, error } = useConsoleAction<"dars" | "validate">(
    "upload",
    async (api, what) => {
      const bytes = file === undefined ? new ArrayBuffer(0) : await file.arrayBuffer();
      const options = {
        // border: the types of the client have no bytes
        body: bytes as never,
        bodySerializer: () => bytes,
        headers: { "Content-Type": "application/octet-stream" },
      };
      return what === "dars"
        ? answerOf(api.ledger.POST("/v2/dars", options))
        : answerOf(api.ledger.POST("/v2/dars/validate", options));
    },
    (what) => say(what === "dars" ? messages.darIsUploadedAndVetted : messages.darIsValid),
  );
  const isLarge = file !== undefined && file.size > mostBytes;
  const missing = file === undefined ? messages.chooseAFileFirst : undefined;
  const reason = block ?? missing ?? (isLarge ? messages.fileIsTooLarge : undefined);
  return (
    <Card title={messages.uploadADar}>
      <form
        className={styles["form"]}
        onSubmit={(event) => {
          event.preventDefault();
          start("dars");
        }}
      >
        <Field
          id={id}
          label={messages.darFile}
          hint={messages.itIsCheckedWholeBefore}
          error={isLarge ? messages.expectedAtMost100Mib : undefined}
        >
          <input
            id={id}
            type="file"
            accept=".dar"
            aria-describedby={`${id}-note`}
            onChange={({ target }) => setFile(target.files?.[0])}
          />
        </Field>
        <div className={styles["formEnd"]}>
          <Button type="submit" variant="primary" isBusy={isBusy} reason={reason}>
            {messages.upload}
          </Button>
          <Button isBusy={isBusy} reason={reason} onClick={() => start("validate")}>
            {messages.checkOnly}
          </Button>
        </div>
      </form>
      {error === undefined ? null : <ErrorNote title={messages.darWasRefused} error={error} />}
    </Card>
  );
};
