import { workerData } from "node:worker_threads";
import { answerOwner, systemTimers } from "@tallystick/background";
import {
  type CompiledPackages,
  compilePackages,
  ledgerCatalog,
  type LedgerError,
  pingPackage,
} from "@tallystick/core";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { archiveIn } from "../administration/archive-store.js";
import { LoadedPackages } from "../administration/loaded-packages.js";
import type { Journal } from "../journal/journal.js";
import { storeMessage } from "../journal/store-message.js";
import { packagesNamed } from "../ledger/packages-from.js";
import { sha256 } from "../ledger/sha256.js";
import { reopenJournal } from "../replay/reopen-journal.js";
import { PastStates } from "./past-states.js";
import type { TryingThread } from "./trial-thread.js";
import { type CatalogOf, type PastTrial, type Tried, tryInPast } from "./try-command.js";

// A thread that tries commands on states that it folds itself, with packages of its own.

// border: only `trialThreadOf` starts this thread
const { folder, packagesFrom, packageIds, ...place } = workerData as TryingThread;

const definitions = async (): Promise<CompiledPackages> => {
  const known = new Set(packageIds);
  const all = await packagesNamed(packagesFrom);
  const compiled = compilePackages([pingPackage, ...all], sha256);
  if (isLeft(compiled)) throw new Error(compiled.left.message);
  const used = compiled.right.packages.filter(({ packageId }) => known.has(packageId));
  if (used.length < known.size)
    throw new Error("its packages are not those of the node; restart the node");
  if (used.length === compiled.right.packages.length) return compiled.right;
  // a module may have more than the node was opened with
  const isUsed = ({ name, version }: { readonly name: string; readonly version: string }) =>
    used.some((each) => each.name === name && each.version === version);
  const again = compilePackages([pingPackage, ...all].filter(isUsed), sha256);
  if (isLeft(again)) throw new Error(again.left.message);
  return again.right;
};

/** The packages of a state, with the archives that it has. */
const catalogs = (journal: Journal, compiled: CompiledPackages): CatalogOf => {
  const uploaded = new LoadedPackages();
  const archives = { read: (packageId: string) => archiveIn(journal.store, packageId) };
  const usual = ledgerCatalog(compiled, uploaded);
  return async ({ participant: { packages } }, isTraced) => {
    await uploaded.catchUp(() => packages, archives);
    return isTraced ? ledgerCatalog(compiled, uploaded.profiled())(packages) : usual(packages);
  };
};

const begin = async (): Promise<(trial: PastTrial) => Promise<Either<LedgerError, Tried>>> => {
  const [journal, compiled] = await Promise.all([reopenJournal(place), definitions()]);
  if (isLeft(journal)) throw new Error(storeMessage(journal.left));
  const past = new PastStates(journal.right, () => false, folder);
  return tryInPast(past, catalogs(journal.right, compiled), systemTimers);
};

const trying = begin();

answerOwner<PastTrial, Either<LedgerError, Tried>>({
  // a rejection ends the thread
  request: (trial, answer) => {
    void trying.then((tryOne) => tryOne(trial)).then((tried) => answer(tried));
  },
});
