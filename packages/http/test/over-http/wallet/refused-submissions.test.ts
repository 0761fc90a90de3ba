import { expect } from "chai";
import {
  registered,
  start,
  type WalletServer,
  walletServer,
} from "../../fixtures/wallet-server.js";

interface Refused {
  readonly seq: number;
  readonly code: string;
  readonly cause: string;
  readonly command_id: string;
  readonly act_as: ReadonlyArray<string>;
}
const path = "/v0/submissions/refused";

describe("the refused submissions over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  before(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    await registered(server, "mallory");
    const command = {
      ExerciseCommand: {
        templateId: "#splice-amulet:Splice.Amulet:Amulet",
        contractId: `00${"ab".repeat(68)}`,
        choice: "Archive",
        choiceArgument: {},
      },
    };
    const body = { commands: [command], commandId: "lost", actAs: [alice], userId: "alice" };
    const reply = await server.as("alice", "POST", "/v2/commands/submit-and-wait", body);
    expect(reply.status, reply.text).to.equal(404);
  });
  after(() => server.close());

  const refused = async (user: string, query = ""): Promise<ReadonlyArray<Refused>> => {
    const { status, json, text } = await server.as(user, "GET", path + query);
    if (status !== 200) throw new Error(`${status} ${text}`);
    return (json as { refused: ReadonlyArray<Refused> }).refused;
  };

  it("say to those who may read as the party what was refused, when and why", async () => {
    const [found] = await refused("alice");
    expect(found).to.deep.include({
      at: "2026-01-01T00:00:00Z",
      code: "CONTRACT_NOT_FOUND",
      command_id: "lost",
      user_id: "alice",
      act_as: [alice],
    });
    expect(found?.cause).to.contain("00abab");
    expect(start).to.equal(1_767_225_600_000_000);
    expect(await refused("mallory")).to.deep.equal([]);
    expect(await refused("mallory", `?party=${alice}`)).to.deep.equal([]);
    expect(await refused("ledger-api-user", `?party=${alice}`)).to.deep.equal([found]);
    expect(await refused("alice", "?command_id=other")).to.deep.equal([]);
    expect(await refused("alice", `?before=${found?.seq ?? 0}`)).to.deep.equal([]);
  });
});
