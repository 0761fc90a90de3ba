import type { messages as english } from "../../../../pages/tour/messages.js";

export const messages: typeof english = {
  tour: {
    title: "Ein Rundgang in fünf Schritten",
    progress: ({ step, count }) => `Schritt ${step} von ${count}`,
    decline: "Nicht jetzt",
    end: "Den Rundgang beenden",
    failed: "Der Schritt ist nicht gelungen.",
    done: "Das war der Rundgang. Die beiden Wallets bleiben: Melden Sie sich als einer der beiden an, oder als jemand anderes.",
    close: "Schließen",
  },
  users: {
    title: "Zwei Benutzer",
    note: "Anna und Ben bekommen je eine Wallet: eine Partei des Ledgers, für die dieser Knoten unterschreibt. Sie machen als Anna weiter.",
    action: "Zwei Benutzer anlegen",
  },
  tap: {
    title: "Ein Tap",
    note: "Coins eines Entwicklungsnetzes kommen aus einem Tap. Anna nimmt einige; Guthaben und Verlauf folgen sofort.",
    action: "100 USD nehmen",
  },
  transfer: {
    title: "Eine Überweisung",
    note: "Anna bietet Ben Coins an. Sie sind gesperrt, bis er entscheidet oder das Angebot abläuft.",
    action: "Ben 25 Coins anbieten",
    memo: "Mittagessen",
  },
  acceptance: {
    title: "Eine Annahme",
    note: "Sie machen als Ben weiter, der annimmt. Eine Transaktion bewegt die Coins und beendet das Angebot.",
    action: "Als Ben annehmen",
  },
  proof: {
    title: "Ihr Beweis",
    note: "Das Update, das die Coins bewegt hat, Ereignis für Ereignis, wie Ben es sieht. Ein Knoten mit --audit beweist auch, dass sein Journal es hat.",
    action: "Das Update zeigen",
  },
};
