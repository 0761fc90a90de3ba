import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { callGenerated } from "../fixtures/generated-calls.js";
import { serve, type Served } from "../fixtures/served.js";

const calls = 60_000;

describe("generated calls", () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it(`are all answered, and never by an internal error: ${calls}`, async () => {
    const counts = await callGenerated(served, calls, 7);
    expect(counts.get(status.INVALID_ARGUMENT)).to.be.greaterThan(1_000);
    expect(counts.get(status.OK)).to.be.greaterThan(1_000);
    expect((await served.grpc.call("StateService/GetLedgerEnd"))["offset"]).not.to.equal(undefined);
  });
});
