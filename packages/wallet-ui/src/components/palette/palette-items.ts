import { useLocation } from "wouter";
import { useWalletIfAny } from "../../data/wallet-context.js";
import { useInbox } from "../../data/wallet-queries.js";
import { shortParty } from "../../parties/party-id.js";
import { useContacts } from "../../session/contacts.js";
import { setPreferences } from "../../session/preferences.js";
import { useLogin } from "../../session/session.js";
import { useSiteConfig } from "../../session/site-config.js";
import { newTour, setTour } from "../../session/tour.js";
import type { IconName } from "../base/icon.js";
import { useToast } from "../feedback/toasts.js";
import { type Findable, matching } from "./matching.js";
import { messages } from "./messages.js";
import { type PastedId, pastedIds } from "./pasted-id.js";

/** A page that can be gone to. */
export interface PalettePage {
  readonly path: string;
  readonly title: string;
  readonly icon: IconName;
}

/** Something that can be found. */
export interface PaletteItem extends Findable {
  readonly key: string;
  readonly kind: "page" | "contact" | "action" | "id";
  readonly icon: IconName;
  /** Below the title: an id. */
  readonly note?: string;
  /** Whether others wrote the title. */
  readonly isForeign?: boolean;
  readonly run: () => void;
}

/** What is shown at once. */
const mostShown = 40;

const idRows: Readonly<Record<PastedId["kind"], readonly [title: string, icon: IconName]>> = {
  contract: [messages.id.contract, "page"],
  waiting: [messages.id.waiting, "inbox"],
  update: [messages.id.update, "list"],
  transaction: [messages.id.transaction, "history"],
  receiver: [messages.id.receiver, "send"],
  party: [messages.id.party, "people"],
  offset: [messages.id.offset, "clock"],
};

/** Other words by which pages are found, by their paths. */
const alsoCalled: Readonly<Record<string, string>> = {
  "/console": messages.alsoCalled.overview,
  "/console/submissions": messages.alsoCalled.submissions,
  "/console/automations": messages.alsoCalled.automations,
  "/console/rights": messages.alsoCalled.rights,
  "/wallet/history": messages.alsoCalled.history,
};

const themeRows = [
  ["light", messages.action.light],
  ["dark", messages.action.dark],
] as const;

const useActions = (): ReadonlyArray<PaletteItem> => {
  const { logOut } = useLogin();
  const party = useWalletIfAny()?.party ?? "";
  const { auth, devNet } = useSiteConfig();
  const say = useToast();
  const copy: PaletteItem = {
    key: "copy",
    kind: "action",
    icon: "copy",
    title: messages.action.copyParty,
    run: () => void navigator.clipboard.writeText(party).then(() => say(messages.action.copied)),
  };
  const themes = themeRows.map(
    ([theme, title]): PaletteItem => ({
      key: theme,
      kind: "action",
      icon: "settings",
      title,
      run: () => setPreferences({ theme }),
    }),
  );
  const leave: PaletteItem = {
    key: "leave",
    kind: "action",
    icon: "logout",
    title: messages.action.logOut,
    run: logOut,
  };
  const tour: PaletteItem = {
    key: "tour",
    kind: "action",
    icon: "star",
    title: messages.action.tour,
    run: () => setTour(newTour()),
  };
  const hasTour = devNet && auth.kind === "development";
  return [...(party === "" ? [] : [copy]), ...themes, ...(hasTour ? [tour] : []), leave];
};

/** All that fits to a text: what pasted ids name, then pages, contacts and actions. */
export const usePaletteItems = (
  pages: ReadonlyArray<PalettePage>,
  text: string,
): ReadonlyArray<PaletteItem> => {
  const [, go] = useLocation();
  const { book } = useContacts();
  const actions = useActions();
  const inbox = useInbox().data ?? [];
  const named = pastedIds(text, new Set(inbox.map(({ contract_id: cid }) => cid))).map(
    ({ kind, id, to }): PaletteItem => ({
      key: to,
      kind: "id",
      title: idRows[kind][0],
      icon: idRows[kind][1],
      note: id,
      run: () => go(to),
    }),
  );
  const contacts = book.map(
    ({ label, party, note }): PaletteItem => ({
      key: party,
      kind: "contact",
      icon: "contacts",
      title: messages.action.sendTo({ label }),
      words: `${note} ${party}`,
      note: shortParty(party),
      isForeign: true,
      run: () => go(`/wallet/send?to=${encodeURIComponent(party)}`),
    }),
  );
  const places = pages.map(
    ({ path, title, icon }): PaletteItem => ({
      key: path,
      kind: "page",
      icon,
      title,
      words: alsoCalled[path],
      run: () => go(path),
    }),
  );
  return [...named, ...matching([...places, ...contacts, ...actions], text)].slice(0, mostShown);
};
