import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTcpServer } from "node:net";
import { createServer as createTlsServer } from "node:https";
import { once } from "node:events";
import { join } from "node:path";
import { expect } from "chai";
import * as t from "io-ts";
import { allPages } from "../../src/client/node-connection.js";
import { rootCertificate, serverCertificate, serverKey } from "@tallystick/dev";
import { invoked, tempFolder } from "../ledger-folder.js";

describe("A command that asks a node", () => {
  let server: Server | undefined;
  afterEach(() => {
    server?.closeAllConnections();
    server?.close();
  });

  /** The address of a server that answers so. */
  const answering = async (listener: RequestListener): Promise<string> => {
    server = createServer(listener);
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    return typeof address === "object" ? `http://127.0.0.1:${address?.port}` : "";
  };

  const askedWith = async (status: number, body: string) => {
    const url = await answering((_request, response) => response.writeHead(status).end(body));
    return invoked(["party", "list", "--url", url]);
  };

  it("says in one sentence that no node answers", async () => {
    const url = await answering(() => undefined);
    server?.close();
    const { code, err } = await invoked(["party", "list"], { TALLYSTICK_URL: url });
    expect([code, err]).to.deep.equal([
      1,
      `tallystick: no node answers at ${url} (ECONNREFUSED); start one with "tallystick serve", or name another with --url`,
    ]);
  });

  it("says that a certificate is not trusted, not that no node answers", async () => {
    server = createTlsServer({ cert: serverCertificate, key: serverKey });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const url = `https://localhost:${typeof address === "object" ? address?.port : ""}`;
    const { code, err } = await invoked(["party", "list", "--url", url, "--token", "a.b.c"]);
    expect([code, err]).to.deep.equal([
      1,
      `tallystick: ${url} answers, but its certificate is not trusted; name the certificate of its issuer by --tls-ca FILE (UNABLE_TO_VERIFY_LEAF_SIGNATURE)`,
    ]);
  });

  it("says that an address without TLS has none", async () => {
    const url = (await answering((_request, response) => response.end())).replace(
      "http:",
      "https:",
    );
    const { code, err } = await invoked(["party", "list", "--url", url]);
    expect(code).to.equal(1);
    expect(err.replace(/\(\w+\)/, "(CODE)")).to.equal(
      `tallystick: ${url}: it answers without TLS (CODE); try ${url.replace("https:", "http:")}`,
    );
  });

  for (const [whom, demands] of [
    ["all", {}],
    ["clients with certificates", { requestCert: true, ca: rootCertificate }],
    ["those in TLS 1.2 alone", { requestCert: true, ca: rootCertificate, maxVersion: "TLSv1.2" }],
  ] as const) {
    it(`says that an address has TLS where the node serves ${whom} over it`, async () => {
      server = createTlsServer({ cert: serverCertificate, key: serverKey, ...demands });
      server.listen(0, "127.0.0.1");
      await once(server, "listening");
      const address = server.address();
      const place = `127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
      const says = `http://${place}: it speaks TLS (CODE); try https://${place}`;
      for (const command of [
        ["party", "list", "--url", `http://${place}`],
        ["fork", "--from", `http://${place}/`, "--to", join(tempFolder(), "x"), "--party", "a"],
      ]) {
        const { code, err } = await invoked(command);
        expect([code, err.replace(/\(\w+\)/, "(CODE)")]).to.deep.equal([1, `tallystick: ${says}`]);
      }
    });
  }

  it("says that a port is one that is not asked over HTTP", async () => {
    const { code, err } = await invoked(["party", "list", "--url", "http://127.0.0.1:6666"]);
    expect(code).to.equal(1);
    expect(err).to.match(/^tallystick: http:\S+: programs that speak HTTP refuse this port, /);
  });

  it("names the flag of the command where no node answers", async () => {
    const url = await answering(() => undefined);
    server?.close();
    const { err } = await invoked(["fork", "--from", url, "--to", tempFolder(), "--party", "a"]);
    expect(err).to.contain("or name another with --from");
  });

  it("says that what answers is not HTTP", async () => {
    const other = createTcpServer((socket) => socket.end("garbage\r\n\r\n"));
    other.listen(0, "127.0.0.1");
    await once(other, "listening");
    const address = other.address();
    const url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
    const { err } = await invoked(["party", "list", "--url", url]);
    other.close();
    expect(err).to.equal(
      `tallystick: ${url} answers, but not in HTTP (HPE_INVALID_CONSTANT); is it a node?`,
    );
  });

  it("says that a page in HTML is none of a node", async () => {
    const { err } = await askedWith(404, "<html>no such page</html>");
    expect(err).to.equal("tallystick: 404: a page in HTML; is it the JSON Ledger API?");
  });

  const address = "an address such as http://127.0.0.1:7575";
  for (const [args, env, says] of [
    [["--url", "127.0.0.1:7575"], {}, `--url: expected ${address}, found "127.0.0.1:7575"`],
    [[], { TALLYSTICK_URL: "ftp://x" }, `TALLYSTICK_URL: expected ${address}, found "ftp://x"`],
    [["--url", "me:hidden@host"], {}, `--url: expected ${address}, found another text`],
    [[], { TALLYSTICK_URL: "http://me:hidden@host" }, "without a user and password"],
    [["--token", "a b"], {}, "--token: expected a token without spaces and line breaks"],
    [[], { TALLYSTICK_TOKEN: "hidden\n" }, "TALLYSTICK_TOKEN: expected a token without spaces"],
  ] as const) {
    it(`refuses before it asks: ${says}`, async () => {
      const { code, err } = await invoked(["party", "list", ...args], env);
      expect(code).to.equal(2);
      expect(err).to.contain(says).and.not.contain("hidden");
    });
  }

  it("says so too when the answer breaks off", async () => {
    const url = await answering((_request, response) => {
      response.writeHead(200, { "content-length": "100" }).write("{");
      setImmediate(() => response.destroy());
    });
    const { code, err } = await invoked(["party", "list", "--url", url]);
    expect(code).to.equal(1);
    expect(err).to.match(/^tallystick: no node answers at http:\S+ \(/);
  });

  for (const [status, body, text] of [
    [404, { code: "NOT_FOUND", cause: "no\nsuch" }, "404 NOT_FOUND: no\\u000asuch"],
    [401, { code: "NA", cause: "is over" }, "401 NA: the token was rejected: is over"],
    [409, { error: "seen before" }, "409: seen before"],
    [400, "field x: \u001b[2J", "400: field x: \\u001b[2J"],
  ] as const) {
    it(`says status, code and cause of ${status}`, async () => {
      const sent = typeof body === "string" ? body : JSON.stringify(body);
      const { code, err, out } = await askedWith(status, sent);
      expect([code, out, err]).to.deep.equal([1, [], `tallystick: ${text}`]);
    });
  }

  for (const body of ["<html>", "{}", '{"partyDetails":[{}],"nextPageToken":""}']) {
    it(`says that ${body} is not an answer of a ledger`, async () => {
      const { code, err } = await askedWith(200, body);
      expect(code).to.equal(1);
      expect(err).to.contain("something other than a page of parties");
    });
  }

  it("sends development tokens to this machine alone", async () => {
    const { code, err } = await invoked(["party", "list", "--url", "https://ledger.example.com"]);
    expect(code).to.equal(2);
    expect(err).to.contain("TALLYSTICK_TOKEN");
  });

  it("asks with the token of the flag, else of the user, else of the environment", async () => {
    const tokens: unknown[] = [];
    const url = await answering((request, response) => {
      tokens.push(request.headers.authorization);
      response.end('{"partyDetails":[],"nextPageToken":""}');
    });
    const env = { TALLYSTICK_URL: url, TALLYSTICK_TOKEN: "of-environment" };
    const asked = async (...flags: string[]) => {
      expect(await invoked(["party", "list", ...flags], env)).to.include({ code: 0, err: "" });
    };
    await asked("--token", "of-flag");
    await asked();
    await asked("--user", "anna");
    const [flag, environment, user] = tokens;
    expect([flag, environment]).to.deep.equal(["Bearer of-flag", "Bearer of-environment"]);
    const claims = Buffer.from(String(user).split(".")[1] ?? "", "base64url").toString();
    expect(JSON.parse(claims).sub).to.equal("anna");
  });

  for (const flags of [
    ["--url", "ftp://x"],
    ["--url", "nothing"],
    ["--user", "a", "--token", "b"],
  ]) {
    it(`is used wrongly with ${flags.join(" ")}`, async () => {
      expect((await invoked(["party", "list", ...flags])).code).to.equal(2);
    });
  }
});

describe("A list in pages", () => {
  it("is read until a page names no next one", async () => {
    const pages: Record<string, readonly [ReadonlyArray<number>, string]> = {
      "": [[1, 2], "b"],
      b: [[], "c"],
      c: [[3], ""],
    };
    const found = await allPages(async (token) => pages[token] ?? [[], ""]);
    expect(t.array(t.number).is(found)).to.equal(true);
    expect(found).to.deep.equal([1, 2, 3]);
  });
});
