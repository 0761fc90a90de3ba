import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

const noPartiesLeft =
  "This node lets you make no more parties by yourself, so a new key gets no party here. Its operator can raise the setting server.maxSelfAllocatedParties.";

/** The texts of the pages of Parties and keys. */
export const messages = catalogue({
  en: {
    acting: {
      own: "Your own party.",
      noWallet: "It has no wallet on this node: these pages cannot show its coins.",
      byRight: "By a right to act for it.",
      readOnly: "It signs outside of the node, and you may only look.",
      withKey:
        "It signs outside of the node: its key is in this browser, and you sign each thing that you do.",
      withoutKey:
        "It signs outside of the node. Its key is not in this browser: you can look, and sign nothing.",
      noWalletReason: "This party has no wallet on this node.",
      noRight: "You have no right to act for this party.",
      now: "Acting now",
      actNamed: ({ party }: { readonly party: string }) => `Act for this party: ${party}`,
      done: ({ party }: { readonly party: string }) =>
        `You act for ${party} now. All pages show that party.`,
      act: "Act for this party",
      title: "Parties you act for",
      note: "Balance, history and everything you do are those of the party you act for.",
      what: "your rights",
      empty: "You act for no party",
      emptyHint: "The operator gives users the right to act for a party.",
    },
    backup: {
      saved: ({ name }: { readonly name: string }) =>
        `The key is in this browser, its backup in ${name}.`,
      declined: "The key is in this browser alone; it has no backup.",
      decline: "Continue without a backup",
      declineQuestion: "Continue without a backup?",
      declineConfirm: "Continue without",
      declineEffect:
        "The backup cannot be made later. When the data of this browser are deleted, the key is gone, and all that its party has.",
      note: "Whoever has the file and the passphrase has the key. Keep both, apart from each other. This is the only time that the key can be saved.",
      form: "Backup of the key",
      submit: "Save the backup",
      failed: "The key was not saved.",
    },
    passphrase: {
      label: "Passphrase",
      hint: ({ minPassphraseLength }: { readonly minPassphraseLength: number }) =>
        `At least ${minPassphraseLength} characters; several words are best.`,
      tooShort: ({
        minPassphraseLength,
        count,
      }: {
        readonly minPassphraseLength: number;
        readonly count: number;
      }) => `Expected at least ${minPassphraseLength} characters, found ${count}.`,
      repeat: "Repeat the passphrase",
      different: "The two passphrases are different.",
    },
    signing: {
      nothingSigned: ({ cause }: { readonly cause: string }) => `${cause} Nothing was signed.`,
      unreadable: ({ reason }: { readonly reason: string }) =>
        `The node's transactions cannot be read: ${reason}.`,
      otherHash: ({ found, computed }: { readonly found: string; readonly computed: string }) =>
        `The node asks to sign ${found}, expected ${computed}.`,
      otherKey: ({ found }: { readonly found: string }) =>
        `The key ${found} would sign for the party too; expected yours alone.`,
      otherParty: ({ partyId, party }: { readonly partyId: string; readonly party: string }) =>
        `The node would make the party ${partyId}, expected ${party}.`,
      doubts: ({ doubts }: { readonly doubts: string }) =>
        `It cannot be put into words: ${doubts}.`,
    },
    key: {
      removeNamed: ({ hint }: { readonly hint: string }) => `Remove the key of ${hint}`,
      remove: "Remove",
      question: "Remove the key from this browser?",
      removed: "The key was removed from this browser.",
      effect:
        "Without its backup the key is gone for ever, and with it all that the party has. No one can make it again, not even the operator.",
      algorithm: "Algorithm",
      ed25519: "Ed25519, not extractable",
      fingerprint: "Fingerprint",
      fingerprintToCopy: "fingerprint",
      publicKey: "Public key",
      publicToCopy: "public key",
    },
    keys: {
      title: "Keys in this browser",
      empty: "This browser has no keys",
      emptyHint: "With a key of your own, nothing is done for your party without your signature.",
      unlocked: "Unlocked",
      locked: "Locked",
      note: ({ idleWords }: { readonly idleWords: string }) =>
        `Locked keys sign nothing. They lock after ${idleWords} without a touch, and when the page is loaded again. The lock is no password: whoever uses this browser can open it.`,
      lock: "Lock the keys",
      unlock: "Unlock the keys",
      what: "the keys of this browser",
      unsupported:
        "This browser cannot make Ed25519 keys here: that needs HTTPS or this machine itself, and Chrome 137, Firefox 129, Safari 17 or newer.",
    },
    newKey: {
      submit: "Make a key",
      name: "Name of the party",
      nameHint: "The party's id is this name and the fingerprint of the key.",
      partiesLeft: ({ count }: { readonly count: number }) =>
        plural("en", count, {
          one: `This node lets you make ${count} more party.`,
          other: count === 0 ? noPartiesLeft : `This node lets you make ${count} more parties.`,
        }),
      failed: "No key was made.",
      title: "A new key",
      saveBackup: "Save a backup now",
      note: "The key is made here and never leaves this browser. The node cannot act for its party without a signature.",
    },
    page: {
      title: "Parties and keys",
    },
    partyName: {
      malformed: "Expected 1 to 100 letters, digits, - or _.",
    },
    newParty: {
      done: "The party is on the ledger. Only your key signs for it.",
      doubts: ({ doubts }: { readonly doubts: string }) => `Words do not say all: ${doubts}`,
      title: "New party",
      signed: "What you sign",
      nothing: "Nothing",
      confirm: "Sign and make the party",
      locked: "Unlock the keys first.",
      failed: "The party was not made.",
      noQuota:
        "The party was not made. This node lets you make no more parties by yourself: its operator can raise the setting server.maxSelfAllocatedParties.",
      exists: "Its party is on this ledger. Only this key signs for it.",
      none: "You act for no party with this key yet.",
      make: "Make its party",
    },
    setUp: {
      isDone:
        "The operator of this node serves it: transfers to it arrive at once, and others can mint for it.",
      note: "The operator of this node does not serve it yet: no one can mint for it, and each transfer to it waits for your signature.",
      submit: "Set it up",
      question: "Have the operator serve this party?",
      effect:
        "The operator pays the fee. You sign once: transfers to the party arrive at once then, minting delegations of it can be accepted, and the operator may take the rewards that validators get for what it burns.",
      done: "The operator serves the party now.",
      failed: "The party was not set up.",
    },
    restore: {
      done: "The key was restored.",
      failed: "The key was not restored.",
      fileMissing: "Choose the file of the backup.",
      title: "Restore from a backup",
      form: "Restore a key",
      submit: "Restore the key",
      file: "File of the backup",
      fileHint: "The name of the file begins with key-.",
      name: "Name of its party",
      nameHint: "What is before :: in the party's id.",
      passphrase: "Passphrase of the backup",
    },
  },
});
