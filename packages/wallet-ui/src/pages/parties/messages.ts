import { catalogue } from "../../messages/catalogue.js";
import { plural } from "../../messages/plural.js";

const noPartiesLeft =
  "This node lets you make no more parties by yourself, so a new key gets no party here. Its operator can raise the setting server.maxSelfAllocatedParties.";

/** The texts of the pages of Parties and keys. */
export const messages = catalogue({
  en: {
    yourOwnParty: "Your own party.",
    itHasNoWallet: "It has no wallet on this node: these pages cannot show its coins.",
    byARightToAct: "By a right to act for it.",
    outsideToLookAt: "It signs outside of the node, and you may only look.",
    outsideWithKey:
      "It signs outside of the node: its key is in this browser, and you sign each thing that you do.",
    outsideWithoutKey:
      "It signs outside of the node. Its key is not in this browser: you can look, and sign nothing.",
    thisPartyHasNoWallet: "This party has no wallet on this node.",
    youHaveNoRight: "You have no right to act for this party.",
    actingNow: "Acting now",
    actForThisParty: ({ party }: { readonly party: string }) => `Act for this party: ${party}`,
    youActForNowAll: ({ party }: { readonly party: string }) =>
      `You act for ${party} now. All pages show that party.`,
    act: "Act for this party",
    partiesYouActFor: "Parties you act for",
    balanceHistoryAndEverything:
      "Balance, history and everything you do are those of the party you act for.",
    yourRights: "your rights",
    youActForNoParty: "You act for no party",
    operatorGivesUsersTheRight: "The operator gives users the right to act for a party.",
    keyIsInThisBrowser: ({ name }: { readonly name: string }) =>
      `The key is in this browser, its backup in ${name}.`,
    keyIsInThisBrowserAlone: "The key is in this browser alone; it has no backup.",
    continueWithoutABackup: "Continue without a backup",
    continueWithoutABackupQuestion: "Continue without a backup?",
    continueWithout: "Continue without",
    backupCannotBeMadeLater:
      "The backup cannot be made later. When the data of this browser are deleted, the key is gone, and all that its party has.",
    whoeverHasTheFile:
      "Whoever has the file and the passphrase has the key. Keep both, apart from each other. This is the only time that the key can be saved.",
    backupOfTheKey: "Backup of the key",
    saveTheBackup: "Save the backup",
    passphrase: "Passphrase",
    atLeastCharactersSeveralWords: ({
      minPassphraseLength,
    }: {
      readonly minPassphraseLength: number;
    }) => `At least ${minPassphraseLength} characters; several words are best.`,
    expectedAtLeastCharactersFound: ({
      minPassphraseLength,
      count,
    }: {
      readonly minPassphraseLength: number;
      readonly count: number;
    }) => `Expected at least ${minPassphraseLength} characters, found ${count}.`,
    repeatThePassphrase: "Repeat the passphrase",
    twoPassphrasesAreDifferent: "The two passphrases are different.",
    keyWasNotSaved: "The key was not saved.",
    nothingWasSigned: ({ cause }: { readonly cause: string }) => `${cause} Nothing was signed.`,
    nodesTransactionsCannotBeRead: ({ reason }: { readonly reason: string }) =>
      `The node's transactions cannot be read: ${reason}.`,
    nodeAsksToSignExpected: ({
      found,
      computed,
    }: {
      readonly found: string;
      readonly computed: string;
    }) => `The node asks to sign ${found}, expected ${computed}.`,
    keyWouldSign: ({ found }: { readonly found: string }) =>
      `The key ${found} would sign for the party too; expected yours alone.`,
    nodeWouldMakeTheParty: ({
      partyId,
      party,
    }: {
      readonly partyId: string;
      readonly party: string;
    }) => `The node would make the party ${partyId}, expected ${party}.`,
    itCannotBePutInto: ({ doubts }: { readonly doubts: string }) =>
      `It cannot be put into words: ${doubts}.`,
    removeTheKeyOf: ({ hint }: { readonly hint: string }) => `Remove the key of ${hint}`,
    remove: "Remove",
    removeTheKeyFrom: "Remove the key from this browser?",
    keyWasRemovedFrom: "The key was removed from this browser.",
    withoutItsBackupTheKey:
      "Without its backup the key is gone for ever, and with it all that the party has. No one can make it again, not even the operator.",
    algorithm: "Algorithm",
    ed25519NotExtractable: "Ed25519, not extractable",
    fingerprint: "Fingerprint",
    theFingerprint: "fingerprint",
    publicKey: "Public key",
    thePublicKey: "public key",
    keysInThisBrowser: "Keys in this browser",
    thisBrowserHasNoKeys: "This browser has no keys",
    withAKey: "With a key of your own, nothing is done for your party without your signature.",
    unlocked: "Unlocked",
    locked: "Locked",
    lockedKeysSignNothingThey: ({ idleWords }: { readonly idleWords: string }) =>
      `Locked keys sign nothing. They lock after ${idleWords} without a touch, and when the page is loaded again. The lock is no password: whoever uses this browser can open it.`,
    lockTheKeys: "Lock the keys",
    unlockTheKeys: "Unlock the keys",
    makeAKey: "Make a key",
    nameOfTheParty: "Name of the party",
    partysIdIsThisName: "The party's id is this name and the fingerprint of the key.",
    partiesLeft: ({ count }: { readonly count: number }) =>
      plural("en", count, {
        one: `This node lets you make ${count} more party.`,
        other: count === 0 ? noPartiesLeft : `This node lets you make ${count} more parties.`,
      }),
    noKeyWasMade: "No key was made.",
    newKey: "A new key",
    saveABackupNow: "Save a backup now",
    keyIsMadeHere:
      "The key is made here and never leaves this browser. The node cannot act for its party without a signature.",
    theKeysOfThisBrowser: "the keys of this browser",
    thisBrowserCannotMakeEd25519:
      "This browser cannot make Ed25519 keys here: that needs HTTPS or this machine itself, and Chrome 137, Firefox 129, Safari 17 or newer.",
    title: "Parties and keys",
    expected1To100Letters: "Expected 1 to 100 letters, digits, - or _.",
    partyIsOnTheLedger: "The party is on the ledger. Only your key signs for it.",
    wordsDoNotSayAll: ({ doubts }: { readonly doubts: string }) =>
      `Words do not say all: ${doubts}`,
    newParty: "New party",
    whatYouSign: "What you sign",
    nothing: "Nothing",
    signAndMakeTheParty: "Sign and make the party",
    unlockTheKeysFirst: "Unlock the keys first.",
    partyWasNotMade: "The party was not made.",
    partyWasNotMadeNoQuota:
      "The party was not made. This node lets you make no more parties by yourself: its operator can raise the setting server.maxSelfAllocatedParties.",
    itsParty: "Its party is on this ledger. Only this key signs for it.",
    operatorServesIt:
      "The operator of this node serves it: transfers to it arrive at once, and others can mint for it.",
    operatorDoesNotServeIt:
      "The operator of this node does not serve it yet: no one can mint for it, and each transfer to it waits for your signature.",
    setItUp: "Set it up",
    setItUpQuestion: "Have the operator serve this party?",
    whatTheSetUpDoes:
      "The operator pays the fee. You sign once: transfers to the party arrive at once then, minting delegations of it can be accepted, and the operator may take the rewards that validators get for what it burns.",
    partyIsSetUp: "The operator serves the party now.",
    partyWasNotSetUp: "The party was not set up.",
    youActForNoPartyWithThisKey: "You act for no party with this key yet.",
    makeItsParty: "Make its party",
    keyWasRestored: "The key was restored.",
    keyWasNotRestored: "The key was not restored.",
    chooseTheFile: "Choose the file of the backup.",
    restoreFromABackup: "Restore from a backup",
    restoreAKey: "Restore a key",
    restoreTheKey: "Restore the key",
    fileOfTheBackup: "File of the backup",
    nameOfTheFileBegins: "The name of the file begins with key-.",
    nameOfItsParty: "Name of its party",
    whatIsBefore: "What is before :: in the party's id.",
    passphraseOfTheBackup: "Passphrase of the backup",
  },
});
