import { expect } from "chai";
import { pino } from "pino";
import { exitCode } from "../src/exit-code.js";
import { stopOnSignal } from "../src/stop-on-signal.js";

const SIGNALS = ["SIGTERM", "SIGINT"] as const;

describe("A signal", () => {
  const kept = new Map<string, ReadonlyArray<NodeJS.SignalsListener>>();
  let lines: string[] = [];
  const logger = pino({}, { write: (line: string) => void lines.push(line) });
  const messages = (): ReadonlyArray<unknown> =>
    lines.map((line) => (JSON.parse(line) as { readonly msg: unknown }).msg);

  beforeEach(() => {
    lines = [];
    for (const signal of SIGNALS) {
      kept.set(signal, process.listeners(signal));
      process.removeAllListeners(signal);
    }
  });
  afterEach(() => {
    for (const signal of SIGNALS) {
      process.removeAllListeners(signal);
      for (const listener of kept.get(signal) ?? []) process.on(signal, listener);
    }
  });

  for (const signal of SIGNALS) {
    it(`${signal} stops what runs, and the process ends well`, async () => {
      let stops = 0;
      const stopped = stopOnSignal({
        readyLine: "",
        logger,
        stop: async () => {
          stops += 1;
        },
      });
      process.emit(signal);
      expect(await stopped).to.equal(exitCode.done);
      expect(stops).to.equal(1);
      expect(messages()).to.deep.equal(["stopping", "stopped"]);
    });
  }

  it("that comes twice at once is one: npm passes on what the terminal sent to both", async () => {
    let stops = 0;
    let end = (): void => undefined;
    const stopped = stopOnSignal({
      readyLine: "",
      logger,
      stop: () => {
        stops += 1;
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    });
    process.emit("SIGINT");
    process.emit("SIGINT");
    process.emit("SIGTERM");
    end();
    expect(await stopped).to.equal(exitCode.done);
    expect(stops).to.equal(1);
  });

  it("ends in an error when what runs cannot be stopped, with what is certain", async () => {
    const stopped = stopOnSignal({
      readyLine: "",
      logger,
      stop: () => Promise.reject(new Error("the disk is gone")),
    });
    process.emit("SIGTERM");
    expect(await stopped).to.equal(exitCode.failed);
    expect(messages()).to.deep.equal([
      "stopping",
      "the stop failed; what was acknowledged is durable",
    ]);
    expect(lines[1]).to.include("the disk is gone");
  });
});
