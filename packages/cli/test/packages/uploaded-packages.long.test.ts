import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { coinPackages } from "@tallystick/coin";
import { inMemoryStore } from "@tallystick/event-store";
import type { Command, Json, Package, Submission } from "@tallystick/core";
import { readDar } from "@tallystick/daml-lf";
import type { Ledger } from "@tallystick/node";
import { expect } from "chai";
import { type Either, isLeft } from "fp-ts/lib/Either.js";
import { invoked, openIn, tempFolder } from "../ledger-folder.js";
import { assetsApi, assetsDar } from "./assets-api.js";

// With all DARs of a folder, beside the coin:
// TALLYSTICK_DARS=FOLDER npm test -- cli/dist/test/packages/uploaded

interface Case {
  readonly name: string;
  readonly files: ReadonlyArray<string>;
  /** Packages in TypeScript, some of which the DARs have too. */
  readonly served: ReadonlyArray<Package>;
  /** What `--packages` names them by. */
  readonly flag: string;
  /** Commands that are accepted in turn, given the party and the result of the one before. */
  readonly accepted: ReadonlyArray<(party: string, before: Json) => Command>;
}

const rightOf = <A>(either: Either<unknown, A>): A => {
  if (isLeft(either)) throw new Error(JSON.stringify(either.left));
  return either.right;
};

const templatesOf = async (file: string): Promise<ReadonlyArray<string>> => {
  const { main } = rightOf(await readDar(readFileSync(file)));
  return main.modules.flatMap(({ name, templates }) =>
    templates.map((of) => `${main.packageId}:${name}:${of.name}`),
  );
};

const createOf = (templateId: string, createArguments: Json): Command => ({
  kind: "CreateCommand",
  templateId,
  createArguments,
});

const proposal = (party: string): Command =>
  createOf("#splice-token-test-trading-app:Splice.Testing.Apps.TradingApp:OTCTradeProposal", {
    venue: party,
    tradeCid: null,
    transferLegs: {},
    approvers: [party],
  });

const assets: Case = {
  name: "a DAR whose interface is served in TypeScript",
  files: [assetsDar],
  served: [assetsApi],
  flag: fileURLToPath(new URL("assets-api.js", import.meta.url)),
  accepted: [
    (party) => createOf("#assets:Assets:Bond", { issuer: party, owner: party, amount: "1.0" }),
    (party, asset) => ({
      kind: "CreateAndExerciseCommand",
      templateId: "#assets:Assets:Teller",
      createArguments: { owner: party },
      choice: "Teller_Amount",
      choiceArgument: { asset },
    }),
  ],
};

const folder = process.env["TALLYSTICK_DARS"];

const genuine = (from: string): ReadonlyArray<Case> =>
  readdirSync(from)
    .filter((name) => /^(splice|canton)-.*\.dar$/.test(name))
    .map((name) => ({
      name,
      files: [join(from, name)],
      served: coinPackages,
      flag: fileURLToPath(import.meta.resolve("@tallystick/coin")),
      accepted: name.startsWith("splice-token-test-trading-app-1") ? [proposal] : [],
    }));

const uploadTo = async (ledger: Ledger, { files }: Case): Promise<string> => {
  for (const file of files) rightOf(await ledger.uploadDar(readFileSync(file), true));
  return rightOf(await ledger.allocateParty({ partyIdHint: "alice" })).party;
};

let count = 0;

/**
 * What packages a ledger lists, and how it answers a create without arguments of each template of
 * the DARs.
 */
const answersOf = async (ledger: Ledger, of: Case, party: string): Promise<unknown> => {
  const answer = async (command: Command) => {
    const submission: Submission = {
      commands: [command],
      commandId: `probe-${++count}`,
      actAs: [party],
      userId: "tester",
    };
    return ledger.submitAndWait(submission);
  };
  let before: Json = null;
  for (const commandOf of of.accepted)
    before = rightOf(await answer(commandOf(party, before))).results[0] ?? null;
  const refused: Array<string> = [];
  for (const templateId of (await Promise.all(of.files.map(templatesOf))).flat()) {
    const outcome = await answer(createOf(templateId, {}));
    const said = isLeft(outcome) ? `${outcome.left.code}: ${outcome.left.cause}` : "accepted";
    refused.push(`${templateId} ${said}`);
  }
  const { packages } = ledger.catalog;
  return { refused, packages: packages.map(({ packageId }) => packageId).toSorted() };
};

/** Where what was uploaded runs, after another ledger has taken the upload and was closed. */
const places: Readonly<Record<string, (data: string, to: string) => Promise<string>>> = {
  "after a restart": async (data) => data,
  "in a copy": async (data, to) => made(["copy", "--from", data, "--to", to], to),
  "after a restore": async (data, to) => made(["restore", "--from", data, "--to", to], to),
  "in a fork": async (data, to) => made(["fork", "--from", data, "--to", to], to),
};

const made = async (args: ReadonlyArray<string>, to: string): Promise<string> => {
  const { code, err } = await invoked(args);
  expect([code, err]).to.deep.equal([0, ""]);
  return to;
};

const cases = [assets, ...(folder === undefined ? [] : genuine(folder))];

describe("What runs after an upload", function () {
  for (const each of cases) {
    describe(`of ${each.name}`, () => {
      for (const [place, moved] of Object.entries(places)) {
        it(`runs ${place}, and an audit decides it again`, async () => {
          const data = tempFolder();
          const first = await openIn(data, { packages: each.served });
          const party = await uploadTo(first, each);
          const answers = await answersOf(first, each, party);
          await first.close();
          const to = await moved(data, join(tempFolder(), "new"));
          const ledger = await openIn(to, { packages: each.served });
          expect(await answersOf(ledger, each, party)).to.deep.equal(answers);
          await ledger.close();
          const audit = ["audit", "verify", "--data", to, "--level", "rules"];
          const { code, out, err } = await invoked([...audit, "--packages", each.flag]);
          expect(code, [...out, err].join("\n")).to.equal(0);
        });
      }

      it("runs on a second node on the same journal, and on one that is opened later", async () => {
        const store = inMemoryStore();
        const open = () =>
          openIn(tempFolder(), { store, packages: each.served, config: { sharedJournal: true } });
        const [first, second] = [await open(), await open()];
        const party = await uploadTo(first, each);
        const answers = await answersOf(first, each, party);
        await second.waitForOffset(first.ledgerEnd(), 60_000);
        expect(await answersOf(second, each, party)).to.deep.equal(answers);
        expect(await answersOf(await open(), each, party)).to.deep.equal(answers);
      });
    });
  }

  it("is tried with the packages of the network where a folder of them is named", () => {
    if (folder !== undefined) expect(cases.length).to.be.above(1);
    else process.stdout.write("TALLYSTICK_DARS is not set: no DAR of the network is uploaded\n");
  });
});
