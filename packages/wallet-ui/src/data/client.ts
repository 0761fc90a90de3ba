import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { Session } from "../session/session.js";
import { heardBy } from "./heard-offset.js";
import { ApiError, apiErrorOf, noAnswer } from "./api-error.js";
import type { LedgerPaths, WalletPaths, WalletSchemas } from "./openapi.js";
import { noteReachable } from "./reachability.js";
import { noteServerDate } from "./server-clock.js";
import { signingFetch } from "./signing-fetch.js";

/** What a request of the wallet would do. */
export type Tried = WalletSchemas["TriedCommand"];

/** The API of the node, with the types of its documents. */
export interface Api {
  /** The paths under `/v0`. */
  readonly wallet: Client<WalletPaths>;
  /** The paths under `/v2`. */
  readonly ledger: Client<LedgerPaths>;
  /**
   * Tries what a function sends to the wallet without any effect; undefined when it sends nothing.
   * Its requests of the ledger are sent as they are: they must only read.
   */
  readonly tried: (run: (api: Api) => Promise<unknown>) => Promise<Tried | undefined>;
}

/** Thrown instead of an answer, as none has been given by a request that was tried. */
class TriedRequest extends Error {
  constructor(readonly outcome: Tried) {
    super();
  }
}

const hex = (bytes: number): string =>
  [...crypto.getRandomValues(new Uint8Array(bytes))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");

/** Rows of the wallet that are not about one party. */
const withoutParty =
  /^\/v0\/(register|admin\/|wallet\/user-status|feature-support|scan-proxy\/|wallet\/parties)/;

const traceIdOf = (request: Request): string =>
  request.headers.get("traceparent")?.split("-")[1] ?? "";

interface NamedParty {
  readonly party: string;
  /** Whether it signs outside of the node. */
  readonly isExternal: boolean;
}

const withQuery = async (
  request: Request,
  parameters: Readonly<Record<string, string>>,
): Promise<Request> => {
  const url = new URL(request.url);
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  const { method, headers, signal } = request;
  // the bytes: a body that is copied as a stream needs HTTP/2
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return new Request(url, { method, headers, signal, ...body });
};

const withParty = (request: Request, { party, isExternal }: NamedParty): Promise<Request> =>
  withQuery(request, {
    party,
    ...(isExternal && request.method !== "GET" ? { prepare: "true" } : {}),
  });

/** Tries each request; its outcome is thrown, so that nothing after it is done. */
const trying: Middleware = {
  onRequest: ({ request }) =>
    request.method === "GET" ? request : withQuery(request, { dry_run: "true" }),
  onResponse: async ({ request, response }) => {
    if (!response.ok || request.method === "GET") return;
    // border: the node answers with the schema of its document
    const outcome = (await response.json()) as Tried;
    throw new TriedRequest(outcome);
  },
};

/** Adds the token, a trace id and the party to each request, and throws what is no success. */
const middlewareOf = (session: Session, party: NamedParty | undefined): Middleware => ({
  onRequest: async ({ request, schemaPath }) => {
    const token = await session.token();
    if (token !== undefined) request.headers.set("Authorization", `Bearer ${token}`);
    request.headers.set("traceparent", `00-${hex(16)}-${hex(8)}-01`);
    const heard = heardBy(session, performance.now());
    if (heard !== undefined) request.headers.set("X-Tallystick-Min-Offset", String(heard));
    if (party === undefined || !schemaPath.startsWith("/v0/") || withoutParty.test(schemaPath))
      return request;
    return withParty(request, party);
  },
  onResponse: async ({ request, response }) => {
    noteReachable(true);
    noteServerDate(response.headers.get("Date"));
    if (!response.ok) throw await apiErrorOf(response, traceIdOf(request));
  },
  onError: ({ request, error }) => {
    if (error instanceof ApiError) return error;
    // a request that was given up says nothing of the node
    if (!request.signal.aborted) noteReachable(false);
    return noAnswer(traceIdOf(request));
  },
});

/**
 * The API as a user calls it.
 *
 * @param baseUrl where the node is mounted, with its origin
 * @param party named in requests of the wallet; undefined for the user's own
 */
export const createApi = (
  baseUrl: string,
  session: Session,
  party: NamedParty | undefined,
): Api => {
  const middleware = middlewareOf(session, party);
  const wallet = createClient<WalletPaths>({
    baseUrl,
    ...(party?.isExternal === true ? { fetch: signingFetch(baseUrl, session, party.party) } : {}),
  });
  const ledger = createClient<LedgerPaths>({ baseUrl });
  wallet.use(middleware);
  ledger.use(middleware);
  const api: Api = {
    wallet,
    ledger,
    tried: async (run) => {
      const tries = createClient<WalletPaths>({ baseUrl });
      tries.use(middleware, trying);
      try {
        await run({ ...api, wallet: tries });
        return undefined;
      } catch (thrown) {
        if (thrown instanceof TriedRequest) return thrown.outcome;
        throw thrown;
      }
    },
  };
  return api;
};

/** The data of an answer: `await answerOf(api.wallet.GET("/v0/wallet/balance"))`. */
export const answerOf = async <A>(
  reply: Promise<{ readonly data?: A; readonly error?: unknown }>,
): Promise<Exclude<A, undefined>> => {
  const { data } = await reply;
  // border: the middleware throws every answer that has no data
  return data as Exclude<A, undefined>;
};
