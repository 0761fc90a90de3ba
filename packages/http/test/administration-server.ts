import { createServer, type Server } from "node:http";
import type { UserRight } from "@tallystick/core";
import type { CreateUser, Ledger } from "@tallystick/node";
import { exportJWK, type GenerateKeyPairResult, generateKeyPair, SignJWT } from "jose";
import type { HttpConfig } from "../src/index.js";
import { memoryLedger } from "./fake-ledger.js";
import { developmentToken, type Reply, type RunningServer, runServer } from "./running-server.js";

/** A request; by the development user unless it is somebody else's. */
export interface Call {
  readonly body?: unknown;
  readonly as?: string;
}

/** A ledger in memory with two identity providers, and its server. */
export interface AdministrationServer {
  readonly ledger: Ledger;
  readonly running: RunningServer;
  call(method: string, path: string, call?: Call): Promise<Reply>;
  /** Creates a user; of a provider, when the first part of its id names one: `a.name`. */
  user(
    userId: string,
    rights?: ReadonlyArray<UserRight>,
    more?: Partial<CreateUser>,
  ): Promise<void>;
  /** Allocates a party; of a provider, likewise. */
  party(hint: string): Promise<string>;
  close(): Promise<void>;
}

/** The providers there are from the start. */
export const providerIds: ReadonlyArray<string> = ["a", "b"];

const providerOf = (name: string): string => {
  const [first = ""] = name.split(".");
  return name.includes(".") && providerIds.includes(first) ? first : "";
};

const issuerOf = (provider: string): string => `https://${provider}.example`;

/** The right of an outcome, or the cause of its refusal thrown. */
export const done = <A>(
  outcome:
    | { readonly _tag: "Right"; readonly right: A }
    | { readonly _tag: "Left"; readonly left: { readonly code: string; readonly cause: string } },
): A => {
  if (outcome._tag === "Left") throw new Error(`${outcome.left.code}: ${outcome.left.cause}`);
  return outcome.right;
};

const keyServer = async (keys: GenerateKeyPairResult): Promise<Server> => {
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: "one", alg: "EdDSA" };
  const server = createServer((_request, response) => {
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ keys: [jwk] }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
};

const urlOf = (server: Server): string => {
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/keys`;
};

const tokens = (keys: GenerateKeyPairResult) => {
  const known = new Map<string, Promise<string>>();
  const make = (userId: string): Promise<string> => {
    const provider = providerOf(userId);
    return provider === ""
      ? developmentToken(userId)
      : new SignJWT({ scope: "daml_ledger_api" })
          .setProtectedHeader({ alg: "EdDSA", kid: "one" })
          .setSubject(userId)
          .setIssuer(issuerOf(provider))
          .setExpirationTime("1h")
          .sign(keys.privateKey);
  };
  return (userId: string): Promise<string> => {
    const token = known.get(userId) ?? make(userId);
    known.set(userId, token);
    return token;
  };
};

/** Starts a server whose providers' keys come from this machine; the caller closes it. */
export const administrationServer = async (
  config: Partial<HttpConfig> = {},
): Promise<AdministrationServer> => {
  const keys = await generateKeyPair("EdDSA");
  const jwks = await keyServer(keys);
  const ledger = await memoryLedger();
  for (const identityProviderId of providerIds) {
    const provider = { issuer: issuerOf(identityProviderId), jwksUrl: urlOf(jwks), audience: "" };
    done(
      await ledger.createIdentityProvider({
        identityProviderId,
        ...provider,
        isDeactivated: false,
      }),
    );
  }
  const running = await runServer(ledger, { jwks: { allowPrivateAddresses: true }, ...config });
  const tokenOf = tokens(keys);
  return {
    ledger,
    running,
    call: async (method, path, { body, as } = {}) =>
      running.call(method, path, {
        ...(body === undefined ? {} : { body }),
        ...(as === undefined ? {} : { token: await tokenOf(as) }),
      }),
    user: async (userId, rights = [], more = {}) => {
      const identityProviderId = providerOf(userId);
      done(await ledger.createUser({ userId, identityProviderId, rights, ...more }));
    },
    party: async (partyIdHint) => {
      const identityProviderId = providerOf(partyIdHint.replace("-", "."));
      return done(await ledger.allocateParty({ partyIdHint, identityProviderId })).party;
    },
    close: async () => {
      await running.server.close();
      await ledger.close();
      jwks.closeAllConnections();
      await new Promise((resolve) => jwks.close(resolve));
    },
  };
};
