import {
  createHttpServer,
  createMetrics,
  developmentService,
  developmentUser,
  type HttpSettings,
  type Metrics,
} from "@tallystick/http";
import {
  type Ledger,
  type LedgerOptions,
  openLedger,
  openValidator,
  partStates,
  type ValidatorOptions,
  type Wallet,
} from "@tallystick/node";
import { siteFolder } from "@tallystick/wallet-ui";
import { isLeft } from "fp-ts/lib/Either.js";
import { SignJWT } from "jose";
import { pino } from "pino";

/** What may differ from a development network with the time of day. */
export interface NodeOptions {
  /** Packages of your own, as values or DARs. */
  readonly packages?: LedgerOptions["packages"];
  /** False: the ledger alone, without the coin and wallets. Default true. */
  readonly coin?: boolean;
  /** True: time passes only by `pass`. Needs the coin. Default false. */
  readonly manualClock?: boolean;
  readonly wallet?: ValidatorOptions["wallet"];
  readonly config?: LedgerOptions["config"];
  readonly http?: Omit<HttpSettings, "port">;
}

/** A node in memory that is served on a free port of 127.0.0.1. */
export interface ServedNode {
  /** `http://127.0.0.1:12345`; below it the API, and the wallet's pages in `/wallet/`. */
  readonly url: string;
  readonly ledger: Ledger;
  /** Undefined without the coin. */
  readonly wallet: Wallet | undefined;
  /**
   * A token of a user, for one hour.
   *
   * @param user default: the participant's admin
   */
  token(user?: string): Promise<string>;
  /**
   * Calls the API. Rejects unless the status is a 2xx; the message has status and answer.
   *
   * @param user whose token is sent
   */
  api<A = unknown>(user: string, method: string, path: string, body?: unknown): Promise<A>;
  /**
   * Registers a user with a wallet, and gives it coins.
   *
   * @param usd how much, in dollars; "0" for none
   * @returns the user's party
   */
  user(name: string, usd?: string): Promise<string>;
  /**
   * Moves a manual clock, and waits for what is due.
   *
   * @param seconds by how much
   */
  pass(seconds: number): Promise<void>;
  /** Remembers the state now, clock included; returns what brings it back, any number of times. */
  snapshot(): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const tokenOf = (user: string): Promise<string> => {
  if (developmentService.kind !== "unsafe") throw new Error("the development login has no secret");
  const { secret, audience = "" } = developmentService;
  return new SignJWT({})
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(user)
    .setAudience(audience)
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode(secret));
};

interface Opened {
  readonly ledger: Ledger;
  readonly wallet: Wallet | undefined;
  close(): Promise<void>;
}

const opened = async (
  { coin = true, ...options }: NodeOptions,
  metrics: Metrics,
): Promise<Opened> => {
  const { packages = [], manualClock = false, config = {}, wallet } = options;
  if (!coin && manualClock) throw new Error("manualClock: expected coin, whose clock it is");
  const ofLedger = {
    packages,
    observer: metrics.ledger,
    config: { projectorThread: "main" as const, ...config },
  };
  if (!coin) {
    const found = await openLedger(ofLedger);
    if (isLeft(found)) throw new Error(found.left.message);
    const ledger = found.right;
    return { ledger, wallet: undefined, close: () => ledger.close() };
  }
  const found = await openValidator({
    ...ofLedger,
    manualClock,
    ...(wallet === undefined ? {} : { wallet }),
  });
  if (isLeft(found)) throw new Error(found.left.message);
  return found.right;
};

const apiOf =
  (url: string) =>
  async <A>(user: string, method: string, path: string, body?: unknown): Promise<A> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(user)}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    // border: the caller names the type of an answer
    return (text === "" ? undefined : JSON.parse(text)) as A;
  };

const listening = async (
  { ledger, wallet }: Opened,
  http: NodeOptions["http"],
  metrics: Metrics,
) => {
  const made = await createHttpServer({
    ledger,
    wallet,
    logger: pino({ level: "silent" }),
    config: { ...http, port: 0 },
    observer: metrics.http,
    instruments: metrics.instruments,
    site: siteFolder,
  });
  if (isLeft(made)) throw new Error(made.left.message);
  const url = await made.right.listen();
  if (isLeft(url)) throw new Error(url.left.message);
  return { server: made.right, url: url.right };
};

const microsPerSecond = 1_000_000;

/**
 * Starts a node in memory, with the development login. Rejects when a package or a setting is
 * wrong.
 *
 * @example
 * const node = await serveNode();
 * await node.user("alice", "100");
 * const revert = await node.snapshot();
 * console.log(node.url);
 * await revert();
 * await node.close();
 */
export const serveNode = async (options: NodeOptions = {}): Promise<ServedNode> => {
  const metrics = createMetrics();
  const node = await opened(options, metrics);
  const { ledger, wallet } = node;
  metrics.opened(() => partStates(node));
  if (wallet !== undefined) metrics.walletOpened(wallet);
  await metrics.sample();
  const { server, url } = await listening(node, options.http, metrics).catch(
    async (error: unknown) => {
      await node.close();
      throw error;
    },
  );
  const api = apiOf(url);
  return {
    url,
    ledger,
    wallet,
    api,
    token: (user = developmentUser) => tokenOf(user),
    user: async (name, usd = "0") => {
      const { party_id: party } = await api<{ party_id: string }>(name, "POST", "/v0/register");
      if (usd !== "0") await api(name, "POST", "/v0/wallet/tap", { amount: usd });
      return party;
    },
    pass: async (seconds) => {
      if (wallet?.manualClock === undefined) throw new Error("pass: expected manualClock: true");
      wallet.manualClock.advance(seconds * microsPerSecond);
      await wallet.scheduler.settle();
    },
    snapshot: async () => {
      const post = (path: string, body: object) =>
        api<{ snapshot: string }>(developmentUser, "POST", `/v0/dev/${path}`, body);
      const { snapshot } = await post("snapshot", {});
      return async () => void (await post("revert", { snapshot }));
    },
    close: async () => {
      await server.close();
      await node.close();
      metrics.close();
    },
  };
};
