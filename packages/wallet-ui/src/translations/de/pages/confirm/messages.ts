import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/confirm/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  payment: {
    card: "Eine App bittet um eine Zahlung",
    description: "Wofür",
    receivers: ({ count }) => plural("de", count, { one: "Empfänger", other: "Empfänger" }),
    confirm: "Zahlung senden",
    done: "Die Zahlung ist gemacht.",
    title: "Zahlung bestätigen",
  },
  request: {
    receiver: "Empfänger",
    provider: "Über",
    expires: "Läuft ab",
    what: "die Anforderung",
    payer: "Sie zahlen als",
  },
  return: {
    refused: ({ reason }) => `${reason} Ihr wird nicht gefolgt.`,
    toWallet: "Zur Wallet",
    link: ({ host }) => `Zurück zu ${host}`,
    warning: ({ reason }) =>
      `${reason} Die Wallet folgt ihr nicht; wer Sie hierher geschickt hat, ist vielleicht nicht, wer er zu sein vorgibt.`,
  },
  sum: {
    exact: "Sie zahlen jetzt",
    about: "Sie zahlen jetzt etwa",
    available: ({ amount }) => rich`Verfügbar: ${amount}`,
  },
  end: {
    rejected: "Abgelehnt",
    committed: "Verbucht",
    acceptedHint:
      "Die Coins sind für die App gesperrt, die sie einzieht. Tut sie es nicht, kommen sie zu Ihnen zurück.",
    rejectedHint: "Nichts wurde gezahlt.",
  },
  accept: {
    shortOfFunds: ({ coin }) => `Sie haben dafür zu wenig ${coin}.`,
    failed: "Die Zahlung wurde abgelehnt.",
  },
  reject: {
    submit: "Ablehnen",
    done: "Abgelehnt.",
    failed: "Die Ablehnung ist nicht gelungen.",
  },
  subscription: {
    card: "Eine App bittet um ein Abonnement",
    costs: "Kostet",
    every: ({ amount, interval }) => rich`${amount} je ${interval}, bis Sie kündigen`,
    later: "Spätere Zahlungen",
    laterHint: ({ before }) =>
      `Diese Wallet macht sie von selbst, bis zu ${before} vor der Fälligkeit.`,
    signed: ({ before }) =>
      `Sie unterschreiben jede einzeln: Sie steht ${before} vor ihrer Fälligkeit in Ihrem Eingang.`,
    title: "Abonnement bestätigen",
    done: "Das Abonnement ist bestätigt.",
  },
  gone: {
    title: "Nichts zu bestätigen",
    card: "Diese Anforderung ist beendet",
    hint: "Sie wurde bezahlt, abgelehnt oder zurückgezogen, oder sie ist für eine andere Partei als Ihre.",
  },
};
