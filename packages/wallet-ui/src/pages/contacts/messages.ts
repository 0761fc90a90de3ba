import type { ReactNode } from "react";
import { catalogue } from "../../messages/catalogue.js";
import { listOf } from "../../messages/list.js";
import { rich } from "../../texts/rich.js";

/** The texts of the pages of Contacts. */
export const messages = catalogue({
  en: {
    expectedFound: ({ expected, found }: { readonly expected: string; readonly found: string }) =>
      `Expected ${expected}, found ${found}.`,
    newText: "New",
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
    thereIsNothingToImport: "There is nothing to import.",
    contactsWereAddedReplaced: ({
      added,
      replaced,
    }: {
      readonly added: number;
      readonly replaced: number;
    }) => `${added} contacts were added, ${replaced} replaced.`,
    importTheseContacts: "Import these contacts",
    cancel: "Cancel",
    cannotImportItInExpected: ({
      field,
      expected,
      found,
    }: {
      readonly field: string;
      readonly expected: string;
      readonly found: string;
    }) => `Cannot import it: in ${field}, expected ${expected}, found ${found}.`,
    importAndExport: "Import and export",
    importAFile: "Import a file",
    youSeeWhatWouldChange: "You see what would change before anything does.",
    thereAreNoContactsYet: "There are no contacts yet.",
    exportAllContacts: "Export all contacts",
    looksLikeWhichYouKnow: ({ party }: { readonly party: string }) =>
      `Looks like ${party}, which you know: compare the fingerprints.`,
    isInYourAddressBook: ({ label }: { readonly label: string }) =>
      `${label} is in your address book.`,
    newContact: "New contact",
    changeContact: "Change contact",
    contact: "Contact",
    enterAParty: "Enter a party and a label first.",
    replaceTheContact: "Replace the contact",
    save: "Save",
    label: "Label",
    whatYouCallThem: ({ label }: { readonly label: number }) =>
      `What you call them; at most ${label} characters.`,
    partyId: "Party id",
    itIsInYourAddress: "It is in your address book already.",
    formOfAPartyId: "name::1220…",
    note: "Note",
    atMostCharactersNo: ({ note }: { readonly note: number }) =>
      `At most ${note} characters; no one else sees it.`,
    change: ({ label }: { readonly label: string }) => `Change ${label}`,
    changeText: "Change",
    remove: ({ label }: { readonly label: string }) => `Remove ${label}`,
    removeText: "Remove",
    removeTheContact: "Remove the contact?",
    contactWasRemoved: "The contact was removed.",
    isTakenOut: ({ text }: { readonly text: ReactNode }) =>
      rich`${text} is taken out of this browser’s address book.`,
    noContactsYet: "No contacts yet",
    giveAPartyAName:
      "Give a party a name, and you find it again where you send. Contacts stay in this browser.",
    search: "Search",
    noContactHasInIt: ({ text }: { readonly text: string }) => `No contact has “${text}” in it.`,
    title: "Contacts",
    addressBook: "Address book",
    addressBookCount: ({ count }: { readonly count: number }) => `Address book (${count})`,
  },
});
