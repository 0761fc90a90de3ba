import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/allocations/messages.js";
import { rich } from "../../../../texts/rich.js";

export const messages: typeof english = {
  span: {
    hours: ({ count }) =>
      plural("de", count, { one: `${count} Stunde`, other: `${count} Stunden` }),
    days: ({ count }) => plural("de", count, { one: `${count} Tag`, other: `${count} Tage` }),
  },
  allocate: {
    done: "Die Coins sind zugeteilt.",
    submit: "Zuteilen",
    failed: "Die Coins wurden nicht zugeteilt.",
    submitNamed: ({ legId }) => `Teil ${legId} zuteilen`,
    question: "Die Coins zuteilen?",
    effect: ({ amount }) =>
      rich`${amount} werden für diese Abwicklung gesperrt. Sie können sie zurückziehen, bis sie abgewickelt ist.`,
  },
  fact: {
    executor: "Abwickler",
    executors: "Abwickler",
    noDeadline: "Keine Frist",
    leg: "Teil",
    amount: "Betrag",
    from: "Von",
    to: "An",
    otherToken: ({ amount }) => `${amount} eines anderen Tokens`,
    allocateBefore: "Zuteilen vor",
    settleBefore: "Abwickeln vor",
  },
  form: {
    executorHint: "Wer alle Teile zusammen abwickelt.",
    receiver: "Empfänger",
    missing: "Füllen Sie zuerst alle Felder aus.",
    settlement: "Abwicklung",
    settlementHint: "Ihre Referenz, wie der Abwickler sie hat.",
    term: "Zuteilen innerhalb von",
    termHint: "Sie muss in der doppelten Zeit abgewickelt sein.",
    note: "Die Coins sind gesperrt, bis sie abgewickelt ist oder Sie sie zurückziehen.",
  },
  allocations: {
    title: "Zugeteilt",
    what: "die Zuteilungen",
    empty: "Keine Coins sind zugeteilt",
    emptyHint:
      "Coins werden zugeteilt, wenn Sie annehmen, was eine App für ein Geschäft anfordert.",
  },
  reject: {
    submit: "Ablehnen",
    question: "Die Anforderung ablehnen?",
    effect: "Die App sieht, dass Sie nicht teilnehmen. Nichts wird gezahlt.",
    done: "Die Anforderung ist abgelehnt.",
    failed: "Die Anforderung konnte nicht abgelehnt werden.",
  },
  withdraw: {
    submit: "Zurückziehen",
    question: "Die Zuteilung zurückziehen?",
    effect: "Die Coins gehören wieder Ihnen, und die Abwicklung kann ohne sie nicht stattfinden.",
    done: "Die Coins gehören wieder Ihnen.",
    failed: "Die Zuteilung konnte nicht zurückgezogen werden.",
  },
  review: {
    youSend: ({ amount, other }) => rich`Sie senden ${amount} an ${other}`,
    youReceive: ({ amount, other }) => rich`Sie erhalten ${amount} von ${other}`,
    otherSends: ({ who, amount, other }) => rich`${who} sendet ${amount} an ${other}`,
    otherReceives: ({ who, amount, other }) => rich`${who} erhält ${amount} von ${other}`,
    noOwner: "der Verwalter des Tokens",
    nothingLocked: "Nichts von Ihnen wird gesperrt.",
    locked: ({ amount }) =>
      rich`${amount} sind gesperrt, bis abgewickelt oder abgebrochen wird oder die Zeit vorbei ist.`,
    lockedUntil: ({ amount, until }) =>
      rich`${amount} sind gesperrt, bis abgewickelt oder abgebrochen wird (${until}).`,
    kept: ({ amount }) =>
      rich`Die Abwickler dürfen ${amount} davon für weitere Runden der Abwicklung verwenden.`,
    free: "Sie können es zurücknehmen, bis abgewickelt ist.",
    committed:
      "Es bindet Sie: Sie können es nicht zurücknehmen, da es keine Frist gibt. Die Abwickler können es abbrechen.",
    committedUntil: ({ until }) =>
      rich`Es bindet Sie: Sie können es vor der Frist nicht zurücknehmen (${until}). Die Abwickler können es abbrechen.`,
    otherToken: "Dies ist ein anderer Token: Teilen Sie ihn dort zu, wo Sie ihn halten.",
    notForWallet: "Diese Wallet teilt Coins nur zwischen Konten von Parteien zu.",
  },
  requests: {
    title: "Anforderungen",
    what: "die Anforderungen",
    empty: "Keine Anforderungen",
    emptyHint:
      "Apps, die Geschäfte abwickeln, bitten Sie hier, Coins für Ihren Teil zurückzulegen.",
  },
  page: {
    title: "Zuteilungen",
  },
};
