import { numericFromText } from "@tallystick/core/numeric";
import { isLeft } from "fp-ts/lib/Either.js";
import { Card } from "../../components/base/card.js";
import { ChoiceField } from "../../components/forms/choice-field.js";
import { Note } from "../../components/forms/form.js";
import { LanguageField } from "../../components/forms/language-field.js";
import { Columns, Page, Stack } from "../../components/page/page.js";
import { localDate } from "../../components/time/time-stamp.js";
import { language } from "../../messages/language.js";
import { formatAmount } from "../../money/format-amount.js";
import { setPreferences, useLocale, usePreferences } from "../../session/preferences.js";
import { useSiteConfig } from "../../session/site-config.js";
import { MergingCard } from "./merging-card.js";
import { PreapprovalCard } from "./preapproval-card.js";
import { SessionsCard } from "./sessions-card.js";
import { messages } from "./messages.js";

const sample = numericFromText("1234567.8");

const languages = [
  "ar-EG",
  "de-CH",
  "de-DE",
  "en-GB",
  "en-IN",
  "en-US",
  "es-ES",
  "fr-FR",
  "it-IT",
  "ja-JP",
  "pt-BR",
  "sv-SE",
] as const;

const nameOf = (tag: string): string =>
  new Intl.DisplayNames([language], { type: "language" }).of(tag) ?? tag;

const Appearance = () => {
  const { theme, contrast, locale = "" } = usePreferences();
  const shown = useLocale();
  const { coin } = useSiteConfig().names;
  const choices = new Map<string, string>([
    ["", messages.appearance.asBrowser],
    ...languages.map((tag) => [tag, nameOf(tag)] as const),
  ]);
  if (!choices.has(locale)) choices.set(locale, nameOf(locale));
  const written = isLeft(sample) ? "" : formatAmount(sample.right, shown);
  return (
    <Card title={messages.appearance.title}>
      <ChoiceField
        label={messages.appearance.theme}
        value={theme}
        choices={[
          ["system", messages.appearance.asSystem],
          ["light", messages.appearance.light],
          ["dark", messages.appearance.dark],
        ]}
        onChange={(chosen) => setPreferences({ theme: chosen })}
      />
      <ChoiceField
        label={messages.appearance.contrast}
        value={contrast}
        choices={[
          ["system", messages.appearance.asSystem],
          ["more", messages.appearance.moreContrast],
        ]}
        onChange={(chosen) => setPreferences({ contrast: chosen })}
      />
      <LanguageField />
      <ChoiceField
        label={messages.appearance.locale}
        value={locale}
        choices={[...choices]}
        onChange={(chosen) => setPreferences({ locale: chosen === "" ? undefined : chosen })}
        hint={`${written} ${coin} · ${localDate(Date.UTC(2026, 2, 9), shown)}`}
      />
      <Note>{messages.appearance.note}</Note>
    </Card>
  );
};

/** How the wallet looks, whether it accepts transfers by itself, and which web pages use it. */
export const SettingsPage = () => (
  <Page title={messages.page.title}>
    <Columns>
      <Stack>
        <PreapprovalCard />
        <MergingCard />
        <SessionsCard />
      </Stack>
      <Appearance />
    </Columns>
  </Page>
);
