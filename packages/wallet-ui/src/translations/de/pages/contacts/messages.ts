import { listOf } from "../../../../messages/list.js";
import type { messages as english } from "../../../../pages/contacts/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  field: {
    expectedFound: ({ expected, found }) => `Erwartet: ${expected}; gefunden: ${found}.`,
  },
  change: {
    new: "Neu",
    replaced: "Ersetzt",
    same: "Gleich",
    becomes: ({ label, newLabel }) => `Aus „${label}“ wird „${newLabel}“`,
    replacements: ({ shown, isAll }) => `${listOf("de", shown)}${isAll ? "" : " und weitere"}.`,
  },
  import: {
    nothing: "Es gibt nichts zu importieren.",
    done: ({ added, replaced }) => `Kontakte: ${added} hinzugefügt, ${replaced} ersetzt.`,
    submit: "Diese Kontakte importieren",
    failed: ({ field, expected, found }) =>
      `Import nicht möglich. In ${field} erwartet: ${expected}; gefunden: ${found}.`,
    file: "Eine Datei importieren",
    fileHint: "Sie sehen, was sich ändern würde, bevor es geschieht.",
  },
  form: {
    cancel: "Abbrechen",
    done: ({ label }) => `${label} ist in Ihrem Adressbuch.`,
    newTitle: "Neuer Kontakt",
    changeTitle: "Kontakt ändern",
    label: "Kontakt",
    missing: "Geben Sie zuerst eine Partei und eine Bezeichnung ein.",
    replace: "Den Kontakt ersetzen",
    submit: "Speichern",
  },
  files: {
    title: "Importieren und exportieren",
  },
  export: {
    empty: "Es gibt noch keine Kontakte.",
    submit: "Alle Kontakte exportieren",
  },
  party: {
    alike: ({ party }) =>
      `Sieht aus wie ${party}, die Sie kennen: Vergleichen Sie die Fingerabdrücke.`,
    label: "Partei-ID",
    known: "Sie ist schon in Ihrem Adressbuch.",
    hint: "name::1220…",
  },
  label: {
    label: "Bezeichnung",
    hint: ({ label }) => `Wie Sie sie nennen; höchstens ${label} Zeichen.`,
  },
  note: {
    label: "Notiz",
    hint: ({ note }) => `Höchstens ${note} Zeichen; niemand sonst sieht sie.`,
  },
  row: {
    changeNamed: ({ label }) => `${label} ändern`,
    change: "Ändern",
    removeNamed: ({ label }) => `${label} entfernen`,
    remove: "Entfernen",
    question: "Den Kontakt entfernen?",
    removed: "Der Kontakt wurde entfernt.",
    effect: ({ text }) => rich`${text} wird aus dem Adressbuch dieses Browsers genommen.`,
  },
  list: {
    empty: "Noch keine Kontakte",
    emptyHint:
      "Geben Sie einer Partei einen Namen, dann finden Sie sie beim Senden wieder. Kontakte bleiben in diesem Browser.",
    search: "Suchen",
    notFound: ({ text }) => `Kein Kontakt enthält „${text}“.`,
    notFoundHint:
      "Suchen Sie nach einem Teil eines Namens oder einer Partei-ID, oder fügen Sie den Kontakt hinzu.",
    title: "Adressbuch",
    titleCount: ({ count }) => `Adressbuch (${count})`,
  },
  page: {
    title: "Kontakte",
  },
};
