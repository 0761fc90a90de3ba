import { status } from "@grpc/grpc-js";
import { createHttpServer, developmentUser } from "@tallystick/http";
import { openValidator, type Validator } from "@tallystick/node";
import { expect } from "chai";
import { pino } from "pino";
import { type GrpcServer, serveGrpc } from "../../src/index.js";
import { GrpcClient } from "../fixtures/grpc-client.js";
import { bearer, rightOf } from "../fixtures/served.js";

/** 2026-01-01T00:00:00Z in microseconds. */
const start = 1_767_225_600_000_000;

describe("a clock that is driven by hand, over gRPC", () => {
  let validator: Validator;
  let server: GrpcServer;
  let grpc: GrpcClient;
  before(async () => {
    validator = rightOf(
      await openValidator({
        clock: () => start,
        manualClock: true,
        config: { projectorThread: "main" },
        wallet: { amuletPrice: "0.1" },
      }),
    );
    const { ledger, wallet } = validator;
    const logger = pino({ level: "silent" });
    const parts = { ledger, wallet, logger, config: { port: 0 } };
    const { calls } = rightOf(await createHttpServer(parts));
    const limits = { maxMessageBytes: 1_000_000, maxConnections: 10, closeTimeoutMs: 1_000 };
    server = rightOf(await serveGrpc({ calls, logger, host: "127.0.0.1", ports: [0], ...limits }));
    grpc = new GrpcClient(server.address, bearer(developmentUser));
  });
  after(async () => {
    grpc.close();
    await server.close();
    await validator.close();
  });

  const now = async (): Promise<unknown> => (await grpc.call("TimeService/GetTime"))["currentTime"];

  it("is announced", async () => {
    const { features } = await grpc.call("VersionService/GetLedgerApiVersion");
    expect(JSON.stringify(features)).to.contain('"staticTime":{"supported":true}');
  });

  it("moves forward, from the time that the caller knows", async () => {
    const currentTime = await now();
    const newTime = "2027-01-01T00:00:00Z";
    await grpc.call("TimeService/SetTime", { currentTime, newTime });
    expect(await now()).to.equal(newTime);
    for (const wrong of [
      { currentTime, newTime: "2027-01-02T00:00:00Z" },
      { currentTime: newTime, newTime: "2026-12-31T00:00:00Z" },
      { currentTime: newTime, newTime: "2300-01-01T00:00:00Z" },
      { currentTime: newTime },
    ]) {
      const { code } = await grpc.failure("TimeService/SetTime", wrong);
      expect(code, JSON.stringify(wrong)).to.equal(status.INVALID_ARGUMENT);
    }
    expect(await now()).to.equal(newTime);
  });
});
