import { chooseLanguage, language, languages } from "../../messages/language.js";
import { useSiteConfig } from "../../session/site-config.js";
import { ChoiceField } from "./choice-field.js";
import { messages } from "./messages.js";

/** The name that a language has for itself. */
const ownNameOf = (tag: string): string =>
  new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

/** In which language the texts are: the page is loaded again in the chosen one. */
export const LanguageField = () => {
  const { basePath } = useSiteConfig();
  return (
    <ChoiceField
      label={messages.language.label}
      value={language}
      choices={languages.map((tag) => [tag, ownNameOf(tag)] as const)}
      onChange={(chosen) => {
        chooseLanguage(chosen, basePath);
        location.reload();
      }}
      hint={messages.language.hint}
    />
  );
};
