import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { listOf } from "../../messages/list.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Contacts. */
export const messages = catalogue({
  en: {
    field: {
      expectedFound: ({ expected, found }: { readonly expected: string; readonly found: string }) =>
        `Expected ${expected}, found ${found}.`,
    },
    change: {
      new: "New",
      replaced: "Replaced",
      same: "The same",
      becomes: ({ label, newLabel }: { readonly label: string; readonly newLabel: string }) =>
        `“${label}” becomes “${newLabel}”`,
      replacements: ({
        shown,
        isAll,
      }: {
        readonly shown: ReadonlyArray<string>;
        readonly isAll: boolean;
      }) => `${listOf("en", shown)}${isAll ? "" : ", and more"}.`,
    },
    import: {
      nothing: "There is nothing to import.",
      done: ({ added, replaced }: { readonly added: number; readonly replaced: number }) =>
        `${added} contacts were added, ${replaced} replaced.`,
      submit: "Import these contacts",
      failed: ({
        field,
        expected,
        found,
      }: {
        readonly field: string;
        readonly expected: string;
        readonly found: string;
      }) => `Cannot import it: in ${field}, expected ${expected}, found ${found}.`,
      file: "Import a file",
      fileHint: "You see what would change before anything does.",
    },
    form: {
      cancel: "Cancel",
      done: ({ label }: { readonly label: string }) => `${label} is in your address book.`,
      newTitle: "New contact",
      changeTitle: "Change contact",
      label: "Contact",
      missing: "Enter a party and a label first.",
      replace: "Replace the contact",
      submit: "Save",
    },
    files: {
      title: "Import and export",
    },
    export: {
      empty: "There are no contacts yet.",
      submit: "Export all contacts",
    },
    party: {
      alike: ({ party }: { readonly party: string }) =>
        `Looks like ${party}, which you know: compare the fingerprints.`,
      label: "Party id",
      known: "It is in your address book already.",
      hint: "name::1220…",
    },
    label: {
      label: "Label",
      hint: ({ label }: { readonly label: number }) =>
        `What you call them; at most ${label} characters.`,
    },
    note: {
      label: "Note",
      hint: ({ note }: { readonly note: number }) =>
        `At most ${note} characters; no one else sees it.`,
    },
    row: {
      changeNamed: ({ label }: { readonly label: string }) => `Change ${label}`,
      change: "Change",
      removeNamed: ({ label }: { readonly label: string }) => `Remove ${label}`,
      remove: "Remove",
      question: "Remove the contact?",
      removed: "The contact was removed.",
      effect: ({ text }: { readonly text: ReactNode }) =>
        rich`${text} is taken out of this browser’s address book.`,
    },
    list: {
      empty: "No contacts yet",
      emptyHint:
        "Give a party a name, and you find it again where you send. Contacts stay in this browser.",
      search: "Search",
      notFound: ({ text }: { readonly text: string }) => `No contact has “${text}” in it.`,
      notFoundHint: "Search by a part of a name or of a party's id, or add the contact.",
      title: "Address book",
      titleCount: ({ count }: { readonly count: number }) => `Address book (${count})`,
    },
    page: {
      title: "Contacts",
    },
  },
});
