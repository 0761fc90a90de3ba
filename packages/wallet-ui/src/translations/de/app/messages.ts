import { plural } from "../../../messages/plural.js";
import type { messages as english } from "../../../app/messages.js";
import { rich } from "../../../texts/rich.js";

export const messages: typeof english = {
  title: {
    subscriptions: "Abonnements",
    names: "Namen",
    allocations: "Zuteilungen",
    delegations: "Delegationen",
    fund: "Entwicklungsfonds",
    contacts: "Kontakte",
    parties: "Parteien und Schlüssel",
    settings: "Einstellungen",
    confirmPayment: "Zahlung bestätigen",
    confirmSubscription: "Abonnement bestätigen",
    overview: "Übersicht",
    users: "Benutzer",
    ledgerParties: "Parteien",
    rights: "Rechte",
    preapprovals: "Vorabgenehmigungen",
    automations: "Automationen",
    traffic: "Traffic",
    health: "Zustand",
    packages: "Pakete",
    providers: "Anbieter",
    updates: "Updates",
    contracts: "Verträge",
    submissions: "Ablehnungen",
    trace: "Ablauf",
    update: "Update",
    contract: "Vertrag",
    home: "Start",
    inbox: "Eingang",
    send: "Senden",
    pay: "Bezahlen",
    request: "Anfordern",
    history: "Verlauf",
    receipt: "Beleg",
    transaction: "Transaktion",
    holdings: "Bestände",
    rewards: "Belohnungen",
    menu: "Alle Seiten",
    connect: "Seite verbinden",
    approve: "Genehmigen",
  },
  notFound: {
    title: "Diese Seite gibt es nicht",
    card: "Die Adresse führt nirgendwohin",
    hint: "Gehen Sie über die Navigation weiter.",
  },
  start: {
    failed: "Die Wallet lässt sich nicht öffnen",
    walletUnknown: "Ob Sie eine Wallet haben, ist nicht lesbar.",
  },
  error: {
    title: "Diese Seite kann nicht angezeigt werden",
    cause: "Ein Fehler in der Seite selbst.",
  },
  frame: {
    authOff: "Die Autorisierung ist abgeschaltet",
    developmentLogin: "Anmeldung für die Entwicklung",
    everyone: ({ network, what }) =>
      rich`${network} · ${what}: Jeder an diesem Rechner kann als jeder Benutzer handeln.`,
    everyoneShort: ({ network, what }) => rich`${network} · ${what}`,
    understood: "Verstanden",
    testNetwork: ({ network }) => rich`${network} · Ein Testnetz: Seine Coins haben keinen Wert.`,
    unreachable: "Der Knoten ist nicht erreichbar",
    unreachableHint:
      "Der Knoten ist nicht erreichbar: Was Sie sehen, kann veraltet sein, und nichts kann gesendet werden. Es wird weiter versucht.",
    notFollowing:
      "Was sich ändert, wird nicht von selbst gezeigt: Die Verbindung dafür ging verloren. Es wird weiter versucht; laden Sie die Seite neu, um Neues zu sehen.",
    offline:
      "Sie sind offline: Was Sie sehen, kann veraltet sein, und nichts kann gesendet werden. Es wird weiter versucht.",
    clockAhead: ({ distance }) =>
      `Die Uhr dieses Geräts geht gegenüber dem Knoten um ${distance} vor. Die Zeiten folgen der Uhr des Knotens.`,
    clockBehind: ({ distance }) =>
      `Die Uhr dieses Geräts geht gegenüber dem Knoten um ${distance} nach. Die Zeiten folgen der Uhr des Knotens.`,
    actingFor: "handelt für",
    logOut: "Abmelden",
    search: "Suchen oder öffnen",
    searchControl: "Strg K",
    searchCommand: "⌘ K",
    skip: "Zum Inhalt springen",
    brand: "Tallystick",
    checkNode: "Prüfen Sie, ob er läuft, und laden Sie die Seite neu.",
  },
  group: {
    money: "Geld",
    own: "Was Sie haben",
    settings: "Einstellungen",
    wallet: "Wallet",
    more: "Alle Seiten",
    console: "Konsole",
    ledger: "Ledger",
  },
  navigation: {
    pages: "Seiten",
    main: "Hauptseiten",
    waiting: ({ count }) =>
      plural("de", count, { one: `${count} wartet auf Sie`, other: `${count} warten auf Sie` }),
  },
};
