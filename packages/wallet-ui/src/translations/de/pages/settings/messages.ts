import type { messages as english } from "../../../../pages/settings/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  merging: {
    title: "Automatisches Zusammenlegen",
    what: "ob Coins zusammengelegt werden",
    onNote:
      "Einmal je Runde legt die Wallet Ihre Coins zu einem zusammen, damit Überweisungen klein bleiben.",
    offNote:
      "Ihre Coins werden nur zusammengelegt, wenn Sie es unter Bestände tun. Belohnungen werden weiterhin eingezogen.",
    externalNote:
      "Für eine Partei, die außerhalb dieses Knotens unterschreibt, legt die Wallet nichts von selbst zusammen: Tun Sie es unter Bestände.",
    paused: "Der Betreiber hat alle Automationen dieser Wallet angehalten.",
    switchOff: "Zusammenlegen ausschalten",
    switchOn: "Zusammenlegen einschalten",
    switchedOff: "Coins werden nur auf Wunsch zusammengelegt.",
    switchedOn: "Coins werden von selbst zusammengelegt.",
    failed: "Nichts wurde geändert.",
  },
  state: {
    on: "Ein",
    off: "Aus",
  },
  direct: {
    onNote:
      "Überweisungen an Sie kommen sofort an: Niemand muss sie annehmen, und ihre Absender brauchen keine Frist.",
    payer: "Zahlt dafür",
    expires: "Läuft ab",
    since: "Seit",
    renewed: "Erneuert",
    renewal: "Der Betreiber erneuert sie auf eigene Kosten, bevor sie abläuft.",
    cancel: "Direkte Überweisungen kündigen",
    cancelQuestion: "Direkte Überweisungen kündigen?",
    cancelEffect:
      "Von da an nehmen Sie jede Überweisung selbst an. Was der Betreiber für die restliche Zeit bezahlt hat, wird nicht zurückgezahlt. Sie können direkte Überweisungen später wieder erlauben.",
    cancelled: "Direkte Überweisungen sind gekündigt. Sie nehmen Überweisungen jetzt selbst an.",
    cancelFailed: "Direkte Überweisungen konnten nicht gekündigt werden.",
    offNote:
      "Ohne sie wartet jede Überweisung, bis Sie sie annehmen. Mit direkten Überweisungen kommt alles sofort an, was man Ihnen sendet. Der Betreiber dieses Knotens zahlt dafür und erneuert sie; Sie können sie jederzeit kündigen.",
    allow: "Direkte Überweisungen erlauben",
    allowQuestion: "Direkte Überweisungen erlauben?",
    allowEffect:
      "Jeder kann Ihnen Coins senden, ohne zu fragen. Der Betreiber dieses Knotens zahlt die Gebühr; es kostet Sie nichts.",
    setUpEffect:
      "Jeder kann Ihnen Coins senden, ohne zu fragen. Der Betreiber dieses Knotens zahlt die Gebühr und bedient dann Ihre Partei: Präge-Delegationen von ihr können angenommen werden, und der Betreiber darf die Belohnungen nehmen, die Validatoren für das bekommen, was sie verbrennt.",
    allowed: "Direkte Überweisungen sind erlaubt.",
    allowFailed: "Direkte Überweisungen sind noch nicht erlaubt.",
    title: "Direkte Überweisungen",
    what: "ob direkte Überweisungen erlaubt sind",
  },
  session: {
    revoke: "Widerrufen",
    revokeNamed: ({ origin }) => `${origin} widerrufen`,
    question: "Die Verbindung widerrufen?",
    effect: ({ origin }) =>
      rich`${origin} kann nicht mehr als Ihre Partei lesen oder Sie um etwas bitten, bis Sie die Seite wieder verbinden.`,
    revoked: ({ origin }) => `${origin} ist nicht mehr verbunden.`,
    failed: "Die Verbindung konnte nicht widerrufen werden.",
    party: "Handelt für",
    since: "Verbunden",
    ends: "Endet",
  },
  sessions: {
    title: "Verbundene Webseiten",
    what: "die verbundenen Webseiten",
    empty: "Keine Webseite ist verbunden",
    emptyHint:
      "Eine Webseite, die diese Wallet verwenden will, fragt Sie zuerst; danach steht sie hier.",
  },
  appearance: {
    asBrowser: "Wie der Browser",
    title: "Aussehen",
    theme: "Farben",
    asSystem: "Wie das System",
    light: "Hell",
    dark: "Dunkel",
    contrast: "Kontrast",
    moreContrast: "Mehr",
    locale: "Sprache der Zahlen und Daten",
    note: "Diese Einstellungen bleiben in diesem Browser.",
  },
  page: {
    title: "Einstellungen",
  },
};
