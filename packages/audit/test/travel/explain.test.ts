import { coinPackages } from "@tallystick/coin";
import type { Package, TransactionCommitted } from "@tallystick/core";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Story } from "../../src/story/story.js";
import { storiesJson, storiesJunit, storiesVerdict } from "../../src/story/story-data.js";
import { storyLines } from "../../src/story/story-text.js";
import { explain, type Explained } from "../../src/travel/explain.js";
import {
  type HonestEvent,
  honestJournal,
  journalWith,
  storedAs,
  transferOf,
} from "../rules/coin-journal.js";
import { onboard, ping } from "../rules/external-wallet.js";

describe("Explaining a journal", () => {
  let honest: ReadonlyArray<HonestEvent> = [];
  let transfer: { readonly offset: number; readonly event: TransactionCommitted };

  before(async () => {
    honest = await honestJournal(async ({ ledger }) => {
      await ping(ledger, await onboard(ledger, "carol"), "signed");
    });
    transfer = transferOf(honest);
  });

  const told = async (
    target: Explained,
    packages: ReadonlyArray<Package> = coinPackages,
    events = honest.map(storedAs),
  ): Promise<ReadonlyArray<Story>> => {
    const explanation = await explain(await journalWith(events), target, packages);
    if (isLeft(explanation)) throw new Error(explanation.left.message);
    return explanation.right.stories;
  };

  const textOf = (stories: ReadonlyArray<Story>, target?: string): string =>
    stories.flatMap((story) => storyLines(story, target)).join("\n");

  it("tells of a transfer who asked, what it did to coins, and that it decides to the same", async () => {
    for (const target of [transfer.offset, transfer.event.updateId]) {
      const stories = await told(target);
      expect(stories.map(({ offset }) => offset)).to.deep.equal([transfer.offset]);
      const text = textOf(stories);
      expect(text).to.match(/alice::\S+ has 12\.5000000000 CC less/);
      expect(text).to.match(/bob::\S+ has 12\.5000000000 CC more/);
      expect(text).to.match(/command 1: exercise AmuletRules_Transfer on the Splice\.AmuletRules:/);
      expect(text).to.match(/by the rules of splice-amulet \d/);
      expect(text).to.match(/^ {4}[├└] node 1: /m);
      expect(text).to.match(
        /consumed by node \d+: Splice\.Amulet:Amulet 00\w+, made at offset \d+/,
      );
      expect(text).to.match(/made by node \d+: Splice\.Amulet:Amulet 00\w+/);
      expect(text).to.match(/decided again: the same event, byte for byte$/);
      expect(storiesVerdict(stories)).to.equal("holds");
    }
  });

  it("tells of a contract where it was made and what was done with it", async () => {
    const used = transfer.event.nodes.find(
      (node) => node.kind === "exercise" && node.templateId.endsWith(":Splice.Amulet:Amulet"),
    );
    const target = used?.contractId ?? "none";
    const stories = await told(target);
    expect(stories.map(({ offset }) => offset).at(-1)).to.equal(transfer.offset);
    expect(stories).to.have.length(2);
    expect(textOf(stories, target)).to.match(/ {2}<-$/m);
  });

  it("tells of a command that was accepted once and refused once, and by which rule", async () => {
    const stories = await told("twice");
    expect(stories.map(({ event }) => event.type)).to.deep.equal([
      "TransactionCommitted",
      "CommandRejected",
    ]);
    const text = textOf(stories);
    expect(text).to.contain("refused: DUPLICATE_COMMAND: ");
    expect(text).to.contain(
      "by the rule: The change id was already accepted within the deduplication period",
    );
    expect(storiesVerdict(stories)).to.equal("holds");
  });

  it("tells who signed outside of the node", async () => {
    expect(textOf(await told("signed"))).to.match(/signed outside of the node by carol::/);
  });

  it("has a sentence for every event of a journal", async () => {
    for (const { offset, event } of honest) {
      const [story] = await told(offset);
      expect(story?.event.type).to.equal(event.type);
      expect(story?.again.kind, JSON.stringify(event)).to.equal("same");
      expect(textOf(story === undefined ? [] : [story]).split("\n").length).to.be.above(1);
    }
  });

  it("says what a forged event breaks, and what it should be", async () => {
    const forged = honest.map((each) =>
      each.offset === transfer.offset
        ? storedAs({ ...each, event: { ...transfer.event, seed: "ab".repeat(28) } })
        : storedAs(each),
    );
    const stories = await told(transfer.offset, coinPackages, forged);
    expect(storiesVerdict(stories)).to.equal("violated");
    expect(textOf(stories)).to.match(
      /^ {2}breaks R1.*: deciding the command again gives a different/m,
    );
    expect(storiesJunit("x", stories)).to.contain('failures="1"');
  });

  it("says why it cannot decide again", async () => {
    const stories = await told(transfer.offset, []);
    expect(storiesVerdict(stories)).to.equal("inconclusive");
    expect(textOf(stories)).to.match(/not decided again: no code is loaded for the package/);
    expect(storiesJunit("x", stories)).to.contain("<skipped message=");
  });

  it("prints the same bytes for the same journal", async () => {
    const json = async () => storiesJson("twice", await told("twice"));
    const first = await json();
    expect(await json()).to.equal(first);
    const parsed = JSON.parse(first);
    expect(parsed).to.include({ v: 1, target: "twice", verdict: "holds" });
    expect(parsed.stories[0].nodes[0]).to.include({ depth: 0, kind: "exercise" });
    expect(Object.values(parsed.stories[0].coins)).to.deep.equal(["1.0000000000"]);
  });

  it("throws where the journal has nothing of that name", async () => {
    const thrown = await told("nobody").catch(String);
    expect(thrown).to.match(/the journal contains nothing named nobody/);
  });
});
