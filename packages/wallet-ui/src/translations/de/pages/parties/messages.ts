import { plural } from "../../../../messages/plural.js";
import type { messages as english } from "../../../../pages/parties/messages.js";

const noPartiesLeft =
  "Dieser Knoten lässt Sie keine weiteren Parteien selbst anlegen, ein neuer Schlüssel bekommt hier also keine Partei. Der Betreiber kann die Einstellung server.maxSelfAllocatedParties erhöhen.";

export const messages: typeof english = {
  acting: {
    own: "Ihre eigene Partei.",
    noWallet:
      "Sie hat keine Wallet auf diesem Knoten: Diese Seiten können ihre Coins nicht zeigen.",
    byRight: "Durch ein Recht, für sie zu handeln.",
    readOnly: "Sie unterschreibt außerhalb des Knotens, und Sie dürfen nur zusehen.",
    withKey:
      "Sie unterschreibt außerhalb des Knotens: Ihr Schlüssel ist in diesem Browser, und Sie unterschreiben alles einzeln, was Sie tun.",
    withoutKey:
      "Sie unterschreibt außerhalb des Knotens. Ihr Schlüssel ist nicht in diesem Browser: Sie können zusehen und nichts unterschreiben.",
    noWalletReason: "Diese Partei hat keine Wallet auf diesem Knoten.",
    noRight: "Sie haben kein Recht, für diese Partei zu handeln.",
    now: "Handelt jetzt",
    actNamed: ({ party }) => `Für diese Partei handeln: ${party}`,
    done: ({ party }) => `Sie handeln jetzt für ${party}. Alle Seiten zeigen diese Partei.`,
    act: "Für diese Partei handeln",
    title: "Parteien, für die Sie handeln",
    note: "Guthaben, Verlauf und alles, was Sie tun, gehören zu der Partei, für die Sie handeln.",
    what: "Ihre Rechte",
    empty: "Sie handeln für keine Partei",
    emptyHint: "Der Betreiber gibt Benutzern das Recht, für eine Partei zu handeln.",
  },
  backup: {
    saved: ({ name }) => `Der Schlüssel ist in diesem Browser, seine Sicherung in ${name}.`,
    declined: "Der Schlüssel ist nur in diesem Browser; er hat keine Sicherung.",
    decline: "Ohne Sicherung fortfahren",
    declineQuestion: "Ohne Sicherung fortfahren?",
    declineConfirm: "Ohne fortfahren",
    declineEffect:
      "Die Sicherung kann später nicht mehr gemacht werden. Werden die Daten dieses Browsers gelöscht, ist der Schlüssel verloren, und mit ihm alles, was seine Partei hat.",
    note: "Wer die Datei und die Passphrase hat, hat den Schlüssel. Bewahren Sie beide getrennt voneinander auf. Nur jetzt kann der Schlüssel gesichert werden.",
    form: "Sicherung des Schlüssels",
    submit: "Die Sicherung speichern",
    failed: "Der Schlüssel wurde nicht gesichert.",
  },
  passphrase: {
    label: "Passphrase",
    hint: ({ minPassphraseLength }) =>
      `Mindestens ${minPassphraseLength} Zeichen; am besten mehrere Wörter.`,
    tooShort: ({ minPassphraseLength, count }) =>
      `Mindestens ${minPassphraseLength} Zeichen erwartet, ${count} gefunden.`,
    repeat: "Passphrase wiederholen",
    different: "Die beiden Passphrasen sind verschieden.",
  },
  signing: {
    nothingSigned: ({ cause }) => `${cause} Nichts wurde unterschrieben.`,
    unreadable: ({ reason }) => `Die Transaktionen des Knotens sind nicht lesbar: ${reason}.`,
    otherHash: ({ found, computed }) =>
      `Der Knoten bittet um eine Unterschrift für ${found}, erwartet wird ${computed}.`,
    otherKey: ({ found }) =>
      `Auch der Schlüssel ${found} würde für die Partei unterschreiben; erwartet wird nur Ihrer.`,
    otherParty: ({ partyId, party }) =>
      `Der Knoten würde die Partei ${partyId} anlegen, erwartet wird ${party}.`,
    doubts: ({ doubts }) => `Es lässt sich nicht in Worte fassen: ${doubts}.`,
  },
  key: {
    removeNamed: ({ hint }) => `Den Schlüssel von ${hint} entfernen`,
    remove: "Entfernen",
    question: "Den Schlüssel aus diesem Browser entfernen?",
    removed: "Der Schlüssel wurde aus diesem Browser entfernt.",
    effect:
      "Ohne seine Sicherung ist der Schlüssel für immer verloren, und mit ihm alles, was die Partei hat. Niemand kann ihn neu machen, auch nicht der Betreiber.",
    algorithm: "Verfahren",
    ed25519: "Ed25519, nicht auslesbar",
    fingerprint: "Fingerabdruck",
    fingerprintToCopy: "Fingerabdruck",
    publicKey: "Öffentlicher Schlüssel",
    publicToCopy: "Öffentlichen Schlüssel",
  },
  keys: {
    title: "Schlüssel in diesem Browser",
    empty: "Dieser Browser hat keine Schlüssel",
    emptyHint:
      "Mit einem eigenen Schlüssel geschieht für Ihre Partei nichts ohne Ihre Unterschrift.",
    unlocked: "Entsperrt",
    locked: "Gesperrt",
    note: ({ idleWords }) =>
      `Gesperrte Schlüssel unterschreiben nichts. Sie werden gesperrt, wenn ${idleWords} lang nichts geschieht und wenn die Seite neu geladen wird. Die Sperre ist kein Passwort: Wer diesen Browser benutzt, kann sie öffnen.`,
    lock: "Die Schlüssel sperren",
    unlock: "Die Schlüssel entsperren",
    what: "die Schlüssel dieses Browsers",
    unsupported:
      "Dieser Browser kann hier keine Ed25519-Schlüssel machen: Das braucht HTTPS oder diesen Rechner selbst und Chrome 137, Firefox 129, Safari 17 oder neuer.",
  },
  newKey: {
    submit: "Einen Schlüssel machen",
    name: "Name der Partei",
    nameHint: "Die ID der Partei ist dieser Name und der Fingerabdruck des Schlüssels.",
    partiesLeft: ({ count }) =>
      plural("de", count, {
        one: `Dieser Knoten lässt Sie ${count} weitere Partei anlegen.`,
        other:
          count === 0
            ? noPartiesLeft
            : `Dieser Knoten lässt Sie ${count} weitere Parteien anlegen.`,
      }),
    failed: "Kein Schlüssel wurde gemacht.",
    title: "Ein neuer Schlüssel",
    saveBackup: "Jetzt eine Sicherung speichern",
    note: "Der Schlüssel wird hier gemacht und verlässt diesen Browser nie. Der Knoten kann ohne Unterschrift nicht für seine Partei handeln.",
  },
  page: {
    title: "Parteien und Schlüssel",
  },
  partyName: {
    malformed: "1 bis 100 Buchstaben, Ziffern, - oder _ erwartet.",
  },
  newParty: {
    done: "Die Partei ist auf dem Ledger. Nur Ihr Schlüssel unterschreibt für sie.",
    doubts: ({ doubts }) => `Worte sagen nicht alles: ${doubts}`,
    title: "Neue Partei",
    signed: "Was Sie unterschreiben",
    nothing: "Nichts",
    confirm: "Unterschreiben und die Partei anlegen",
    locked: "Entsperren Sie zuerst die Schlüssel.",
    failed: "Die Partei wurde nicht angelegt.",
    noQuota:
      "Die Partei wurde nicht angelegt. Dieser Knoten lässt Sie keine weiteren Parteien selbst anlegen: Der Betreiber kann die Einstellung server.maxSelfAllocatedParties erhöhen.",
    exists: "Seine Partei ist auf diesem Ledger. Nur dieser Schlüssel unterschreibt für sie.",
    none: "Sie handeln mit diesem Schlüssel noch für keine Partei.",
    make: "Seine Partei anlegen",
  },
  setUp: {
    isDone:
      "Der Betreiber dieses Knotens bedient sie: Überweisungen an sie kommen sofort an, und andere können für sie prägen.",
    note: "Der Betreiber dieses Knotens bedient sie noch nicht: Niemand kann für sie prägen, und jede Überweisung an sie wartet auf Ihre Unterschrift.",
    submit: "Einrichten",
    question: "Soll der Betreiber diese Partei bedienen?",
    effect:
      "Der Betreiber zahlt die Gebühr. Sie unterschreiben einmal: Überweisungen an die Partei kommen dann sofort an, Präge-Delegationen von ihr können angenommen werden, und der Betreiber darf die Belohnungen nehmen, die Validatoren für das bekommen, was sie verbrennt.",
    done: "Der Betreiber bedient die Partei jetzt.",
    failed: "Die Partei wurde nicht eingerichtet.",
  },
  restore: {
    done: "Der Schlüssel wurde wiederhergestellt.",
    failed: "Der Schlüssel wurde nicht wiederhergestellt.",
    fileMissing: "Wählen Sie die Datei der Sicherung.",
    title: "Aus einer Sicherung wiederherstellen",
    form: "Einen Schlüssel wiederherstellen",
    submit: "Den Schlüssel wiederherstellen",
    file: "Datei der Sicherung",
    fileHint: "Der Name der Datei beginnt mit key-.",
    name: "Name seiner Partei",
    nameHint: "Was in der ID der Partei vor :: steht.",
    passphrase: "Passphrase der Sicherung",
  },
};
