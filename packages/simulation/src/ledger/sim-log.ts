import {
  AuditError,
  JournalLog,
  LogFolder,
  LogKeeper,
  LogService,
  openedNote,
} from "@tallystick/audit";
import { nextTurn } from "@tallystick/background";
import type { EventStore } from "@tallystick/event-store";
import type { Ledger } from "@tallystick/node";
import { checkProof, logAlone, type VerifierKey, verifierKeyOf } from "@tallystick/transparency";
import { isLeft, mapLeft } from "fp-ts/lib/Either.js";
import type { Random } from "../plan/random.js";
import type { ProcessLife } from "../world/process-life.js";
import { journalStream, type SimWorld } from "./sim-world.js";

/** What the log of a process is opened with. */
interface SimLogParts {
  readonly world: SimWorld;
  readonly node: number;
  readonly life: ProcessLife;
  readonly random: Random;
  /** Where the log reads the journal. */
  readonly store: EventStore;
  readonly ledger: Ledger;
}

/** Milliseconds between two checkpoints of a node that has something to sign. */
const signEveryMs = 2_000;

const seedDigits = 64;

const keyOf = (text: string): VerifierKey => {
  const key = verifierKeyOf(text);
  if (isLeft(key)) throw new Error(key.left.message);
  return key.right;
};

/** Has a process keep and sign the log of the journal, in this thread. */
export const openSimLog = (parts: SimLogParts): LogService => {
  const { world, node, life, random, store, ledger } = parts;
  const path = world.folder(`node-${node}-log`);
  const timers = life.timers();
  const folder = new LogFolder(path);
  const place = { stream: journalStream, folder: path, domain: "simulation.example" };
  const keeper = new LogKeeper({
    place,
    folder: world.canary.logFolder?.(folder) ?? folder,
    journal: async () => ({ store, stream: journalStream }),
    turn: () => nextTurn(timers),
    newSeed: () => Buffer.from(random.hex(seedDigits), "hex"),
  });
  return new LogService({
    ...place,
    address: "",
    timers,
    signEveryMs,
    ledgerEnd: () => ledger.ledgerEnd(),
    drawKey: async () => {
      const drawn = await ledger.drawDisclosureKey();
      return isLeft(drawn) ? drawn.left.code : undefined;
    },
    keeping: {
      ask: async (request) => {
        const answer = await keeper.answerTo(request);
        if (answer.kind === "signed") noteSigned(world, node, answer.note, answer.verifierKey);
        if (answer.kind === "failed" && answer.reason === "contradiction")
          noteRefused(world, node, answer.message);
        return answer;
      },
      end: async () => undefined,
    },
    onError: (message) => world.say(`node ${node}: ${message}`),
  });
};

/** A log signs nothing more once the journal contradicts it, as after the disk lost events. */
const noteRefused = (world: SimWorld, node: number, message: string): void => {
  world.met.add("log refused");
  if (world.disk.lost.length === 0)
    world.violated(`node ${node} does not sign an honest journal: ${message}`);
};

/** Compares a checkpoint with the journal of this moment, and with those signed before. */
const noteSigned = (world: SimWorld, node: number, note: string, keyText: string): void => {
  const key = keyOf(keyText);
  const { size } = openedNote(note, key);
  if (world.signed.some((other) => other.note === note)) return;
  world.met.add("checkpoint");
  world.say(`node ${node}: signed ${size}`);
  const hashAt = (events: number): string | undefined =>
    world.disk.readNow(journalStream, events - 1)[0]?.hash;
  const hash = hashAt(size);
  if (hash === undefined)
    world.violated(`node ${node} signed a checkpoint of ${size} events, which are not all written`);
  for (const earlier of world.signed) {
    if (earlier.key.name !== key.name || earlier.node !== node) continue;
    const isPrefix = earlier.size <= size && hashAt(earlier.size) === earlier.hash;
    if (isPrefix) continue;
    const what = `${size} events after ${earlier.size}`;
    world.violated(`node ${node} signed ${what}, which are not the first of them`);
  }
  world.signed.push({ node, note, key, size, hash });
};

/** Has a node prove an update to parties, and checks the proof as they would. */
export const provenTo = async (
  world: SimWorld,
  node: number,
  log: LogService,
  update: { readonly updateId: string; readonly parties: ReadonlyArray<string> },
): Promise<void> => {
  const answer = await log.prove(update, update.parties);
  world.say(`node ${node}: proof of ${update.updateId}: ${answer.kind}`);
  if (answer.kind !== "proof") return;
  const { verifierKey } = log.status();
  const key = keyOf(verifierKey ?? "");
  const checked = mapLeft(({ message }: { readonly message: string }) => message)(
    checkProof(answer.text, logAlone(key)),
  );
  if (isLeft(checked)) world.violated(`node ${node} proves what does not hold: ${checked.left}`);
  else if (checked.right.event.updateId !== update.updateId)
    world.violated(`node ${node} proves another update than ${update.updateId}`);
  else world.met.add("proved");
};

/**
 * The log of the journal at the end of a history, made of all its events; where a pruning erased
 * some, it continues that of a node. Undefined when that node's log has not all of these either.
 */
const logOfTheEnd = async (world: SimWorld, node: number): Promise<JournalLog | undefined> => {
  const journal = { store: world.disk.store, stream: journalStream };
  for (const name of ["log-of-the-end", `node-${node}-log`]) {
    try {
      return await JournalLog.open(journal, new LogFolder(world.folder(name)));
    } catch (thrown) {
      if (!(thrown instanceof AuditError) || thrown.kind !== "missing") throw thrown;
    }
  }
  return undefined;
};

/** Compares all checkpoints with the journal at the end of a history. */
export const checkNotes = async (world: SimWorld, kept: number): Promise<void> => {
  const logs = new Map<number, Promise<JournalLog | undefined>>();
  for (const { node, note, key, size } of world.signed) {
    if (size > kept) continue;
    const opened = logs.get(node) ?? logOfTheEnd(world, node);
    logs.set(node, opened);
    try {
      (await opened)?.compare(openedNote(note, key));
    } catch (thrown) {
      const text = thrown instanceof Error ? thrown.message : String(thrown);
      world.violated(`the checkpoint of ${size} events by node ${node}: ${text}`);
    }
  }
};
