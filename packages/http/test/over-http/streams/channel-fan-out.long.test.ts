import { expect } from "chai";
import { WebSocket } from "ws";
import { openPingLedger, wildcardFor } from "../../fixtures/ping-ledger.js";
import { developmentToken, runServer } from "../../fixtures/running-server.js";
import { within } from "../../fixtures/stream-reader.js";

const readerCount = 1_000;
const openAtOnce = 100;
const updateCount = 300;

/** Counts the updates that come, in order and none twice, without keeping their texts. */
class OrderedReader {
  readonly #webSocket: WebSocket;
  readonly offsets: Array<number> = [];
  readonly whole: Promise<void>;

  constructor(url: string, token: string, request: string, expected: number) {
    this.#webSocket = new WebSocket(url, [`jwt.token.${token}`, "daml.ws.auth"], {
      perMessageDeflate: false,
    });
    this.#webSocket.on("open", () => this.#webSocket.send(request));
    this.whole = new Promise((resolve, reject) => {
      this.#webSocket.on("error", reject);
      this.#webSocket.on("close", (code) => reject(new Error(`closed with ${code}`)));
      this.#webSocket.on("message", (data: Buffer) => {
        const offset = /"events":.*"offset":(\d+),"synchronizerId"/.exec(
          data.toString("utf8"),
        )?.[1];
        if (offset !== undefined) this.offsets.push(Number(offset));
        if (this.offsets.length === expected) resolve();
      });
    });
    this.whole.catch(() => undefined);
  }

  opened(): Promise<void> {
    return new Promise((resolve) => this.#webSocket.once("message", () => resolve()));
  }

  close(): void {
    this.#webSocket.removeAllListeners("close");
    this.#webSocket.terminate();
  }
}

describe("One update stream", () => {
  it(`comes whole and in order to ${readerCount} readers while commands are submitted`, async () => {
    const { ledger, alice, create } = await openPingLedger();
    const running = await runServer(ledger);
    const token = await developmentToken();
    const url = `${running.base.replace("http", "ws")}/v2/updates`;
    const request = JSON.stringify({ beginExclusive: 0, filter: wildcardFor(alice) });
    const readers: Array<OrderedReader> = [];
    const begin = ledger.ledgerEnd();
    while (readers.length < readerCount) {
      const some = Array.from(
        { length: openAtOnce },
        () => new OrderedReader(url, token, request, updateCount),
      );
      readers.push(...some);
      await Promise.all(some.map((reader) => reader.opened()));
    }
    await create(updateCount);
    await within("the last update", Promise.all(readers.map(({ whole }) => whole)), 300_000);
    const expected = Array.from({ length: updateCount }, (_, index) => begin + 1 + index);
    for (const { offsets } of readers) expect(offsets).to.deep.equal(expected);
    for (const reader of readers) reader.close();
    await running.server.close();
    await ledger.close();
  });
});
