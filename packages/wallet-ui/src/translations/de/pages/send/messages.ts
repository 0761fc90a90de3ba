import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/send/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  link: {
    invalid: "Dieser Link kann nicht bezahlt werden",
    sendElse: "Etwas anderes senden",
    nothingSent: "Nichts wurde gesendet.",
    warning:
      "Ein Link hat dies ausgefüllt. Jeder kann einen Link schreiben: Prüfen Sie, wer die Coins bekommt.",
  },
  pay: {
    title: "Bezahlen",
    what: "das Netz",
  },
  outcome: {
    sent: "Gesendet.",
    sentUpdate: ({ updateId }) => `Gesendet. Update ${updateId}`,
    failed: "Die Überweisung ist fehlgeschlagen.",
    backToForm: "Zurück zum Formular",
  },
  progress: {
    title: "Fortschritt",
    to: "An",
    memo: "Beschreibung",
    update: "Update",
    updateId: "Update-ID",
    steps: "Fortschritt der Überweisung",
    why: ({ text }) => rich`Warum: ${text}`,
    toInbox: "Im Eingang zeigen",
    another: "Weitere senden",
    waiting: "Wartet",
    sending: "Wird gesendet",
    signatureNeeded: "Ihre Unterschrift wird gebraucht.",
    nodeHasIt: "Der Knoten hat die Anfrage.",
    checking: "Wird geprüft",
    answerLost: ({ status }) =>
      rich`${status} Die Antwort ging verloren. Unter derselben ID wird ermittelt, was aus der Überweisung wurde; sie wird nie zweimal gemacht.`,
  },
  form: {
    title: "Was Sie senden",
    clear: "Das Formular leeren",
    send: "Senden",
  },
  review: {
    title: "Prüfen",
    back: "Zurück",
    noCoins: "Jetzt keine",
    coinsAndChange: ({ count, change }) =>
      rich`${plural("de", count, { one: `${count} Coin`, other: `${count} Coins` })}, Wechselgeld ${change}`,
    from: "Von",
    route: "Weg",
    locked: "Gesperrt",
    expiry: "Kann angenommen werden",
    until: ({ time, left }) => rich`bis ${time} (${left})`,
    coins: "Verwendete Coins",
    fee: "Gebühr",
    traffic: "Traffic",
    trafficBytes: ({ bytes }) => `etwa ${bytes} Bytes, vom Knoten bezahlt`,
    afterwards: "Danach verfügbar",
    linkExpired: "Der Link, der darum bittet, ist abgelaufen. Bitten Sie um einen neuen.",
    changed:
      "Etwas hat sich geändert, seit Sie es gelesen haben, und nichts wurde gesendet. Lesen Sie es erneut.",
    what: "was die Überweisung bewirken würde",
    confirm: ({ amount, coin }) => `${amount} ${coin} senden`,
    blocked: "So kann dies nicht gesendet werden.",
  },
  receiver: {
    noKey: ({ found }) =>
      `Eine Partei-ID endet mit :: und 68 Zeichen aus 0-9 und a-f, deren erste 1220 sind. Gefunden wurde „${found}“. Kopieren Sie die ID als Ganzes.`,
    unknown: "In diesem Netz ist keine Partei mit dieser ID bekannt.",
    missing: "Geben Sie zuerst die Partei-ID oder den Namen des Empfängers ein.",
    label: "Empfänger",
    belongsTo: ({ name, party }) => rich`${name} gehört ${party}`,
    noName: ({ name }) =>
      `Kein Name beginnt mit „${name}“. Geben Sie einen Namen des Namensdienstes ein, oder eine Partei-ID wie name::1220….`,
    chooseName: ({ label }) => `Wählen Sie einen Namen, oder schreiben Sie ihn ganz: ${label}.`,
    searching: "Der Name wird gesucht…",
  },
  amount: {
    missing: "Geben Sie zuerst einen Betrag ein.",
    label: "Betrag",
    labelAvailable: ({ available, coin }) => `Betrag (${available} ${coin} verfügbar)`,
  },
  memo: {
    tooLong: "Die Beschreibung ist zu lang.",
    label: "Beschreibung (optional)",
    hint: ({ memo, maxMemoCharacters }) =>
      `Alle an der Überweisung Beteiligten können sie lesen. ${memo} von ${maxMemoCharacters} Zeichen.`,
  },
  way: {
    label: "Wie",
    transfer: "Überweisung",
    offer: "Angebot (ältere Wallets)",
  },
  lifetime: {
    label: "Der Empfänger kann annehmen während",
    hour: "1 Stunde",
    day: "1 Tag",
    days10: "10 Tage",
    days30: "30 Tage",
    days90: "90 Tage",
  },
  problem: {
    shortOfFunds: ({ missing, coin }) => `Sie haben zu wenig: Es fehlen ${missing} ${coin}.`,
    tooManyCoins:
      "Ihre Coins sind zu viele und zu klein für eine Überweisung. Legen Sie sie zuerst zusammen.",
    receiverUnknown:
      "In diesem Netz ist keine Partei mit dieser ID bekannt. Prüfen Sie jedes Zeichen.",
    noPreapproval: "Der Empfänger nimmt keine direkten Überweisungen an.",
    expiryNeeded: "Wählen Sie, bis wann der Empfänger annehmen kann.",
    expiryPassed:
      "Die Zeit zum Annehmen ist schon vorbei. Gehen Sie zurück und wählen Sie eine andere.",
    noCause: "keine Ursache genannt",
    refused: ({ cause }) => `Das Ledger würde es ablehnen: ${cause}`,
  },
  route: {
    direct: "Direkt: Der Empfänger hat Überweisungen im Voraus genehmigt und hat die Coins sofort.",
    twoStep:
      "Zwei Schritte: Die Coins sind gesperrt, bis der Empfänger annimmt. Bis dahin können Sie sie zurücknehmen.",
    offer:
      "Angebot: Nichts ist gesperrt. Nachdem der Empfänger angenommen hat, zahlt Ihre Wallet, wenn sie dann genug hat.",
    toYourself:
      "An Sie selbst: Aus Ihren Coins wird einer über diesen Betrag, dazu das Wechselgeld.",
  },
  fate: {
    waiting: "Wartet auf den Empfänger",
    waitingHint: "Der Empfänger hat noch nicht entschieden.",
    accepted: "Angenommen",
    acceptedHint: "Der Empfänger hat angenommen; als Nächstes zahlt Ihre Wallet.",
    completed: "Abgeschlossen",
    completedHint: "Der Empfänger hat die Coins.",
    rejected: "Abgelehnt",
    rejectedLocked: "Der Empfänger wollte es nicht; die Coins gehören wieder Ihnen.",
    withdrawn: "Zurückgezogen",
    withdrawnLocked: "Es wurde zurückgenommen; die Coins gehören wieder Ihnen.",
    expired: "Abgelaufen",
    expiredLocked: "Es wurde nicht rechtzeitig angenommen; die Coins gehören wieder Ihnen.",
    rejectedOffer: "Der Empfänger wollte es nicht; nichts wurde gezahlt.",
    withdrawnOffer: "Es wurde zurückgenommen; nichts wurde gezahlt.",
    expiredOffer: "Es wurde nicht rechtzeitig angenommen; nichts wurde gezahlt.",
    notPaid: "Nicht gezahlt",
    notPaidHint: "Sie hatten zu wenig, als angenommen wurde; nichts wurde gezahlt.",
  },
  step: {
    offered: "Angeboten",
    paid: "Gezahlt",
    sent: "Gesendet",
  },
  warning: {
    ownParty: "Dies ist Ihre eigene Partei.",
    networkParty: "Dies ist die eigene Partei des Netzes: Was sie bekommt, kommt nicht zurück.",
    contactAlike: ({ label, party }) =>
      `Ihr Kontakt „${label}“ liest sich wie dieser und ist ein anderer: ${party}. Vergleichen Sie jedes Zeichen.`,
    partyAlike: ({ similar }) =>
      `Sie kennen eine Partei, die wie diese aussieht und eine andere ist: ${similar}. Vergleichen Sie jedes Zeichen.`,
    firstTime: "Sie haben dieser Partei noch nie etwas gesendet.",
  },
  noLink: {
    title: "Über einen Link bezahlen",
    empty: "Kein Link wurde geöffnet",
    send: "Coins senden",
    hint: "Öffnen Sie einen Zahlungslink, oder scannen Sie seinen Code: Diese Seite zeigt dann, worum er bittet. Links werden unter Anfordern gemacht.",
  },
};
