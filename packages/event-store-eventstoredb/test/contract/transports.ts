import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type EventStore, eventStoreContract, inMemoryStore } from "@tallystick/event-store";
import { sqliteStore } from "@tallystick/event-store-sqlite";
import { eventStoreDb } from "../../src/index.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import type { WritableOptions } from "../server/writable-context.js";
import { atEnd, rightOf, serve } from "../served-store.js";

/** Opens the adapter on streams that no one else uses. */
export const opened = async (
  connectionString: string,
  limits: { readonly maxAppendBytes?: number } = {},
): Promise<EventStore> => {
  const streamPrefix = `contract-${randomUUID()}-`;
  const store = rightOf(await eventStoreDb({ connectionString, streamPrefix, limits }));
  atEnd(() => store.close());
  return store;
};

interface Variant {
  readonly name: string;
  readonly server: () => Promise<Partial<WritableOptions>>;
  readonly address: (port: number, folder: string) => string;
}

const clear = (port: number): string => `esdb://127.0.0.1:${port}?tls=false`;

/** A client and a server of their own, one transport each. */
const variants: ReadonlyArray<Variant> = [
  { name: "in clear text, many appends on one call", server: async () => ({}), address: clear },
  {
    name: "in clear text, each append on its own call",
    server: async () => ({ batchAppend: false }),
    address: clear,
  },
  {
    name: "over TLS with a password",
    server: async () => ({
      tls: { certificate: serverCertificate, key: serverKey },
      access: { users: [{ name: "ledger", password: "p@ss:1", mayWrite: true }] },
    }),
    address: (port, folder) =>
      `esdb://ledger:p%40ss%3A1@localhost:${port}?tlsCAFile=${join(folder, "root.pem")}`,
  },
  {
    name: "by discovery",
    server: async () => ({}),
    address: (port) => `esdb+discover://127.0.0.1:${port}?tls=false`,
  },
  {
    name: "to a server on SQLite",
    server: async () => ({ store: rightOf(await sqliteStore({ file: ":memory:" })) }),
    address: clear,
  },
];

/** How many of the transports the short tests take: batched and single appends. */
const often = 2;

/** The transports that each run of the tests takes. */
export const usualTransports = variants.slice(0, often);

/** Those that the long tests take besides. */
export const otherTransports = variants.slice(often);

/** The tests of the contract of stores over a transport. */
export const describeTransport = ({ name: variant, server, address }: Variant): void => {
  describe(`the adapter ${variant} keeps the contract:`, () => {
    let folder = "";
    before(() => {
      folder = mkdtempSync(join(tmpdir(), "tallystick-contract-"));
      writeFileSync(join(folder, "root.pem"), rootCertificate);
    });
    after(() => rmSync(folder, { recursive: true }));
    for (const { name, run } of eventStoreContract(["remote"])) {
      it(name, async () => {
        const options = { store: inMemoryStore(), ...(await server()) };
        const served = await serve(options);
        await run((limits) => opened(address(served.server.port, folder), limits));
      });
    }
  });
};
