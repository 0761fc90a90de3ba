import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { everythingFor } from "@tallystick/wire";
import { openWalletViews, type WalletViews } from "@tallystick/views/wallet";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import type { Ledger } from "../../src/index.js";
import { openLedger } from "../../src/open/open-ledger.js";
import { optionsOf, pingBy, rightOf, userId } from "../test-ledger.js";

const child = fileURLToPath(new URL("./recorded-child.js", import.meta.url));

/** How long an undamaged journal may take to answer everything again; milliseconds. */
const recoveryMs = 100_000;

/** An answer as text, or that it was an error. */
type Answer = { readonly text: string } | "error";

const textOf = (value: unknown): Answer => ({ text: JSON.stringify(value) ?? "undefined" });

const one = async (ask: () => unknown): Promise<Answer> => {
  try {
    const answer = (await ask()) as Either<unknown, unknown>;
    return isLeft(answer) ? "error" : textOf(answer.right);
  } catch {
    return "error";
  }
};

const many = async (items: AsyncIterable<Either<unknown, unknown>>): Promise<Answer> => {
  const found: Array<unknown> = [];
  for await (const item of items) {
    if (isLeft(item)) return "error";
    found.push(item.right);
  }
  return textOf(found);
};

interface Opened {
  readonly ledger: Ledger;
  readonly wallet: WalletViews;
  readonly close: () => Promise<void>;
}

const open = async (data: string): Promise<Opened | undefined> => {
  const wallet = openWalletViews(join(data, "wallet.db"));
  if (isLeft(wallet)) return undefined;
  const opened = await openLedger(optionsOf({ data, projections: [wallet.right] }));
  if (isLeft(opened)) {
    await wallet.right.close();
    return undefined;
  }
  const close = async (): Promise<void> => {
    await opened.right.close();
    await wallet.right.close();
  };
  return { ledger: opened.right, wallet: wallet.right, close };
};

/** The answers to every kind of question, in a fixed order. */
const answersOf = async ({ ledger, wallet }: Opened): Promise<ReadonlyArray<Answer>> => {
  const party = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0]?.party ?? "nobody";
  const eventFormat = everythingFor(party);
  const end = ledger.ledgerEnd();
  const updateFormat = {
    includeTransactions: {
      eventFormat,
      transactionShape: "TRANSACTION_SHAPE_LEDGER_EFFECTS" as const,
    },
  };
  const at = (offset: number) => one(() => ledger.queries.update({ at: { offset }, updateFormat }));
  return [
    textOf(end),
    textOf(party),
    textOf([...ledger.parties({ prefix: "", after: "", limit: 100 })]),
    textOf([...ledger.users({ after: "", limit: 100 })]),
    await many(ledger.queries.activeContracts({ activeAtOffset: end, eventFormat })),
    await many(ledger.queries.activeContracts({ activeAtOffset: end >> 1, eventFormat })),
    await many(ledger.queries.updates({ beginExclusive: 0, updateFormat })),
    await many(ledger.queries.completions({ userId, parties: [party], beginExclusive: 0 })),
    await one(() =>
      ledger.queries.updatesPage({ updateFormat, maxPageSize: 20, descendingOrder: true }),
    ),
    await at(end),
    await at(end - 40),
    textOf(wallet.checkpoint() === end ? "folded" : "folding"),
  ];
};

/** A command that took effect does not take effect again; its rejection is a new event. */
const refusesRepeats = async ({ ledger }: Opened): Promise<void> => {
  const party = ledger.parties({ prefix: "alice::", after: "", limit: 1 })[0]?.party ?? "nobody";
  for (const commandId of ["r0-1", "r2-7"]) {
    const submitted = await ledger.submitAndWait(pingBy(party, commandId));
    expect(isLeft(submitted), `${commandId} again`).to.equal(true);
  }
};

const foldedAt = 11;

/** All files of a folder that are not empty, as paths from it. */
export const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => {
      const found = statSync(join(folder, file));
      return found.isFile() && found.size > 0;
    })
    .sort();

/** A data folder with everything in it, and what is true of it. */
export interface WholeFolder {
  readonly path: string;
  readonly truth: ReadonlyArray<Answer>;
  readonly remove: () => void;
}

/** Makes a ledger's folder in a process of its own, which is killed. */
export const wholeFolder = async (): Promise<WholeFolder> => {
  const base = mkdtempSync(join(tmpdir(), "bit-rot-"));
  const ran = spawnSync(process.execPath, [child, base, "", "24", "300"], { encoding: "utf8" });
  expect([ran.status, ran.stderr]).to.deep.equal([0, ""]);
  const path = join(base, "data");
  // the index of the log lives in memory, and is made again
  for (const file of readdirSync(path)) if (file.endsWith("-shm")) rmSync(join(path, file));
  const copy = join(base, "copy");
  cpSync(path, copy, { recursive: true });
  const opened = await open(copy);
  if (opened === undefined) throw new Error("the whole folder cannot be opened");
  rightOf(await opened.wallet.waitFor(opened.ledger.ledgerEnd(), recoveryMs));
  const truth = await answersOf(opened);
  await refusesRepeats(opened);
  await opened.close();
  expect(truth).to.not.include("error");
  return { path, truth, remove: () => rmSync(base, { recursive: true, force: true }) };
};

/** How a copy of a folder is changed. */
export interface Change {
  /** For the messages of errors. */
  readonly what: string;
  readonly make: (data: string) => void;
  /** The journal itself is changed: it may be refused, and need not come back. */
  readonly isJournal: boolean;
}

/**
 * Changes a copy of a folder, opens it, and compares every answer with the truth: each is true or
 * an error, and where the journal is whole all are true in the end.
 *
 * @returns "refused" when it was not opened, "errors" when some answers were errors at first
 */
export const afterChange = async (
  { path, truth }: WholeFolder,
  { what, make, isJournal }: Change,
): Promise<"refused" | "errors" | "true"> => {
  const data = join(path, "..", "changed");
  rmSync(data, { recursive: true, force: true });
  mkdirSync(data);
  cpSync(path, data, { recursive: true });
  make(data);
  const opened = await open(data);
  if (opened === undefined) {
    expect(isJournal, `${what}: not opened`).to.equal(true);
    return "refused";
  }
  const until = performance.now() + recoveryMs;
  let sawErrors = false;
  for (let isOver = false; !isOver; ) {
    const answers = await answersOf(opened);
    const errors = answers.filter((answer) => answer === "error").length;
    if (errors > 0) sawErrors = true;
    for (const [at, answer] of answers.entries()) {
      if (answer !== "error" && at !== foldedAt)
        expect(answer, `${what}: answer ${at}`).to.deep.equal(truth[at]);
    }
    const isTrue = errors === 0 && JSON.stringify(answers) === JSON.stringify(truth);
    isOver = isTrue || isJournal || performance.now() > until;
    if (isOver && !isJournal) expect(isTrue, `${what}: not recovered`).to.equal(true);
    if (!isOver) await new Promise((resume) => setTimeout(resume, 10));
  }
  await refusesRepeats(opened);
  opened.wallet.check();
  await opened.close();
  return sawErrors ? "errors" : "true";
};
