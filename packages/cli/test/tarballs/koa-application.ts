/** What the shop has installed itself, as its imports name it. */
const own = { koa: JSON.stringify("koa"), webSockets: JSON.stringify("ws") };

/**
 * A shop's own program in strict TypeScript: a Koa application with a middleware, a page and a
 * websocket of its own that also serves the interface. It tries all of it as a client, writes what
 * it saw as JSON, and ends.
 */
export const koaApplication = `
import { createServer } from "node:http";
import Koa from ${own.koa};
import { WebSocket, WebSocketServer } from ${own.webSockets};
import { ledgerApi } from "@tallystick/http";
import { openLedger } from "@tallystick/node";

const opened = await openLedger({});
if (opened._tag === "Left") throw new Error(opened.left.message);
const ledger = opened.right;
const api = ledgerApi(ledger);

const app = new Koa();
const seen: string[] = [];
app.use(async (ctx, next) => {
  if (seen.length < 4) seen.push(ctx.path);
  await next();
});
app.use(api.routes());
app.use((ctx) => {
  if (ctx.path === "/prices") ctx.body = { apples: 3 };
});

const handle = app.callback();
const server = createServer((request, response) => void handle(request, response));
api.webSockets(server);
const chats = new WebSocketServer({ noServer: true });
server.on("upgrade", (request, socket, head) => {
  if (request.url !== "/chat") return;
  chats.handleUpgrade(request, socket, head, (chat) => chat.send("welcome"));
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
const address = server.address();
if (typeof address !== "object" || address === null) throw new Error("there is no address");
const base = \`127.0.0.1:\${address.port}\`;
const token = process.env["TOKEN"] ?? "";
const headers = { authorization: \`Bearer \${token}\`, "content-type": "application/json" };

const get = (path: string, withToken = true) =>
  fetch(\`http://\${base}\${path}\`, withToken ? { headers } : {});
const post = async (path: string, body: object): Promise<any> => {
  const answer = await fetch(\`http://\${base}\${path}\`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return answer.json();
};
/** The first frame that a websocket gets. */
const firstFrame = (path: string, protocols: string[], request?: object): Promise<string> =>
  new Promise((resolve, reject) => {
    const webSocket = new WebSocket(\`ws://\${base}\${path}\`, protocols);
    webSocket.on("error", reject);
    webSocket.on("open", () => {
      if (request !== undefined) webSocket.send(JSON.stringify(request));
    });
    webSocket.on("message", (data) => {
      resolve(String(data));
      webSocket.terminate();
    });
  });

const prices: unknown = await (await get("/prices")).json();
const nowhere = (await get("/nowhere")).status;
const { version } = (await (await get("/v2/version")).json()) as { version: string };
const denied = await get("/v2/parties", false);
const { code } = (await denied.json()) as { code: string };
const chat = await firstFrame("/chat", []);

const hint = { partyIdHint: "alice", userId: "ledger-api-user" };
const { party } = (await post("/v2/parties", hint)).partyDetails;
const ping = {
  templateId: "#canton-builtin-admin-workflow-ping:Canton.Internal.Ping:Ping",
  createArguments: { id: "one", initiator: party, responder: party },
};
const commands = [{ CreateCommand: ping }];
await post("/v2/commands/submit-and-wait", { commands, commandId: "one", actAs: [party] });
const filter = { filtersByParty: { [party]: { cumulative: [] } } };
const request = { beginExclusive: 0, filter, verbose: true };
const frame = await firstFrame("/v2/updates", [\`jwt.token.\${token}\`, "daml.ws.auth"], request);
const [update] = Object.keys(JSON.parse(frame).update ?? { [frame]: 0 });

const withoutToken = [denied.status, code];
const all = { prices, nowhere, version, seenByOwnMiddleware: seen, withoutToken, chat, update };
console.log(JSON.stringify(all));
await api.close(0);
server.closeAllConnections();
server.close();
await ledger.close();
`;
