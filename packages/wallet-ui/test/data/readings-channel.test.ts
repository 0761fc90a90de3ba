import { expect } from "chai";
import { readReading } from "../../src/data/readings-channel.js";

describe("a frame of instruments", () => {
  const at = "2026-01-31T12:00:00.000Z";

  it("has its stretches, and of the latest its states and lists", () => {
    const values = { commands: [1, 0, 2] };
    expect(readReading(JSON.stringify({ at, values }))).to.deep.equal({
      at: Date.parse(at),
      values,
    });
    const states = { waiting: "act" };
    const listed = { errors: { A: 1 } };
    expect(readReading(JSON.stringify({ at, values, states, listed }))).to.deep.equal({
      at: Date.parse(at),
      values,
      states,
      listed,
    });
  });

  it("leaves out what it does not know, and is nothing when it is an error", () => {
    const frame = {
      at,
      values: { a: [1, 2], b: "3" },
      states: { a: "burns" },
      listed: { x: { y: "z" } },
    };
    expect(readReading(JSON.stringify(frame))).to.deep.equal({
      at: Date.parse(at),
      values: {},
      states: {},
      listed: { x: {} },
    });
    expect(readReading(JSON.stringify({ code: "ACCESS_TOKEN_EXPIRED" }))).to.equal(undefined);
  });
});
