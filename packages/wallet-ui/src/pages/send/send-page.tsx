import { useSearch } from "wouter";
import { Page } from "../../components/page/page.js";
import { SendFlow } from "./send-flow.js";
import { emptyFields } from "./send-fields.js";
import { messages } from "./messages.js";

/** Sends coins; `?to=` fills in the receiver, in a form apart from the one without. */
export const SendPage = () => {
  const to = new URLSearchParams(useSearch()).get("to") ?? "";
  const form = to === "" ? {} : { form: `/wallet/send?to=${to}` };
  return (
    <Page title={messages.form.send} width="narrow">
      <SendFlow key={to} first={{ ...emptyFields, receiver: to }} {...form} />
    </Page>
  );
};
