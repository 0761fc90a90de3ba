import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { connectReason } from "../../src/connection/connect-error.js";
import { eventStoreDb } from "../../src/index.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { leftOf } from "../client/opened-store.js";
import { atEnd, serve } from "../served-store.js";

const reasonOf = async (connectionString: string): Promise<string> => {
  const error = leftOf(await eventStoreDb({ connectionString, limits: { readGiveUpMs: 30_000 } }));
  expect(error).to.include({ kind: "unavailable", outcome: "known" });
  return "reason" in error ? error.reason : "";
};

const rootFile = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "root-"));
  atEnd(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "root.pem"), rootCertificate);
  return join(folder, "root.pem");
};

const tls = { certificate: serverCertificate, key: serverKey };

describe("Why a server cannot be reached", () => {
  it("names host, scheme and cause: no one listens", async () => {
    expect(await reasonOf("esdb://127.0.0.1:1?tls=false")).to.equal(
      "esdb://127.0.0.1:1?tls=false: connect ECONNREFUSED 127.0.0.1:1 (no server listens there)",
    );
  });

  it("names host, scheme and cause: clear text to a server with TLS", async () => {
    const { server } = await serve({ tls });
    expect(await reasonOf(`esdb://localhost:${server.port}?tls=false`)).to.match(
      /^esdb:\/\/localhost:\d+\?tls=false: .*\(.*require TLS.*remove tls=false\)$/,
    );
  });

  it("names host, scheme and cause: TLS to a server of clear text", async () => {
    const { server } = await serve();
    expect(await reasonOf(`esdb://user:secret@localhost:${server.port}`)).to.match(
      /^esdb:\/\/localhost:\d+: wrong version number \(it does not use TLS.*\)$/,
    );
  });

  it("names host, scheme and cause: a root that is not known, a name that is another", async () => {
    const { server } = await serve({ tls });
    expect(await reasonOf(`esdb://localhost:${server.port}`)).to.match(/set tlsCAFile to the root/);
    const other = `esdb://ip6-localhost:${server.port}?tlsCAFile=${rootFile()}`;
    expect(await reasonOf(other)).to.match(/ip6-localhost/);
  });

  it("is put together for every kind of reason", () => {
    const node = { host: "h", port: 1 };
    const secure = { scheme: "esdb", tls: true } as const;
    const reason = (details: string, tls = true) =>
      connectReason({ ...secure, tls }, node, Object.assign(new Error("x"), { details }));
    expect(reason("Name resolution failed for target dns:h:1")).to.match(
      /host name cannot be resolved/,
    );
    expect(reason("Error: Hostname/IP does not match certificate's altnames: x")).to.match(
      /for other host names/,
    );
    const late = Object.assign(new Error("Deadline exceeded after 3.0s"), { code: 4 });
    expect(connectReason(secure, node, late)).to.match(/^esdb:\/\/h:1: it does not respond/);
    expect(
      reason(
        "No connection established. Last error: Failed to connect (2026-01-02T03:04:05.678Z). Resolution note: ",
        false,
      ),
    ).to.match(/^esdb:\/\/h:1\?tls=false: Failed to connect \(it closed the connection, as /);
    expect(reason("something new")).to.equal("esdb://h:1: something new");
    expect(connectReason(secure, node, "text")).to.equal("esdb://h:1: text");
    expect(connectReason(secure, node, new Error("plain"))).to.equal("esdb://h:1: plain");
  });
});
