import { expect } from "chai";
import { registered, type WalletServer, walletServer } from "../../fixtures/wallet-server.js";

const limited = { perSecond: 0.01, burst: 40 };

interface Answer {
  readonly status: number;
  readonly allowed: string | null;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string };
}

const dapp = "https://dapp.example.com";
const evil = "https://evil.example.com";

describe("the provider of web pages over HTTP", () => {
  let server: WalletServer;
  let alice: string;
  beforeEach(async () => {
    server = await walletServer();
    alice = await registered(server, "alice");
    await registered(server, "mallory");
    await server.as("alice", "POST", "/v0/wallet/tap", { amount: "10" });
  });
  afterEach(() => server.close());

  const post = async (body: unknown, origin: string | undefined, token?: string) => {
    const headers = {
      "Content-Type": "application/json",
      ...(origin === undefined ? {} : { Origin: origin }),
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const text = typeof body === "string" ? body : JSON.stringify(body);
    return fetch(`${server.base}/api/v0/dapp`, { method: "POST", headers, body: text });
  };
  const call = async (
    method: string,
    params?: unknown,
    { token, origin = dapp }: { readonly token?: string; readonly origin?: string } = {},
  ): Promise<Answer> => {
    const response = await post({ jsonrpc: "2.0", id: 1, method, params }, origin, token);
    const text = await response.text();
    const allowed = response.headers.get("Access-Control-Allow-Origin");
    // border: the answer is of the server under test
    const json = response.status === 200 ? (JSON.parse(text) as Omit<Answer, "status">) : {};
    return { ...json, status: response.status, allowed };
  };
  const lastPart = (url: string): string => {
    const { pathname, searchParams } = new URL(url);
    return searchParams.get("request") ?? pathname.split("/").at(-1) ?? "";
  };
  const userUrlOf = ({ result }: Answer): string => (result as { userUrl: string }).userUrl;
  const connect = async (user = "alice"): Promise<string> => {
    const id = lastPart(userUrlOf(await call("connect")));
    const path = `/v0/wallet/dapp/connects/${id}`;
    expect((await server.as(user, "GET", path)).json).to.include({ origin: dapp });
    const approved = await server.as(user, "POST", `${path}/approve`);
    expect(approved.status, approved.text).to.equal(200);
    expect(approved.json).to.include({ origin: dapp });
    return (approved.json as { token: string }).token;
  };
  const proposal = "#splice-wallet:Splice.Wallet.TransferPreapproval:TransferPreapprovalProposal";
  const propose = () => ({
    CreateCommand: {
      templateId: proposal,
      createArguments: {
        receiver: alice,
        provider: server.validator.wallet.settings.operator,
        expectedDso: server.validator.wallet.settings.dso,
      },
    },
  });
  /** Reads the events of a session until one has a name and satisfies a condition. */
  const events = async (token: string, origin = dapp) => {
    const abort = new AbortController();
    const response = await fetch(`${server.base}/api/v0/dapp/events?token=${token}`, {
      headers: { Origin: origin },
      signal: abort.signal,
    });
    let text = "";
    const done = (async () => {
      const decoder = new TextDecoder();
      try {
        for await (const chunk of response.body ?? []) text += decoder.decode(chunk);
      } catch {
        // aborted at the end of the test
      }
    })();
    return {
      status: response.status,
      has: async (part: string): Promise<void> => {
        for (let n = 0; n < 400 && !text.includes(part); n++)
          await new Promise<void>((resume) => setTimeout(resume, 10));
        expect(text).to.contain(part);
      },
      end: async () => {
        abort.abort();
        await done;
      },
    };
  };

  it("knows no one before the user has approved the page", async () => {
    const status = await call("status");
    expect(status.allowed).to.equal(dapp);
    expect(status).to.have.nested.property("result.connection.isConnected", false);
    expect(status).not.to.have.nested.property("result.session");
    expect(await call("isConnected")).to.have.nested.property("result.isConnected", false);
    for (const method of [
      "listAccounts",
      "getPrimaryAccount",
      "prepareExecute",
      "signMessage",
      "ledgerApi",
    ])
      expect(await call(method), method).to.have.nested.property("error.code", 4100);
    const connected = await call("connect");
    expect(connected).to.have.nested.property("result.isConnected", false);
    expect(userUrlOf(connected)).to.match(/^http:\/\/127\.0\.0\.1:\d+\/wallet\/connect\?request=/);
  });

  it("connects a page, whose token is good for its origin and the dApp interface alone", async () => {
    const token = await connect();
    const accounts = await call("listAccounts", undefined, { token });
    expect(accounts).to.have.nested.property("result[0].partyId", alice);
    expect(accounts).to.have.nested.property("result[0].primary", true);
    const status = await call("status", undefined, { token });
    expect(status).to.have.nested.property("result.session.accessToken", token);
    expect(status).not.to.have.nested.property("result.network.accessToken");
    expect(status)
      .to.have.nested.property("result.network.networkId")
      .that.matches(/^canton:[\w-]{1,32}$/);
    const foreign = await call("listAccounts", undefined, { token, origin: evil });
    expect(foreign).to.deep.equal({ status: 403, allowed: null });
    expect((await server.call("GET", "/v2/state/ledger-end", { token })).status).to.equal(401);
    expect((await server.call("GET", "/v0/wallet/balance", { token })).status).to.equal(401);
  });

  it("lets no other user approve, see or revoke", async () => {
    const token = await connect();
    await call("prepareExecute", { commands: [propose()] }, { token });
    const { json } = await server.as("mallory", "GET", "/v0/wallet/dapp/requests");
    expect(json).to.deep.equal({ requests: [] });
    const own = await server.as("alice", "GET", "/v0/wallet/dapp/requests");
    const id = (own.json as { requests: ReadonlyArray<{ id: string }> }).requests[0]?.id ?? "";
    for (const [method, path] of [
      ["GET", `requests/${id}`],
      ["POST", `requests/${id}/approve`],
      ["POST", `requests/${id}/reject`],
    ] as const)
      expect((await server.as("mallory", method, `/v0/wallet/dapp/${path}`)).status).to.equal(404);
    const sessions = await server.as("alice", "GET", "/v0/wallet/dapp/sessions");
    const session = (sessions.json as { sessions: ReadonlyArray<{ id: string }> }).sessions[0];
    const path = `/v0/wallet/dapp/sessions/${session?.id ?? ""}`;
    expect((await server.as("mallory", "DELETE", path)).status).to.equal(404);
    const stream = await events(token);
    expect((await server.as("alice", "DELETE", path)).status).to.equal(200);
    await stream.has("event: statusChanged");
    await stream.end();
    expect(await call("listAccounts", undefined, { token })).to.have.nested.property(
      "error.code",
      4100,
    );
  });

  it("executes what a page has prepared once its user approves it, and says so", async () => {
    const token = await connect();
    const stream = await events(token);
    await stream.has("event: connected");
    const params = { commandId: "from-the-page", commands: [propose()] };
    const url = userUrlOf(await call("prepareExecute", params, { token }));
    await stream.has('"status":"pending"');
    const path = `/v0/wallet/dapp/requests/${lastPart(url)}`;
    const shown = await server.as("alice", "GET", path);
    expect(shown.json).to.include({
      kind: "execute",
      origin: dapp,
      party_id: alice,
      command_id: "from-the-page",
    });
    expect(shown.json).to.have.property("description").that.is.an("array");
    const before = server.validator.ledger.ledgerEnd();
    const done = await server.as("alice", "POST", `${path}/approve`);
    expect(done.status, done.text).to.equal(200);
    expect(server.validator.ledger.ledgerEnd()).to.be.above(before);
    await stream.has('"status":"executed"');
    await stream.has((done.json as { update_id: string }).update_id);
    await stream.end();
    expect((await server.as("alice", "POST", `${path}/approve`)).status).to.equal(404);
  });

  it("tells the page of a rejection, and of what the ledger refuses", async () => {
    const token = await connect();
    const stream = await events(token);
    const params = { commandId: "c-1", commands: [propose()] };
    const first = lastPart(userUrlOf(await call("prepareExecute", params, { token })));
    const rejected = await server.as("alice", "POST", `/v0/wallet/dapp/requests/${first}/reject`);
    expect(rejected.status, rejected.text).to.equal(200);
    await stream.has('"reason":"rejected"');
    const lost = {
      ExerciseCommand: {
        templateId: "#splice-amulet:Splice.Amulet:Amulet",
        contractId: `00${"ab".repeat(68)}`,
        choice: "Archive",
        choiceArgument: {},
      },
    };
    const second = lastPart(
      userUrlOf(await call("prepareExecute", { commands: [lost] }, { token })),
    );
    const path = `/v0/wallet/dapp/requests/${second}`;
    expect((await server.as("alice", "GET", path)).json).to.have.property("would_fail");
    expect((await server.as("alice", "POST", `${path}/approve`)).status).to.equal(409);
    await stream.has("CONTRACT_NOT_FOUND");
    await stream.end();
  });

  it("prepares for the party of the session alone", async () => {
    const token = await connect();
    const { operator } = server.validator.wallet.settings;
    for (const params of [
      { commands: [propose()], actAs: [operator] },
      { commands: [propose()], readAs: [alice, operator] },
      { commands: [propose()], actAs: alice },
    ]) {
      const { error } = await call("prepareExecute", params, { token });
      expect(error?.code).to.equal(4100);
    }
    const own = await call("prepareExecute", { commands: [propose()], actAs: [alice] }, { token });
    expect(own).to.have.nested.property("result.userUrl");
    const broken = await call("prepareExecute", { commands: [{ X: 1 }] }, { token });
    expect(broken).to.have.nested.property("error.code", -32602);
  });

  it("reads the ledger as the party, and nothing else", async () => {
    const token = await connect();
    const before = server.validator.ledger.ledgerEnd();
    const end = await call(
      "ledgerApi",
      { requestMethod: "get", resource: "/v2/state/ledger-end" },
      { token },
    );
    // the node's own commands may have moved the end before the answer came and after
    expect(end)
      .to.have.nested.property("result.offset")
      .that.is.within(before, server.validator.ledger.ledgerEnd());
    const contracts = (party: string) => ({
      requestMethod: "post",
      resource: "/v2/state/active-contracts",
      body: JSON.stringify({
        activeAtOffset: server.validator.ledger.ledgerEnd(),
        filter: { filtersByParty: { [party]: {} } },
        verbose: false,
      }),
    });
    const own = await call("ledgerApi", contracts(alice), { token });
    expect(own.result, JSON.stringify(own)).to.be.an("array").that.is.not.empty;
    const { operator } = server.validator.wallet.settings;
    expect(await call("ledgerApi", contracts(operator), { token })).to.have.nested.property(
      "error.code",
      -32000,
    );
    for (const resource of [
      "/v2/commands/submit-and-wait",
      "/v2/users",
      "/v0/wallet/balance",
      "//x",
    ]) {
      const read = { requestMethod: "post", resource, body: {} };
      expect((await call("ledgerApi", read, { token })).error?.code, resource).to.equal(4200);
    }
  });

  it("gives the page the whole error object of the ledger", async () => {
    const token = await connect();
    const resource = "/v2/state/active-contracts";
    const body = { activeAtOffset: 999_999, filter: { filtersByParty: { [alice]: {} } } };
    const answered = await call("ledgerApi", { requestMethod: "post", resource, body }, { token });
    const over = await server.as("alice", "POST", resource, body);
    expect(over.status).to.be.within(400, 499);
    const data = Object(Object(answered.error).data);
    expect(answered.error).to.include({ code: -32000, message: data.cause });
    expect(data).to.have.all.keys(Object.keys(Object(over.json)));
    expect(data).to.include({ code: "OFFSET_AFTER_LEDGER_END", errorCategory: 12 });
    expect(data.context).to.have.keys(Object.keys(Object(over.json).context));
    expect(data.traceId).to.match(/^[0-9a-f]{32}$/);
    const empty = Object(await call("prepareExecute", { commands: [] }, { token })).error;
    expect(empty).to.include({ code: -32602 });
    expect(empty.data).to.include({ code: "MISSING_FIELD", errorCategory: 8 });
  });

  it("answers no notification, and does what it says", async () => {
    const token = await connect();
    const rpc = { jsonrpc: "2.0", method: "signMessage", params: { message: "hello" } };
    for (const body of [rpc, { ...rpc, method: "noSuchMethod" }, { ...rpc, params: {} }]) {
      const silent = await post(body, dapp, token);
      expect([silent.status, await silent.text()], body.method).to.deep.equal([204, ""]);
    }
    const waiting = await server.as("alice", "GET", "/v0/wallet/dapp/requests");
    expect(waiting.json).to.have.property("requests").with.lengthOf(1);
    const withNull = await (await post({ ...rpc, id: null }, dapp, token)).json();
    expect(withNull).to.have.property("id", null);
    expect(withNull).to.have.nested.property("result.userUrl");
  });

  it("keeps a place for a page when others make origins up", async () => {
    const first = lastPart(userUrlOf(await call("connect")));
    for (let n = 0; n < 130; n++)
      await call("connect", undefined, { origin: `https://faked-${n}.example.com` });
    const at = (id: string) => server.as("alice", "GET", `/v0/wallet/dapp/connects/${id}`);
    expect((await at(first)).status).to.equal(404);
    const id = lastPart(userUrlOf(await call("connect")));
    expect((await at(id)).json).to.include({ origin: dapp });
    for (let n = 0; n < 20; n++)
      await call("connect", undefined, { origin: `https://more-${n}.example.com` });
    expect((await at(id)).status).to.equal(200);
  });

  it("gives a message a beginning that no transaction has, and its signature to the page", async () => {
    const token = await connect();
    const stream = await events(token);
    const url = userUrlOf(await call("signMessage", { message: "hello" }, { token }));
    const id = lastPart(url);
    expect(new URL(url).searchParams.get("messageId")).to.equal(id);
    const path = `/v0/wallet/dapp/requests/${id}`;
    const shown = await server.as("alice", "GET", path);
    expect(shown.json).to.have.property(
      "payload",
      "Canton wallet message, not a transaction:\nhello",
    );
    expect((await server.as("alice", "POST", `${path}/approve`)).status).to.equal(400);
    const signed = await server.as("alice", "POST", `${path}/sign`, {
      signature: "c2ln",
      signed_by: "1220ab",
    });
    expect(signed.status, signed.text).to.equal(200);
    await stream.has('"signature":"c2ln"');
    await stream.end();
  });

  it("bounds what waits", async () => {
    for (let n = 0; n < 8; n++) await call("connect");
    const token = await connect();
    const codes: Array<number | undefined> = [];
    for (let n = 0; n < 11; n++) {
      const { error } = await call("prepareExecute", { commands: [propose()] }, { token });
      codes.push(error?.code);
    }
    expect(codes).to.deep.equal([...Array<undefined>(10).fill(undefined), -32005]);
    const large = await call("signMessage", { message: "x".repeat(600_000) }, { token });
    expect(large).to.have.nested.property("error.code", -32005);
  });

  it("refuses what is no call of a page", async () => {
    const codeOf = async (body: unknown) => {
      const json = (await (await post(body, dapp)).json()) as Answer;
      return json.error?.code;
    };
    expect(await codeOf("{")).to.equal(-32700);
    expect(await codeOf([])).to.equal(-32600);
    expect(await codeOf({ jsonrpc: "2.0", id: 1, method: "toString" })).to.equal(4100);
    expect((await post({ jsonrpc: "2.0", id: 1, method: "connect" }, undefined)).status).to.equal(
      403,
    );
    const token = await connect();
    expect(await call("toString", undefined, { token })).to.have.nested.property(
      "error.code",
      -32601,
    );
    expect((await events("unknown")).status).to.equal(401);
    expect((await events(token, evil)).status).to.equal(403);
    const preflight = await fetch(`${server.base}/api/v0/dapp`, {
      method: "OPTIONS",
      headers: { Origin: dapp, "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).to.equal(204);
    expect(preflight.headers.get("Access-Control-Allow-Origin")).to.equal(dapp);
  });

  it("ends a session whose user may not act for the party any more", async () => {
    const token = await connect();
    await server.validator.ledger.revokeUserRights("alice", [{ kind: "CanActAs", party: alice }]);
    expect(await call("listAccounts", undefined, { token })).to.have.nested.property(
      "error.code",
      4100,
    );
    expect(await call("isConnected", undefined, { token })).to.have.nested.property(
      "result.isConnected",
      false,
    );
  });
});

describe("the provider of web pages over HTTP, beyond the rate of an address", () => {
  it("answers 429 with Retry-After, and the error of its interface", async () => {
    const server = await walletServer({}, undefined, undefined, {
      rateLimits: { addresses: limited },
    });
    try {
      let last: Response | undefined;
      for (let calls = 0; calls <= limited.burst && last?.status !== 429; calls++) {
        last = await fetch(`${server.base}/api/v0/dapp`, {
          method: "POST",
          headers: { "Content-Type": "application/json", Origin: dapp },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "isConnected" }),
        });
      }
      expect(last?.status).to.equal(429);
      expect(Number(last?.headers.get("Retry-After"))).to.be.above(0);
      const events = await fetch(`${server.base}/api/v0/dapp/events?token=x`, {
        headers: { Origin: dapp },
      });
      expect(events.status).to.equal(429);
    } finally {
      await server.close();
    }
  });

  it("counts what a page does for the user that connected it", async () => {
    const server = await walletServer({}, undefined, undefined, {
      rateLimits: { requests: limited },
    });
    try {
      await registered(server, "alice");
      const post = (method: string, token?: string) =>
        fetch(`${server.base}/api/v0/dapp`, {
          method: "POST",
          headers: {
            "Content-Type": "application/json",
            Origin: dapp,
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
          },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method }),
        });
      const asked = (await (await post("connect")).json()) as { result: { userUrl: string } };
      const id = new URL(asked.result.userUrl).searchParams.get("request") ?? "";
      const path = `/v0/wallet/dapp/connects/${id}/approve`;
      const { token } = (await server.as("alice", "POST", path)).json as { token: string };
      const statuses: Array<number> = [];
      for (let calls = 0; calls <= limited.burst; calls++)
        statuses.push((await post("listAccounts", token)).status);
      expect([statuses[0], statuses.at(-1)]).to.deep.equal([200, 429]);
      const refused = (await (await post("listAccounts", token)).json()) as object;
      expect(refused).to.have.nested.property("error.code", -32_005);
    } finally {
      await server.close();
    }
  });
});
