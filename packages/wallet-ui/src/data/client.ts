import createClient, { type Client, type Middleware } from "openapi-fetch";
import type { Session } from "../session/session.js";
import { ApiError, apiErrorOf, noAnswer } from "./api-error.js";
import type { LedgerPaths, WalletPaths } from "./openapi.js";
import { noteReachable } from "./reachability.js";
import { noteServerDate } from "./server-clock.js";
import { signingFetch } from "./signing-fetch.js";

/** The API of the node, with the types of its documents. */
export interface Api {
  /** The paths under `/v0`. */
  readonly wallet: Client<WalletPaths>;
  /** The paths under `/v2`. */
  readonly ledger: Client<LedgerPaths>;
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

const withParty = async (request: Request, { party, isExternal }: NamedParty): Promise<Request> => {
  const url = new URL(request.url);
  url.searchParams.set("party", party);
  if (isExternal && request.method !== "GET") url.searchParams.set("prepare", "true");
  const { method, headers, signal } = request;
  // the bytes: a body that is copied as a stream needs HTTP/2
  const body = request.body === null ? {} : { body: await request.arrayBuffer() };
  return new Request(url, { method, headers, signal, ...body });
};

/** Adds the token, a trace id and the party to each request, and throws what is no success. */
const middlewareOf = (session: Session, party: NamedParty | undefined): Middleware => ({
  onRequest: async ({ request, schemaPath }) => {
    const token = await session.token();
    if (token !== undefined) request.headers.set("Authorization", `Bearer ${token}`);
    request.headers.set("traceparent", `00-${hex(16)}-${hex(8)}-01`);
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
  return { wallet, ledger };
};

/** The data of an answer: `await answerOf(api.wallet.GET("/v0/wallet/balance"))`. */
export const answerOf = async <A>(
  reply: Promise<{ readonly data?: A; readonly error?: unknown }>,
): Promise<Exclude<A, undefined>> => {
  const { data } = await reply;
  // border: the middleware throws every answer that has no data
  return data as Exclude<A, undefined>;
};
