import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { GrpcClient } from "../fixtures/grpc-client.js";
import { openStream } from "../fixtures/open-stream.js";
import { bearer, serve, type Served } from "../fixtures/served.js";

const follow = (party: string) => ({
  beginExclusive: 0,
  updateFormat: {
    includeTransactions: {
      eventFormat: { filtersByParty: { [party]: {} } },
      transactionShape: "TRANSACTION_SHAPE_ACS_DELTA",
    },
  },
});

describe("streams over gRPC", () => {
  let served: Served;
  let party: string;
  before(async () => {
    served = await serve({
      webSocket: { maxSocketsPerUser: 1_000 },
      jwtTimestampLeeway: { defaultMs: 0 },
    });
    party = await served.party("reader");
  });
  after(() => served.close());

  const reader = async (userId: string): Promise<void> => {
    await served.grpc.call("UserManagementService/CreateUser", {
      user: { id: userId },
      rights: [{ canReadAs: { party } }],
    });
  };

  it("end when the token of their caller expires", async () => {
    await reader("short");
    const exp = Math.floor(Date.now() / 1_000) + 2;
    const stream = await openStream(served, follow(party), bearer("short", { exp }));
    const { code, message, details } = await stream.ended;
    expect(code).to.equal(status.ABORTED);
    expect(message).to.match(/^ACCESS_TOKEN_EXPIRED\(2,/);
    expect(details).to.include.keys("ErrorInfo", "RetryInfo");
  });

  it("end when the rights of their caller change", async () => {
    await reader("changing");
    const stream = await openStream(served, follow(party), bearer("changing"));
    await served.grpc.call("UserManagementService/GrantUserRights", {
      userId: "changing",
      rights: [{ participantAdmin: {} }],
    });
    expect((await stream.ended).message).to.match(/^STALE_STREAM_AUTHORIZATION\(2,/);
  });

  it("end at the deadline of their caller, and when it cancels", async () => {
    const late = await openStream(served, follow(party), undefined, 300);
    expect((await late.ended).code).to.equal(status.DEADLINE_EXCEEDED);
    const cancelled = await openStream(served, follow(party));
    cancelled.cancel();
    expect((await cancelled.ended).code).to.equal(status.CANCELLED);
  });

  it("are counted by user, together with websockets, until they end", async () => {
    const few = await serve({ webSocket: { maxSocketsPerUser: 2 } });
    const own = await few.party("own");
    const open = [await openStream(few, follow(own)), await openStream(few, follow(own))];
    const refused = await openStream(few, follow(own));
    expect((await refused.ended).code).to.equal(status.RESOURCE_EXHAUSTED);
    open[0]?.cancel();
    const codes: Array<number> = [];
    // the server hears of the end a moment later
    do {
      const again = await openStream(few, follow(own), undefined, 300);
      codes.push((await again.ended).code);
    } while (codes.at(-1) === status.RESOURCE_EXHAUSTED);
    expect(codes.at(-1)).to.equal(status.DEADLINE_EXCEEDED);
    open[1]?.cancel();
    await few.close();
  });

  it("all get what happens, a thousand at once", async () => {
    const streams = await Promise.all(
      Array.from({ length: 990 }, () =>
        openStream(served, { ...follow(party), beginExclusive: served.ledger.ledgerEnd() }),
      ),
    );
    await served.grpc.call("CommandService/SubmitAndWait", {
      commands: {
        commandId: "seen by all",
        actAs: [party],
        commands: [
          {
            create: {
              templateId: { packageId: "#values", moduleName: "Values", entityName: "Note" },
              createArguments: {
                fields: [
                  { label: "owner", value: { party } },
                  { label: "text", value: { text: "x" } },
                ],
              },
            },
          },
        ],
      },
    });
    const updates = await Promise.all(streams.map(({ next }) => next()));
    expect(updates).to.have.length(990);
    for (const each of streams) each.cancel();
  });

  it("reject a message that is too long", async () => {
    const long = new GrpcClient(served.address, bearer("ledger-api-user"));
    const { code } = await long.failure("PackageManagementService/UploadDarFile", {
      darFile: Buffer.alloc(5 * 1024 * 1024).toString("base64"),
    });
    expect(code).to.equal(status.RESOURCE_EXHAUSTED);
    long.close();
  });
});
