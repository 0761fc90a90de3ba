import { Page } from "../../components/page/page.js";
import { SendFlow } from "./send-flow.js";

/** Sends coins. */
export const SendPage = () => (
  <Page title="Send" width="narrow">
    <SendFlow />
  </Page>
);
