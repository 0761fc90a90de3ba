import { expect } from "chai";
import { isLeft, isRight, right } from "fp-ts/lib/Either.js";
import { parseOptions } from "../src/options.js";

const known = ["durable-1", "replay", "esdb-1", "esdb-follow"];

describe("the command line of the bench", () => {
  it("measures every row five times when nothing is said", () => {
    expect(parseOptions([], known)).to.deep.equal(
      right({
        rows: undefined,
        runs: 5,
        quick: false,
        coins: undefined,
        peers: true,
        jsonFile: undefined,
        compareWith: undefined,
        keptFolder: undefined,
        esdb: undefined,
        profileFolder: undefined,
        pictureFolder: undefined,
        drawnFile: undefined,
        help: false,
      }),
    );
  });

  it("takes rows, runs, sizes, peers and the file", () => {
    const args = [
      "--rows",
      "replay, durable-1",
      "--runs",
      "2",
      "--coins",
      "500",
      "--quick",
      "--no-peers",
      "--json",
      "x.json",
      "--compare",
      "y.json",
      "--keep",
      "kept",
      "--profile",
      "profiles",
      "--draw",
      "pictures",
    ];
    expect(parseOptions(args, known)).to.deep.equal(
      right({
        rows: ["replay", "durable-1"],
        runs: 2,
        quick: true,
        coins: 500,
        peers: false,
        jsonFile: "x.json",
        compareWith: "y.json",
        keptFolder: "kept",
        esdb: undefined,
        profileFolder: "profiles",
        pictureFolder: "pictures",
        drawnFile: undefined,
        help: false,
      }),
    );
  });

  it("measures the rows of an EventStoreDB that is named, and prints no password of it", () => {
    const address = "esdb://me:secret@db:2113?tls=false";
    const parsed = parseOptions(["--esdb", address], known);
    expect(isRight(parsed) && parsed.right.rows).to.deep.equal(["esdb-1", "esdb-follow"]);
    expect(isRight(parsed) && parsed.right.esdb).to.deep.equal({
      connectionString: address,
      printable: "esdb://db:2113?tls=false",
    });
    const chosen = parseOptions(["--esdb", address, "--rows", "esdb-1"], known);
    expect(isRight(chosen) && chosen.right.rows).to.deep.equal(["esdb-1"]);
  });

  it("measures the rows of the pictures that are to be drawn, unless others are named", () => {
    const parsed = parseOptions(["--draw", "d"], ["growth-1k", "growth-10m", ...known]);
    expect(isRight(parsed) && parsed.right.rows).to.deep.equal(["growth-1k"]);
    const again = parseOptions(["--draw", "d", "--report", "r.json"], known);
    expect(isRight(again) && again.right.drawnFile).to.equal("r.json");
  });

  const wrong: ReadonlyArray<readonly [ReadonlyArray<string>, string]> = [
    [["--rows", "replays"], "replays"],
    [["--runs", "0"], "--runs"],
    [["--runs", "two"], "--runs"],
    [["--runs", "1.5"], "--runs"],
    [["--coins", "0"], "--coins"],
    [["--coins", "many"], "--coins"],
    [["--esdb", "db:2113"], "--esdb"],
    [["--fast"], "--fast"],
    [["--report", "r.json"], "--draw"],
  ];
  for (const [args, named] of wrong) {
    it(`refuses ${args.join(" ")} and names what is wrong`, () => {
      const parsed = parseOptions(args, known);
      expect(isLeft(parsed) && parsed.left.reason)
        .to.be.a("string")
        .that.contains(named);
    });
  }
});
