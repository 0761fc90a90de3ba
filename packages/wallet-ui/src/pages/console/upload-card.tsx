import { right } from "fp-ts/lib/Either.js";
import { Button } from "../../components/base/button.js";
import { Card } from "../../components/base/card.js";
import { ActionForm } from "../../components/flow/action-form.js";
import { FileField } from "../../components/forms/file-field.js";
import { type Api, answerOf } from "../../data/client.js";
import { type Checked, lacks } from "../../states/checked.js";
import { consoleCall } from "./console-call.js";
import { messages } from "./messages.js";

/** The largest file that is sent; the node has a limit of its own. */
const mostBytes = 100 * 1_024 * 1_024;

interface Upload {
  readonly file: File;
  /** Whether it is only checked. */
  readonly isTrial: boolean;
}

const isLarge = (file: File | undefined): boolean => file !== undefined && file.size > mostBytes;

const uploadOf = ({ file }: { readonly file: File | undefined }): Checked<Upload> => {
  if (file === undefined) return lacks(messages.upload.missing);
  return isLarge(file) ? lacks(messages.upload.tooLarge) : right({ file, isTrial: false });
};

const upload = async (api: Api, { file, isTrial }: Upload): Promise<unknown> => {
  const bytes = await file.arrayBuffer();
  const options = {
    // border: the types of the client have no bytes
    body: bytes as never,
    bodySerializer: () => bytes,
    headers: { "Content-Type": "application/octet-stream" },
  };
  return isTrial
    ? answerOf(api.ledger.POST("/v2/dars/validate", options))
    : answerOf(api.ledger.POST("/v2/dars", options));
};

const nothing: { readonly file: File | undefined } = { file: undefined };

/** Uploads a DAR: checked alone, or kept and vetted. */
export const UploadCard = () => (
  <Card title={messages.upload.title}>
    <ActionForm
      label={messages.upload.title}
      layout="columns"
      empty={nothing}
      fields={({ bind, draft: { file } }) => (
        <FileField
          label={messages.upload.file}
          accept=".dar"
          hint={messages.upload.fileHint}
          error={isLarge(file) ? messages.upload.fileTooLarge : undefined}
          {...bind("file")}
        />
      )}
      check={uploadOf}
      call={consoleCall("upload", upload)}
      submit={{ text: messages.upload.submit }}
      actions={({ input, start, isBusy, reason }) => (
        <Button
          isBusy={isBusy}
          reason={reason}
          onClick={() => (input === undefined ? undefined : start({ ...input, isTrial: true }))}
        >
          {messages.upload.check}
        </Button>
      )}
      keeps={({ isTrial }) => isTrial}
      said={({ isTrial }) => (isTrial ? messages.upload.valid : messages.upload.done)}
      failed={messages.upload.failed}
    />
  </Card>
);
