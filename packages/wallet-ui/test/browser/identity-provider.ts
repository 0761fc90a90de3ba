import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import Provider, { type Configuration } from "oidc-provider";

/** The browser wallet as the provider knows it. */
export const walletClient = "wallet";

/** A provider of logins on this machine. */
export interface IdentityProvider {
  readonly issuer: string;
  readonly jwksUrl: string;
  /** What the token endpoint has given so far: `authorization_code`, `refresh_token`. */
  readonly grants: ReadonlyArray<string>;
  /** Begins to answer, for a wallet at this origin: `http://127.0.0.1:12345`. */
  serve(walletOrigin: string): void;
  /** How long the access tokens live that are given from now on; seconds. */
  setLifetime(seconds: number): void;
  /** For whom the access tokens are that are given from now on. */
  setAudience(audience: string): void;
  /** Ends what was granted so far: nothing is renewed any more. */
  revokeGrants(): Promise<void>;
  close(): Promise<void>;
}

/** What access tokens are for that this node takes. */
export const nodeAudience = "https://node.example";

const page = (title: string, body: string): string =>
  `<!doctype html><html lang="en"><head><title>${title}</title></head><body>${body}</body></html>`;

const loginForm = (uid: string): string =>
  page(
    "Provider",
    `<h1>Who are you?</h1><form method="post" action="/interaction/${uid}">
<label>Account <input name="account" autofocus></label><button>Continue</button></form>`,
  );

const bodyOf = async (request: IncomingMessage): Promise<URLSearchParams> => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return new URLSearchParams(Buffer.concat(chunks).toString());
};

/** Asks who it is. */
const interact = async (
  provider: Provider,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> => {
  const { uid } = await provider.interactionDetails(request, response);
  if (request.method === "GET") {
    response.writeHead(200, { "content-type": "text/html" }).end(loginForm(uid));
    return;
  }
  const accountId = (await bodyOf(request)).get("account") ?? "";
  await provider.interactionFinished(request, response, { login: { accountId } });
};

/** What tokens are given. */
interface Given {
  lifetime: number;
  audience: string;
  readonly grants: Set<string>;
}

const resource = "urn:ledger";
const hourSeconds = 3_600;

/** Grants what the wallet asks for, without a question. */
const granted =
  (given: Given): Configuration["loadExistingGrant"] =>
  async ({ oidc }) => {
    const { client, session, provider } = oidc;
    const grant = new provider.Grant({
      clientId: client?.clientId ?? "",
      accountId: session?.accountId ?? "",
    });
    grant.addOIDCScope("openid offline_access");
    grant.addResourceScope(resource, "daml_ledger_api");
    given.grants.add(await grant.save());
    return grant;
  };

const newKey = async (): Promise<JWK> => {
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  return { ...(await exportJWK(privateKey)), use: "sig", alg: "RS256" };
};

const configurationOf = (walletOrigin: string, given: Given, key: JWK): Configuration => ({
  jwks: { keys: [key] },
  clients: [
    {
      client_id: walletClient,
      token_endpoint_auth_method: "none",
      grant_types: ["authorization_code", "refresh_token"],
      redirect_uris: [`${walletOrigin}/wallet/callback`],
      post_logout_redirect_uris: [`${walletOrigin}/wallet/login`],
    },
  ],
  pkce: { required: () => true },
  clientBasedCORS: (_ctx, origin) => origin === walletOrigin,
  cookies: { keys: ["test"] },
  extraParams: ["audience"],
  findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  issueRefreshToken: (_ctx, client) => client.grantTypeAllowed("refresh_token"),
  loadExistingGrant: granted(given),
  ttl: {
    AccessToken: () => given.lifetime,
    IdToken: hourSeconds,
    Interaction: hourSeconds,
    RefreshToken: hourSeconds,
    Grant: hourSeconds,
    Session: hourSeconds,
  },
  features: {
    devInteractions: { enabled: false },
    rpInitiatedLogout: {
      enabled: true,
      logoutSource: (ctx, form) => {
        const button = '<button form="op.logoutForm" name="logout" value="yes">Yes</button>';
        ctx.body = page("Provider", `<h1>Log out?</h1>${form}${button}`);
      },
    },
    resourceIndicators: {
      enabled: true,
      defaultResource: () => resource,
      useGrantedResource: () => true,
      getResourceServerInfo: () => ({
        scope: "daml_ledger_api",
        audience: given.audience,
        accessTokenTTL: given.lifetime,
        accessTokenFormat: "jwt",
      }),
    },
  },
});

const listening = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  // border: a server on a port has such an address
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
};

/**
 * Starts a provider: OpenID Connect with the authorization code, PKCE, and refresh tokens that are
 * used once. Any account name will do.
 */
export const startIdentityProvider = async (): Promise<IdentityProvider> => {
  const given: Given = { lifetime: hourSeconds, audience: nodeAudience, grants: new Set() };
  const key = await newKey();
  const grants: string[] = [];
  const server = createServer();
  const issuer = await listening(server);
  let provider: Provider | undefined;
  return {
    issuer,
    jwksUrl: `${issuer}/jwks`,
    grants,
    serve: (walletOrigin) => {
      const made = new Provider(issuer, configurationOf(walletOrigin, given, key));
      provider = made;
      const handle = made.callback();
      made.on("grant.success", ({ oidc }) => {
        grants.push(String(oidc.params?.["grant_type"]));
      });
      server.on("request", (request, response) => {
        const path = request.url ?? "/";
        if (path === "/favicon.ico") response.writeHead(204).end();
        else if (path.startsWith("/interaction/")) void interact(made, request, response);
        else void handle(request, response);
      });
    },
    setLifetime: (seconds) => {
      given.lifetime = seconds;
    },
    setAudience: (audience) => {
      given.audience = audience;
    },
    revokeGrants: async () => {
      for (const id of given.grants) await (await provider?.Grant.find(id))?.destroy();
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
