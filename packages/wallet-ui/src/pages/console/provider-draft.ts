import { type Checked, checked } from "../../states/checked.js";
import { messages } from "./messages.js";

export const noProvider = { identityProviderId: "", issuer: "", jwksUrl: "", audience: "" };

/** An identity provider, as it is typed and as the API takes it. */
export type ProviderDraft = typeof noProvider;

/** What is wrong with the address of keys; undefined when nothing is, or nothing is typed. */
export const urlError = (text: string): string | undefined => {
  const isHttps = URL.canParse(text) && new URL(text).protocol === "https:";
  return text === "" || isHttps ? undefined : messages.newProvider.keysMalformed;
};

const missing = ({ identityProviderId, issuer, jwksUrl }: ProviderDraft): string | undefined => {
  if (identityProviderId === "") return messages.newProvider.idMissing;
  if (issuer === "") return messages.newProvider.issuerMissing;
  return jwksUrl === "" ? messages.newProvider.keysMissing : urlError(jwksUrl);
};

/** The provider that is added; Left: what is missing. */
export const providerOf = (draft: ProviderDraft): Checked<ProviderDraft> =>
  checked(missing(draft), draft);
