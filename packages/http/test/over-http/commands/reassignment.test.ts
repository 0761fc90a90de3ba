import { saidOf } from "../../fixtures/expected-reply.js";
import { expect } from "chai";
import { at, expectError, openPingServer, type PingServer } from "../../fixtures/ping-server.js";
import { developmentToken } from "../../fixtures/running-server.js";

const paths = [
  "/v2/commands/async/submit-reassignment",
  "/v2/commands/submit-and-wait-for-reassignment",
];
const elsewhere = "elsewhere::1220ff";
const contractId = `00${"ab".repeat(32)}`;

describe("Reassignments on a ledger with one synchronizer", () => {
  let pings: PingServer;
  before(async () => {
    pings = await openPingServer();
    await pings.ledger.createUser({
      userId: "only-alice",
      rights: [{ kind: "CanActAs", party: pings.alice }],
    });
  });
  after(() => pings.close());

  const unassign = (more: object = {}) => ({
    command: {
      UnassignCommand: {
        value: { contractId, source: pings.ledger.synchronizerId, target: elsewhere, ...more },
      },
    },
  });
  const assign = (more: object = {}) => ({
    command: {
      AssignCommand: {
        value: {
          reassignmentId: "00ab",
          source: elsewhere,
          target: pings.ledger.synchronizerId,
          ...more,
        },
      },
    },
  });
  const request = (more: object = {}) => ({
    reassignmentCommands: {
      commandId: "move",
      submitter: pings.alice,
      commands: [unassign()],
      ...more,
    },
  });

  for (const path of paths) {
    it(`refuses what is valid at ${path}, naming the synchronizer that is not connected`, async () => {
      const end = pings.ledger.ledgerEnd();
      for (const commands of [[unassign()], [assign()], [assign(), unassign()]]) {
        const reply = await pings.post(path, request({ commands }));
        expectError(reply, 400, "INVALID_ARGUMENT");
        expect(at(reply.json, "cause")).to.equal(
          `The submitted request has invalid arguments: Unable to resolve ${elsewhere} to a connected physical synchronizer id`,
        );
      }
      expect(pings.ledger.ledgerEnd()).to.equal(end);
    });

    const faults: ReadonlyArray<readonly [string, () => object, string, string]> = [
      ["no commands at all", () => ({}), "INVALID_FIELD", "submitter"],
      ["no command id", () => request({ commandId: "" }), "MISSING_FIELD", "commandId"],
      ["a malformed command id", () => request({ commandId: "\n" }), "INVALID_FIELD", "commandId"],
      ["a malformed submission", () => request({ submissionId: "?" }), "INVALID_FIELD", "submissi"],
      [
        "a malformed workflow",
        () => request({ workflowId: "?" }),
        "INVALID_ARGUMENT",
        "workflowId",
      ],
      ["a malformed user", () => request({ userId: "a b" }), "INVALID_FIELD", "userId"],
      ["no submitter", () => request({ submitter: "" }), "INVALID_FIELD", "submitter"],
      ["a malformed submitter", () => request({ submitter: "!" }), "INVALID_FIELD", "submitter"],
      ["an empty list", () => request({ commands: [] }), "MISSING_FIELD", "commands"],
      ["an absent case", () => request({ commands: [{}] }), "MISSING_FIELD", "commands[0].command"],
      [
        "an empty case",
        () => request({ commands: [unassign(), { command: { Empty: {} } }] }),
        "MISSING_FIELD",
        "commands[1].command",
      ],
      [
        "no contract",
        () => request({ commands: [unassign({ contractId: "" })] }),
        "MISSING_FIELD",
        "contractId",
      ],
      [
        "a malformed contract",
        () => request({ commands: [unassign({ contractId: "00" })] }),
        "INVALID_FIELD",
        "contractId",
      ],
      [
        "a malformed reassignment",
        () => request({ commands: [assign({ reassignmentId: "0" })] }),
        "INVALID_FIELD",
        "reassignmentId",
      ],
      [
        "no source",
        () => request({ commands: [assign({ source: "" })] }),
        "MISSING_FIELD",
        "source",
      ],
      [
        "a malformed target",
        () => request({ commands: [assign({ target: "here" })] }),
        "INVALID_FIELD",
        "target",
      ],
      [
        "a target that is the source",
        () => request({ commands: [assign({ target: elsewhere })] }),
        "INVALID_ARGUMENT",
        "target",
      ],
    ];
    for (const [what, body, code, field] of faults) {
      it(`names the field of a request with ${what} at ${path}`, async () => {
        const reply = await pings.post(path, body());
        expectError(reply, 400, code);
        expect(saidOf(reply)).to.contain(field);
      });
    }

    it(`asks for the right to act for the submitter at ${path}`, async () => {
      const token = await developmentToken("only-alice");
      const other = await pings.post(path, request({ submitter: pings.bob }), token);
      expect(other.status).to.equal(403);
      const user = await pings.post(path, request({ userId: "somebody" }), token);
      expect(user.status).to.equal(403);
      expectError(await pings.post(path, request(), token), 400, "INVALID_ARGUMENT");
    });
  }

  it("asks for the right to read what the event format shows", async () => {
    const token = await developmentToken("only-alice");
    const eventFormat = { filtersByParty: { [pings.bob]: { cumulative: [] } } };
    const reply = await pings.post(paths[1] ?? "", { ...request(), eventFormat }, token);
    expect(reply.status).to.equal(403);
  });
});
