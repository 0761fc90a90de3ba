import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "chai";
import { nodeRows } from "../../src/commands/node-rows.js";
import { invoked, tempFolder } from "../ledger-folder.js";
import { type Node, startNode } from "../process.js";

const example = (name: string): string =>
  fileURLToPath(new URL(`../../../../../examples/curl/${name}`, import.meta.url));

describe("The commands that ask a running node", () => {
  let node: Node;
  before(async () => {
    node = await startNode(":memory:", ["--packages", example("notes.js")]);
  });
  after(async () => {
    node.child.kill("SIGTERM");
    await node.ended;
  });

  const tried = (...args: ReadonlyArray<string>) => invoked(args, { TALLYSTICK_URL: node.base });

  /** The lines that a command prints. */
  const lines = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
    const { code, err, out } = await tried(...args);
    expect([code, err], args.join(" ")).to.deep.equal([0, ""]);
    return out;
  };

  /** The JSON that a command prints. */
  const json = async (...args: ReadonlyArray<string>) =>
    JSON.parse((await lines(...args, "--json")).join("\n"));

  /** The one line of what is wrong. */
  const refused = async (...args: ReadonlyArray<string>): Promise<string> => {
    const { code, err, out } = await tried(...args);
    expect([code, out], args.join(" ")).to.deep.equal([1, []]);
    expect(err.split("\n")).to.have.length(1);
    return err;
  };

  it("all take --json", () => {
    for (const { flags } of Object.values(nodeRows)) expect(flags).to.have.property("json");
  });

  it("make and list parties", async () => {
    const { party } = await json("party", "allocate", "lister");
    expect(party).to.match(/^lister::1220/);
    expect((await lines("party", "list")).join("\n")).to.match(/^lister::\S+ +yes$/m);
    const listed: ReadonlyArray<{ party: string }> = await json("party", "list");
    expect(listed.map((each) => each.party)).to.include(party);
    expect(await refused("party", "allocate", "lister")).to.match(/: 4\d\d [A-Z_]+: /);
  });

  it("make users, give them rights and list them", async () => {
    const { party } = await json("party", "allocate", "ruled", "--for", "ledger-api-user");
    const made = await json("user", "create", "carol", "--primary-party", "ruled");
    expect(made).to.include({ id: "carol", primaryParty: party });
    expect(await lines("user", "grant", "carol", "--act-as", "ruled", "--admin")).to.deep.equal([
      `${"NEW RIGHT".padEnd("ParticipantAdmin".length)}  PARTY`,
      `${"CanActAs".padEnd("ParticipantAdmin".length)}  ${party}`,
      "ParticipantAdmin",
    ]);
    expect(await json("user", "grant", "carol", "--admin")).to.deep.equal([]);
    const users: ReadonlyArray<{ id: string }> = await json("user", "list");
    expect(users.map(({ id }) => id)).to.include("carol");
    expect((await lines("user", "list")).join("\n")).to.match(/^carol +ruled::\S+ +yes$/m);
    expect(await refused("user", "create", "carol")).to.contain("409 USER_ALREADY_EXISTS: ");
    expect((await tried("user", "grant", "carol")).code).to.equal(2);
  });

  it("upload, list and download packages", async () => {
    expect(await lines("dar", "upload", example("example.dar"))).to.have.length(1);
    const known: ReadonlyArray<{ packageId: string; packageName: string; isVetted: boolean }> =
      await json("dar", "list");
    expect(known.find(({ packageName }) => packageName === "notes")?.isVetted).to.equal(true);
    const file = join(tempFolder(), "archive");
    const outcomes = [];
    for (const { packageId } of known)
      outcomes.push(await tried("dar", "download", packageId, file));
    // those of the node itself have none, and nothing is written over
    expect(outcomes.filter(({ code }) => code === 0)).to.have.length(1);
    expect(readFileSync(file).length).to.be.above(0);
    expect(outcomes.map(({ err }) => err).join("\n")).to.contain("404 PACKAGE_NOT_FOUND: ");
    expect(await refused("dar", "upload", `${file}-none`)).to.contain("cannot be read");
    expect(await refused("dar", "upload", example("notes.js"))).to.match(/: 4\d\d [A-Z_]+: /);
  });

  it("create contracts, list them and exercise choices", async () => {
    const { party } = await json("party", "allocate", "author");
    const template = "#notes:Notes:Note";
    const payload = JSON.stringify({ author: party, reader: party, words: "first" });
    const acting = ["--act-as", "author"];
    const made = await json("submit", "create", template, payload, ...acting);
    const { contractId } = made.events[0].CreatedEvent;
    const listed = ["contracts", "list", "--party", "author", "--template", template];
    expect((await lines(...listed))[1]).to.equal(`${template}  ${contractId}  ${payload}`);

    const file = join(tempFolder(), "argument.json");
    writeFileSync(file, '{"words":"second"}');
    const exercise = ["submit", "exercise", template, contractId, "Amend"];
    const [, exercised, created] = await lines(...exercise, `@${file}`, ...acting);
    expect(exercised).to.match(/^exercised Amend {2}#notes:Notes:Note {2}00/);
    expect(created).to.match(/^created .*"words":"second"\}$/);
    expect(await json(...listed)).to.have.length(1);
    const before = await json(...listed, "--at", String(made.offset));
    expect(before[0].createArgument.words).to.equal("first");

    const again = await refused(...exercise, '{"words":"third"}', ...acting);
    expect(again).to.contain("404 CONTRACT_NOT_FOUND: ");
    expect(await refused("submit", "create", template, payload)).to.match(/--act-as: .* author/);
    expect(await refused(...exercise, "{}", "--act-as", "nobody")).to.contain("no party nobody");
    expect((await tried("submit", "create", template, "{a")).code).to.equal(2);
  });

  it("try commands without any effect", async () => {
    const { party } = await json("party", "allocate", "tester");
    await json("party", "allocate", "other");
    const template = "#notes:Notes:Note";
    const payload = JSON.stringify({ author: party, reader: party, words: "first" });
    const create = ["submit", "create", template, payload, "--dry-run"];
    const tree = await lines(...create, "--act-as", "tester");
    expect(tree[0]).to.equal(`  creates ${template} ${payload}`);
    expect(tree[1]).to.equal("    authority of tester; seen by tester");
    expect(tree.at(-1)).to.match(
      /^verdict: accepted, decided after offset \d+; nothing was written$/,
    );
    expect(await lines("contracts", "list", "--party", "tester")).to.deep.equal(["none"]);

    const refusal = await tried(...create, "--act-as", "other");
    expect(refusal.code).to.equal(1);
    expect(refusal.out.join("\n")).to.contain(
      `authority of ${party} is missing: add it to --act-as`,
    );
    const early = await tried(...create, "--act-as", "tester", "--at", "1");
    expect(early.out.join("\n")).to.contain("NO_SYNCHRONIZER_ON_WHICH");
    const written = ["submit", "create", template, payload, "--act-as", "tester", "--at", "1"];
    expect((await tried(...written)).code).to.equal(2);
  });

  it("step through how a transaction was interpreted, and a command would be", async () => {
    const { party } = await json("party", "allocate", "tracer");
    const template = "#notes:Notes:Note";
    const payload = { author: party, reader: party, words: "first" };
    const acting = ["--act-as", "tracer"];
    const made = await json("submit", "create", template, JSON.stringify(payload), ...acting);
    const { contractId } = made.events[0].CreatedEvent;
    const exercise = ["submit", "exercise", template, contractId, "Amend", '{"words":"second"}'];
    const { updateId } = await json(...exercise, ...acting);
    const shown = await lines("trace", updateId);
    expect(shown[0]).to.match(/^ {4}0 {2}tracer exercises, archiving, Amend on Notes:Note 00/);
    expect(shown[1]).to.equal("    1    the precondition of Notes:Note holds");
    expect(shown[2]).to.match(/^ {4}2 {4}creates Notes:Note 00.* \{"author":/);
    expect(shown[3]).to.match(/^ {4}3 {2}Amend gives /);
    expect(shown.at(-1)).to.match(/^verdict: accepted, decided after offset \d+; nothing was /);
    const one = await lines("trace", updateId, "--step", "0");
    expect(one).to.include.members([
      `contract ${contractId}`,
      "argument:",
      '    "words": "second"',
    ]);
    expect((await tried("trace", updateId, "--step", "9")).code).to.equal(2);

    const [file, flame] = [join(tempFolder(), "command.json"), join(tempFolder(), "flame.svg")];
    const command = { templateId: template, contractId, choice: "Amend", choiceArgument: {} };
    const commands = [{ ExerciseCommand: command }];
    writeFileSync(file, JSON.stringify({ commands, actAs: [party] }));
    const failed = await tried("trace", file, "--flame", flame);
    expect(failed.code).to.equal(1);
    expect(failed.out.join("\n")).to.contain("verdict: rejected");
    expect(readFileSync(flame, "utf8")).to.match(/^<svg [^]*the command[^]*<\/svg>\n$/);
    const before = await json("trace", updateId);
    expect(before.moments).to.have.length(4);
    expect(await refused("trace", "nothing.json")).to.contain("no update id, and no file");
  });

  it("say what an update consumed and made as parties see it, and draw it", async () => {
    const [{ party: writer }, { party: reader }] = [
      await json("party", "allocate", "writer"),
      await json("party", "allocate", "<reader>".replaceAll(/[<>]/g, "")),
    ];
    const template = "#notes:Notes:Note";
    const payload = { author: writer, reader, words: "first" };
    const acting = ["--act-as", "writer"];
    const made = await json("submit", "create", template, JSON.stringify(payload), ...acting);
    const { contractId } = made.events[0].CreatedEvent;
    const exercise = ["submit", "exercise", template, contractId, "Amend", '{"words":"second"}'];
    const { updateId } = await json(...exercise, ...acting);
    const svg = join(tempFolder(), "update.svg");
    const shown = await lines("explain", updateId, "--party", "writer", "--svg", svg);
    expect(shown[0]).to.equal(`update ${updateId}`);
    expect(shown[1]).to.equal("  Amend on Note by writer; seen: writer");
    expect(shown[2]).to.equal(`    consumes Note ${contractId}: signed: writer`);
    expect(shown[3]).to.match(/^ {4}makes Note 00\w+: signed: writer$/);
    expect(readFileSync(svg, "utf8")).to.match(/^<svg [^]*>Amend<[^]*<\/svg>\n$/);
    const found = await json("explain", updateId, "--party", "writer", "--party", "reader");
    expect(found.edges.map((edge: { kind: string }) => edge.kind)).to.deep.equal([
      "consumes",
      "makes",
    ]);
    expect(found.contracts[1].seenBy).to.have.members([reader, writer]);
    expect(await refused("explain", "1220".padEnd(68, "0"))).to.contain("UPDATE_NOT_FOUND");
  });

  it("move coins between wallets", async () => {
    const of = (user: string) => ["--user", user];
    const { party_id: anna } = await json("wallet", "register", ...of("anna"));
    const { party_id: ben } = await json("wallet", "register", ...of("ben"));
    await lines("wallet", "tap", "10", ...of("anna"));
    expect((await lines("wallet", "balance", ...of("anna")))[0]).to.match(
      /^unlocked {2}2000\.0{10} CC$/,
    );
    const sent = ["wallet", "transfer", ben, "25.5", "--tracking-id", "lunch-1", ...of("anna")];
    const { offer_contract_id: offer } = await json(...sent, "--description", "lunch");
    expect(await refused(...sent)).to.contain("409: ");
    expect(await refused("wallet", "transfer", "ben", "1", ...of("anna"))).to.contain(
      "full party id",
    );
    expect((await lines("wallet", "offers", ...of("ben")))[1]).to.equal(
      ["25.5", anna, ben, "lunch      ", offer].join("  "),
    );
    await lines("wallet", "accept", offer, ...of("ben"));
    const balance = async () => {
      const found = await json("wallet", "balance", ...of("ben"));
      return found.effective_unlocked_qty;
    };
    // anna's wallet pays by itself
    while ((await balance()) !== "25.5000000000")
      await new Promise((resolve) => setTimeout(resolve, 100));
    expect((await lines("wallet", "history", "--limit", "1", ...of("ben")))[1]).to.contain(
      `25.5000000000 ${ben}`,
    );
    expect(await refused("wallet", "balance", ...of("zoe"))).to.contain("zoe");
    expect((await tried("wallet", "history", "--limit", "0")).code).to.equal(2);
  });

  it("make tokens that the node takes, and say what one says", async () => {
    const [token = ""] = await lines("token", "ledger-api-user");
    expect((await lines("party", "list", "--token", token)).length).to.be.above(1);
    expect(await json("token", "show", token)).to.include({ sub: "ledger-api-user" });
    const [subject, audience, ...times] = await lines("token", "show", token);
    expect([subject, audience]).to.deep.equal([
      "sub  ledger-api-user",
      "aud  https://canton.network.global",
    ]);
    for (const line of times) expect(line).to.match(/^(iat|exp) {2}\d{4}-\d\d-\d\dT/);
    expect((await invoked(["token", "show"], { TALLYSTICK_TOKEN: token })).code).to.equal(0);
    expect((await tried("token", "show", "abc")).code).to.equal(2);
    expect((await tried("token", "--hours", "25")).code).to.equal(2);
    expect(await refused("party", "list", "--token", "abc")).to.contain("the token was rejected");
  });
});
