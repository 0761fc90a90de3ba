import { Page } from "../../components/page/page.js";
import { SendFlow } from "./send-flow.js";
import { messages } from "./messages.js";

export const SendPage = () => (
  <Page title={messages.form.send} width="narrow">
    <SendFlow />
  </Page>
);
