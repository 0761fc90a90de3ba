import { cpSync } from "node:fs";
import { join } from "node:path";
import type { NewEvent } from "@tallystick/event-store";
import { openStore } from "@tallystick/node";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { endedLedger, invoked, tempFolder } from "../ledger-folder.js";

/** A journal whose nodes can be proved, with its first checkpoint. */
export const signedLedger = async (parties?: Array<string>) => {
  const { data } = await endedLedger(parties);
  expect((await invoked(["disclosure-key", "--data", data])).code).to.equal(0);
  const signed = await invoked([
    "audit",
    "checkpoint",
    "--data",
    data,
    "--origin",
    "ledger.example",
  ]);
  expect([signed.code, signed.err]).to.deep.equal([0, ""]);
  const note = `${signed.out.join("\n")}\n`;
  const size = Number(note.split("\n")[1]);
  return { data, size, note, key: join(data, "log", "checkpoint.key.pub") };
};

const rightOf = <E, A>(either: Either<E, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const stream = "participant-participant";

const storeIn = async (data: string) =>
  rightOf(
    await openStore({
      data: undefined,
      stores: [],
      config: { journal: `sqlite:${data}`, sharedJournal: false },
      readOnly: false,
      notice: () => undefined,
    }),
  );

/**
 * The data folder as it is after someone replaced its journal who can write to it: other events,
 * chained as they should be, next to the same log.
 *
 * @param kept the file or folder that stays as it is; none when empty
 */
export const replacedJournal = async (
  data: string,
  change: (events: ReadonlyArray<NewEvent>) => ReadonlyArray<NewEvent>,
  kept = "log",
): Promise<string> => {
  const source = await storeIn(data);
  const events: Array<NewEvent> = [];
  for await (const page of source.readStream(stream)) {
    for (const { id, type, data: text, metadata } of rightOf(page))
      events.push({ id, type, data: text, metadata });
  }
  await source.close();
  const folder = tempFolder();
  const target = await storeIn(folder);
  rightOf(await target.append(stream, "no-stream", change(events)));
  await target.close();
  if (kept !== "") cpSync(join(data, kept), join(folder, kept), { recursive: true });
  return folder;
};
