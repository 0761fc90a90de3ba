import { createServer, type Server, type ServerResponse } from "node:http";
import { systemTimers } from "@tallystick/background";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { type JwksAccess, maxJwksBytes, requestJwks } from "../../src/auth/jwks-request.js";

const free: JwksAccess = { allowHttp: true, allowPrivateAddresses: true, timeoutMs: 60_000 };

describe("Fetching an identity provider's keys", () => {
  let server: Server;
  let base: string;
  let port: number;
  let asked = 0;
  let answer: (response: ServerResponse) => void;
  before(async () => {
    server = createServer((_request, response) => {
      asked += 1;
      answer(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const address = server.address();
    port = typeof address === "object" ? (address?.port ?? 0) : 0;
    base = `http://127.0.0.1:${port}`;
  });
  beforeEach(() => {
    asked = 0;
    answer = (response) => response.end("the keys");
  });
  after(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  /** The text that was fetched, or why not. */
  const fetched = async (url: string, access: Partial<JwksAccess> = {}): Promise<string> => {
    const outcome = await requestJwks(url, { ...free, ...access }, systemTimers);
    return isLeft(outcome) ? `refused: ${outcome.left.message}` : outcome.right.toString();
  };

  it("brings what is published", async () => {
    expect(await fetched(`${base}/keys`)).to.equal("the keys");
  });

  const refusedUrls: ReadonlyArray<readonly [string, Partial<JwksAccess>, string]> = [
    ["http://example.com/", { allowHttp: false }, "only fetched over HTTPS"],
    ["ftp://example.com/", {}, "not HTTPS"],
    ["file:///etc/passwd", {}, "not HTTPS"],
    ["https://user:word@example.com/", {}, "contains credentials"],
    ["nonsense", {}, "cannot be read"],
    ["http://127.0.0.1/", { allowPrivateAddresses: false }, "127.0.0.1, which is not public"],
    ["http://2130706433/", { allowPrivateAddresses: false }, "127.0.0.1, which is not public"],
    ["http://0x7f.1/", { allowPrivateAddresses: false }, "127.0.0.1, which is not public"],
    ["http://[::ffff:10.0.0.1]/", { allowPrivateAddresses: false }, "not public"],
    ["http://169.254.169.254/latest/", { allowPrivateAddresses: false }, "not public"],
  ];
  for (const [url, access, reason] of refusedUrls) {
    it(`does not ask ${url} with ${JSON.stringify(access)}`, async () => {
      expect(await fetched(url, access))
        .to.contain("refused")
        .and.to.contain(reason);
    });
  }

  it("refuses a name as soon as one of its addresses is not public, without asking any", async () => {
    const resolve = async () => [
      { address: "8.8.8.8", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ];
    const url = `http://keys.example:${port}/`;
    expect(await fetched(url, { allowPrivateAddresses: false, resolve })).to.contain("not public");
    expect(asked).to.equal(0);
  });

  it("connects to the address it has checked and looks the name up once, so that a name that changes its mind gains nothing", async () => {
    let lookups = 0;
    const resolve = async () => {
      lookups += 1;
      return lookups === 1
        ? [{ address: "127.0.0.1", family: 4 }]
        : [{ address: "127.0.0.9", family: 4 }];
    };
    // The name has no address in any other directory: only the checked one can have led to the
    // answer.
    expect(await fetched(`http://keys.invalid:${port}/`, { resolve })).to.equal("the keys");
    expect(lookups).to.equal(1);
  });

  const answers: ReadonlyArray<readonly [string, (response: ServerResponse) => void, string]> = [
    ["status 500", (r) => r.writeHead(500).end("x"), "HTTP status 500"],
    ["status 404", (r) => r.writeHead(404).end("x"), "HTTP status 404"],
    ["a redirect", (r) => r.writeHead(302, { location: "/other" }).end(), "HTTP status 302"],
    [
      "too long a document",
      (r) => r.end(Buffer.alloc(maxJwksBytes + 1)),
      `longer than ${maxJwksBytes}`,
    ],
    [
      "half a document",
      (r) => void r.writeHead(200, { "content-length": 9 }).write("x", () => r.destroy()),
      "refused",
    ],
    ["a broken connection", (r) => r.destroy(), "hang up"],
  ];
  for (const [what, made, reason] of answers) {
    it(`gives up at ${what}, after one request`, async () => {
      answer = made;
      expect(await fetched(base))
        .to.contain("refused")
        .and.to.contain(reason);
      expect(asked).to.equal(1);
    });
  }

  const slow: ReadonlyArray<readonly [string, (response: ServerResponse) => void]> = [
    ["says nothing", () => {}],
    [
      "sends a byte now and then",
      (response) => {
        response.writeHead(200);
        const drip = setInterval(() => response.write("x"), 20);
        response.on("close", () => clearInterval(drip));
      },
    ],
  ];
  for (const [what, made] of slow) {
    it(`gives up in time on a provider that ${what}, and hangs up`, async () => {
      let closed: Promise<void> | undefined;
      answer = (response) => {
        closed = new Promise((resolve) => response.on("close", resolve));
        made(response);
      };
      expect(await fetched(base, { timeoutMs: 200 })).to.contain("no response within 200 ms");
      await closed;
    });
  }

  it("gives up in time on a name that is not found out", async () => {
    const resolve = () => new Promise<never>(() => {});
    expect(await fetched("http://keys.invalid/", { resolve, timeoutMs: 100 })).to.contain(
      "no response within 100 ms",
    );
  });

  it("does not take a provider without a certificate for one with", async () => {
    expect(await fetched(`https://127.0.0.1:${port}/`)).to.contain("refused");
    expect(asked).to.equal(0);
  });
});
