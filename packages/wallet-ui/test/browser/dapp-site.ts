import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { build, type Rolldown } from "vite";

/** What the web page runs: the official SDK, with one wallet to choose. */
const entry = `
import { DappSDK, RemoteAdapter } from "@canton-network/dapp-sdk";
const rpcUrl = new URLSearchParams(location.search).get("rpc");
const adapter = new RemoteAdapter({ name: "Wallet", rpcUrl });
const sdk = new DappSDK({ walletPicker: async () => ({ ...adapter.getInfo() }) });
const out = document.querySelector("output");
const acts = {
  connect: () => sdk.connect({ defaultAdapters: [adapter] }),
  accounts: () => sdk.listAccounts(),
  status: () => sdk.status(),
  execute: () => sdk.prepareExecuteAndWait({ commands: [window.wanted] }),
};
for (const [name, act] of Object.entries(acts)) {
  document.getElementById(name).addEventListener("click", async () => {
    out.textContent = "waiting";
    try {
      out.textContent = name + " done: " + JSON.stringify(await act());
    } catch (error) {
      out.textContent = name + " failed: " + (error?.message ?? JSON.stringify(error));
    }
  });
}
`;

const page = `<!doctype html><html lang="en"><title>A dApp</title><body>
<button id="connect">Connect</button><button id="accounts">Accounts</button>
<button id="status">Status</button><button id="execute">Execute</button>
<output></output><script type="module" src="/dapp.js"></script></body></html>`;

const virtual = "virtual:dapp";

const bundled = async (): Promise<string> => {
  const result = await build({
    configFile: false,
    logLevel: "silent",
    root: import.meta.dirname,
    build: {
      write: false,
      rolldownOptions: { input: virtual },
      modulePreload: false,
    },
    plugins: [
      {
        name: "dapp",
        resolveId: (id) =>
          id === virtual ? join(import.meta.dirname, "dapp-entry.js") : undefined,
        load: (id) => (id.endsWith("dapp-entry.js") ? entry : undefined),
      },
    ],
  });
  // border: one build that is not watched has one output
  const { output } = result as Rolldown.RolldownOutput;
  return output.flatMap((each) => (each.type === "chunk" ? [each.code] : [])).join("\n");
};

/** A web page of another origin that uses the official SDK of dApps. */
export const startDapp = async (): Promise<{
  /** `http://127.0.0.1:12345` */
  readonly origin: string;
  close(): Promise<void>;
}> => {
  const script = await bundled();
  const server = createServer((request, response) => {
    const isScript = request.url === "/dapp.js";
    if (request.url === "/favicon.ico") {
      response.writeHead(204).end();
      return;
    }
    response
      .writeHead(200, { "content-type": isScript ? "text/javascript" : "text/html" })
      .end(isScript ? script : page);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // border: a server on a port has such an address
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
