import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Ledger, type LedgerOptions, openLedger } from "@tallystick/node";
import { isLeft } from "fp-ts/lib/Either.js";
import { run } from "../src/run.js";

const undo: Array<() => Promise<void> | void> = [];

afterEach(async () => {
  for (const action of undo.splice(0)) await action();
});

/** A folder that is removed after the test. */
export const tempFolder = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "tallystick-cli-"));
  undo.unshift(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** A ledger in a folder; closed after the test. */
export const openIn = async (data: string, options: LedgerOptions = {}): Promise<Ledger> => {
  const opened = await openLedger({ data, ...options });
  if (isLeft(opened)) throw new Error(opened.left.message);
  undo.unshift(() => opened.right.close());
  return opened.right;
};

/** A folder with the journal of a ledger that has ended, and where that ended. */
export const endedLedger = async (parties = ["alice", "bob"]) => {
  const data = tempFolder();
  const ledger = await openIn(data);
  // no more than may wait at once
  for (let at = 0; at < parties.length; at += 200) {
    const some = parties.slice(at, at + 200);
    await Promise.all(some.map((partyIdHint) => ledger.allocateParty({ partyIdHint })));
  }
  const end = ledger.ledgerEnd();
  await ledger.close();
  return { data, end };
};

/** Runs the program in this process, and gives its exit code and what it wrote. */
export const invoked = async (
  args: ReadonlyArray<string>,
  env: Readonly<Record<string, string>> = {},
) => {
  const [out, err]: [string[], string[]] = [[], []];
  const code = await run(args, {
    env,
    out: (line) => void out.push(line),
    err: (line) => void err.push(line),
    ask: () => Promise.reject(new Error("nobody answers")),
  });
  return { code, out, err: err.join("\n") };
};
