import { listOf } from "../../../../messages/list.js";
import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/console/messages-automations.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  wallet: {
    resumed: ({ names }) => `Die Automationen von ${names} laufen wieder.`,
    paused: ({ names }) => `Die Automationen von ${names} sind angehalten.`,
    users: ({ users }) => listOf("de", users),
    mergesOnRequest: "Legt auf Wunsch zusammen",
    question: ({ names }) => `Die Automationen von ${names} anhalten?`,
    resumeNamed: ({ names }) => `${names} fortsetzen`,
    pauseNamed: ({ names }) => `${names} anhalten`,
  },
  switch: {
    failed: "Nichts wurde geändert.",
    resume: "Fortsetzen",
    pause: "Anhalten",
    question: "Alle Automationen anhalten?",
    confirm: "Alle anhalten",
    paused: "Die Automationen sind angehalten.",
    resumed: "Die Automationen laufen wieder.",
  },
  state: {
    paused: "Angehalten",
    running: "Läuft",
  },
  summary: {
    operatorCoins: "Coins des Betreibers",
    operatorEmpty:
      "Der Betreiber hat keine Coins: Nichts, wofür er zahlt, geschieht, etwa Vorabgenehmigungen, Traffic und das Einrichten von Parteien. Senden Sie Coins an die Partei des Betreibers.",
    state: "Status",
    waiting: "Wartende Arbeit",
    longestWait: "Längste Wartezeit",
    backAndForth: "Abschöpfung, die hin und her zahlen würde und ruht",
    milliseconds: ({ count }) => `${count} ms`,
  },
  automation: {
    lacksCoins: "Coins fehlen",
    cannotPay: ({ party, needed, available }) =>
      rich`${party} kann ${needed} nicht zahlen: Verfügbar sind ${available}.`,
    othersCannotPay: ({ count }) =>
      plural("de", count, {
        one: `${count} weitere Partei kann nicht zahlen.`,
        other: `${count} weitere Parteien können nicht zahlen.`,
      }),
    lastRun: ({ time }) => rich`Letzter Lauf ${time}, kein nächster, solange sie ruht`,
    lastAndNext: ({ time, seconds }) =>
      rich`Letzter Lauf ${time}, nächster in höchstens ${seconds} s`,
    runs: ({ count }) => plural("de", count, { one: `${count} Lauf`, other: `${count} Läufe` }),
    submitted: ({ count }) =>
      plural("de", count, {
        one: `${count} Befehl hatte Wirkung`,
        other: `${count} Befehle hatten Wirkung`,
      }),
    refused: ({ count }) => `${count} abgelehnt`,
    lastError: ({ text, time }) => rich`Zuletzt abgelehnt, ${time}: ${text}`,
    moved: ({ amount }) => rich`Brachte jemandem ${amount}`,
    nothingRefused: "Nichts abgelehnt",
    titles: {
      "accept-merge-delegations": "Zusammenlege-Delegationen annehmen",
      "accept-transfer-preapprovals": "Vorabgenehmigungen annehmen",
      "auto-accept-transfers": "Überweisungen automatisch annehmen",
      "collect-rewards-and-merge": "Belohnungen einziehen und zusammenlegen",
      "complete-accepted-offers": "Angenommene Angebote abschließen",
      "complete-buy-traffic-requests": "Käufe von Traffic abschließen",
      "expire-requests": "Anforderungen ablaufen lassen",
      "merge-holdings": "Bestände zusammenlegen",
      "mint-for-beneficiaries": "Für Begünstigte prägen",
      network: "Netz",
      "pay-subscriptions": "Abonnements bezahlen",
      "record-validator-liveness": "Verfügbarkeit des Validators aufzeichnen",
      "reject-lapsed-requests": "Verfallene Anforderungen ablehnen",
      "renew-transfer-preapprovals": "Vorabgenehmigungen erneuern",
      "report-in-validator-license": "In der Validator-Lizenz melden",
      "send-transfer-commands": "Überweisungsaufträge senden",
      "share-rewards": "Belohnungen teilen",
      sweep: "Abschöpfen",
      "top-up-traffic": "Traffic auffüllen",
    },
  },
  wallets: {
    title: "Wallets",
    note: "Eine angehaltene Wallet zieht nichts ein, legt nichts zusammen und zahlt nichts von selbst, auch nach einem Neustart des Knotens.",
    search: "Wallets suchen",
    what: "die Wallets",
    notFound: "Keine solche Wallet",
    notFoundHint: "Suchen Sie nach einem Teil des Benutzernamens oder der Partei-ID.",
  },
  page: {
    title: "Automationen",
    all: "Alle Automationen",
    note: "Solange sie angehalten sind, wird nichts zusammengelegt, eingezogen, erneuert, aufgefüllt oder beendet. Benutzer können weiterhin senden und empfangen.",
    what: "die Automationen",
  },
  done: {
    title: "Was jede getan hat",
    empty: "Noch ist nichts gelaufen",
    emptyHint:
      "Jede Automatik steht hier, sobald sie gelaufen ist: wenn eine Runde öffnet oder etwas zu tun ist.",
  },
};
