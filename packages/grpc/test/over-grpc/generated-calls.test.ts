import { status } from "@grpc/grpc-js";
import { expect } from "chai";
import { callGenerated } from "../fixtures/generated-calls.js";
import { serve, type Served } from "../fixtures/served.js";

const calls = 800;

describe("some generated calls", () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  it("are all answered, and never by an internal error", async () => {
    const counts = await callGenerated(served, calls);
    expect(counts.get(status.INVALID_ARGUMENT)).to.be.greaterThan(50);
    expect((await served.grpc.call("StateService/GetLedgerEnd"))["offset"]).not.to.equal(undefined);
  });
});
