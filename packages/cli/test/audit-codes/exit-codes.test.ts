import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NewEvent } from "@tallystick/event-store";
import { expect } from "chai";
import { invoked, tempFolder } from "../ledger-folder.js";
import { replacedJournal, signedLedger } from "../audit/signed-ledger.js";

/** Journals in states of which audits must say something else. */
const states = ["sound", "broken", "rewritten", "cut", "damaged", "empty", "missing"] as const;

type State = (typeof states)[number];

/** A journal in each state, beside the log of the sound one. */
interface Journals {
  readonly folders: Readonly<Record<State, string>>;
  /** The checkpoint of the sound one. */
  readonly note: string;
  readonly size: number;
}

/** A copy with one byte of the last event changed. */
const damaged = (data: string): string => {
  const copy = tempFolder();
  cpSync(data, copy, { recursive: true });
  const file = join(copy, "journal.db");
  const bytes = readFileSync(file);
  const text = `"party":"bob::`;
  for (let at = bytes.indexOf(text); at >= 0; at = bytes.indexOf(text)) bytes.write("#", at + 2);
  writeFileSync(file, bytes);
  return copy;
};

/** The journal with a party that is allocated again at its end. */
const repeated = (events: ReadonlyArray<NewEvent>): ReadonlyArray<NewEvent> => {
  const bob = events.find(({ data }) => data.includes('"party":"bob::'));
  const [time = ""] = /"recordTime":\d+/.exec(events.at(-1)?.data ?? "") ?? [];
  if (bob === undefined) throw new Error("there is no bob");
  const id = "0199b1c2-0000-7000-8000-000000000001";
  return [...events, { ...bob, id, data: bob.data.replace(/"recordTime":\d+/, time) }];
};

const madeJournals = async (): Promise<Journals> => {
  const { data, note, size } = await signedLedger();
  const rewritten = (each: NewEvent): NewEvent => ({
    ...each,
    data: each.data.replace("bob::", "eve::"),
  });
  const file = join(tempFolder(), "note");
  writeFileSync(file, note);
  return {
    note: file,
    size,
    folders: {
      sound: data,
      // a party is allocated that is there
      broken: await replacedJournal(data, repeated),
      rewritten: await replacedJournal(data, (events) => events.map(rewritten)),
      cut: await replacedJournal(data, (events) => events.slice(0, -1)),
      damaged: damaged(data),
      empty: data,
      missing: tempFolder(),
    },
  };
};

type Codes = Readonly<Partial<Record<State, number>>>;

const everywhere = { damaged: 5, empty: 7, missing: 1 };

/** Each command, and how it ends in each state; a state without a code is not tried. */
const rows: ReadonlyArray<
  readonly [ReadonlyArray<string>, (journals: Journals) => ReadonlyArray<string>, Codes]
> = [
  // the log beside the journal was signed over more, or over something else
  [["verify"], () => [], { sound: 0, broken: 6, rewritten: 8, cut: 8, ...everywhere }],
  [
    ["verify", "--level", "chain"],
    () => [],
    { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere },
  ],
  [
    ["verify", "--level", "structure"],
    () => [],
    { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere },
  ],
  [
    ["explain"],
    ({ size }) => [String(size + 1)],
    { sound: 7, broken: 6, rewritten: 7, cut: 7, ...everywhere },
  ],
  [["explain"], () => ["1"], { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere }],
  [["state"], () => [], { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere }],
  [
    ["state", "--at"],
    ({ size }) => [String(size)],
    { sound: 0, broken: 0, rewritten: 0, cut: 7, ...everywhere },
  ],
  [["balance"], () => [], { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere }],
  [["balance", "--supply"], () => [], { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere }],
  [
    ["checkpoint", "--against"],
    ({ note }) => [note],
    { sound: 0, broken: 0, rewritten: 8, cut: 8, ...everywhere },
  ],
  [
    ["diff"],
    ({ folders }) => [folders.sound],
    { sound: 0, broken: 0, rewritten: 8, cut: 0, damaged: 5, missing: 1 },
  ],
  [["export"], () => [], { sound: 0, broken: 0, rewritten: 0, cut: 0, ...everywhere }],
  // the log says that there were events
  [["prove"], () => ["2"], { sound: 0, broken: 0, rewritten: 8, cut: 8, ...everywhere, empty: 8 }],
  // in other states a watch continues
  [["watch"], () => [], { broken: 6, rewritten: 8, cut: 8, damaged: 5, missing: 1 }],
];

/** Commands that print their verdict in several forms. */
const hasFormat = (command: string): boolean => !["export", "prove"].includes(command);

describe("The exit codes of audits", () => {
  it("are those of the table, for each command and each state of a journal", async () => {
    const journals = await madeJournals();
    const argumentsFor = (
      [command = "", ...flags]: ReadonlyArray<string>,
      more: ReadonlyArray<string>,
      state: State,
    ): ReadonlyArray<string> => {
      const folder = journals.folders[state];
      const place = command === "diff" ? [folder] : ["--data", folder];
      const participant = state === "empty" ? ["--participant", "nobody"] : [];
      return ["audit", command, ...flags, ...more, ...place, ...participant];
    };
    for (const [words, more, codes] of rows) {
      for (const state of states) {
        const expected = codes[state];
        if (expected === undefined) continue;
        const args = argumentsFor(words, more(journals), state);
        const { code, err, out } = await invoked(args);
        expect([words.join(" "), state, code], [err, ...out.slice(-3)].join("\n")).to.deep.equal([
          words.join(" "),
          state,
          expected,
        ]);
        if (expected < 5 || !hasFormat(words[0] ?? "")) continue;
        const json = await invoked([...args, "--format", "json"]);
        const verdict = JSON.parse(json.out.at(-1) ?? "").verdict;
        expect([state, json.code, verdict]).to.deep.equal([state, expected, verdicts[expected]]);
        const junit = await invoked([...args, "--format", "junit"]);
        expect([state, junit.code]).to.deep.equal([state, expected]);
        expect(junit.out.join("\n")).to.match(expected === 7 ? /<skipped |tests="/ : /<failure /);
        expect(await invoked([...args, "--format", "junit"])).to.deep.equal(junit);
      }
    }
  });

  it("are 2 for a form that there is not, whatever the journal is", async () => {
    const commands = ["verify", "explain 1", "state", "balance", "checkpoint", "watch", "diff 1 2"];
    for (const command of [...commands, "check-proof f"]) {
      const args = ["audit", ...command.split(" "), "--format", "xml"];
      const { code, err } = await invoked(args, { TALLYSTICK_DATA: tempFolder() });
      expect([command, code]).to.deep.equal([command, 2]);
      expect(err).to.include('--format: expected one of text, json, junit, found "xml"');
    }
  });

  const verdicts: Readonly<Record<number, string>> = {
    5: "damaged",
    6: "violated",
    7: "inconclusive",
    8: "inconsistent",
  };
});
