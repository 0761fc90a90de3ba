import { LogService } from "@tallystick/audit";
import {
  createHttpServer,
  createMetrics,
  type HttpSettings,
  type Metrics,
  type RegistryModule,
} from "@tallystick/http";
import { openValidator, partStates, type Validator, type ValidatorOptions } from "@tallystick/node";
import { join } from "node:path";
import { SignJWT } from "jose";
import { isLeft } from "fp-ts/lib/Either.js";
import { pino } from "pino";
import { siteFolder } from "../../src/index.js";

/** What a test asks of a node as its users. */
export interface TestUsers {
  /** Calls the API as a user, with the development login; throws unless the answer is a 2xx. */
  api<A = unknown>(user: string, method: string, path: string, body?: unknown): Promise<A>;
  /** Registers a user and gives it coins; returns its party. */
  userWith(user: string, usd: string): Promise<string>;
}

/** A node with a wallet and the built pages, in this process. */
export interface TestNode extends TestUsers {
  /** `http://127.0.0.1:12345` */
  readonly base: string;
  readonly validator: Validator;
  /** What the console shows as instruments. */
  readonly metrics: Metrics;
  /** Moves a clock that is driven by hand, and waits for what is due. */
  pass(seconds: number): Promise<void>;
  close(): Promise<void>;
}

const tokenOf = (user: string): Promise<string> =>
  new SignJWT({})
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(user)
    .setAudience("https://canton.network.global")
    .setExpirationTime("1h")
    .sign(new TextEncoder().encode("unsafe"));

/** The users of a node with the development login. */
export const usersOf = (base: string): TestUsers => {
  const api = async (user: string, method: string, path: string, body?: unknown) => {
    const response = await fetch(`${base}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${await tokenOf(user)}`,
        "content-type": "application/json",
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === "" ? undefined : JSON.parse(text);
  };
  return {
    api,
    userWith: async (user, usd) => {
      const { party_id: party } = await api(user, "POST", "/v0/register");
      if (usd !== "0") await api(user, "POST", "/v0/wallet/tap", { amount: usd });
      return party;
    },
  };
};

/** What may be different from a development network with the time of day. */
interface TestNodeOptions {
  /** The folder of the built pages; those of this package by default. */
  readonly site?: string;
  readonly wallet?: ValidatorOptions["wallet"];
  /** Whether the test moves the clock by `pass`. */
  readonly manualClock?: boolean;
  readonly http?: HttpSettings;
  /** Packages of apps. */
  readonly packages?: NonNullable<ValidatorOptions["packages"]>;
  /** The registry of a token that one of the packages has. */
  readonly registry?: RegistryModule;
  /** A folder for the journal, and for its log, which is kept then; default: memory. */
  readonly data?: string;
}

/** Keeps the log of a journal in a folder, as `--audit` does. */
const logOf = (data: string, { ledger }: Validator): LogService =>
  new LogService({
    address: `sqlite:${data}`,
    stream: "participant-participant",
    folder: join(data, "log"),
    domain: "ledger.example",
    ledgerEnd: () => ledger.ledgerEnd(),
    drawKey: async () => {
      const drawn = await ledger.drawDisclosureKey();
      return isLeft(drawn) ? drawn.left.cause : undefined;
    },
    signEveryMs: 200,
    onError: () => undefined,
  });

const microsPerSecond = 1_000_000;

/** Starts a node on a free port of 127.0.0.1, with everything in memory. */
export const startTestNode = async (options: TestNodeOptions = {}): Promise<TestNode> => {
  const { manualClock = false, http = {}, data, packages = [], site = siteFolder } = options;
  const metrics = createMetrics();
  const opened = await openValidator({
    observer: metrics.ledger,
    manualClock,
    packages,
    ...(data === undefined ? {} : { data }),
    config: { projectorThread: "main", scrubEventsPerSecond: 10_000, scrubEveryMs: 500 },
    wallet: { amuletPrice: "0.1", ...options.wallet },
  });
  if (isLeft(opened)) throw new Error(opened.left.message);
  const validator = opened.right;
  const { ledger, wallet } = validator;
  metrics.opened(() => partStates(validator));
  metrics.walletOpened(wallet);
  await metrics.sample();
  const audit = data === undefined ? undefined : logOf(data, validator);
  const server = await createHttpServer({
    ledger,
    audit,
    wallet,
    logger: pino({ level: "silent" }),
    config: { port: 0, ...http },
    observer: metrics.http,
    instruments: metrics.instruments,
    registries: options.registry === undefined ? [] : [await options.registry.open(ledger)],
    site,
  });
  if (isLeft(server)) throw new Error(server.left.message);
  const listening = await server.right.listen();
  if (isLeft(listening)) throw new Error(listening.left.message);
  const base = listening.right;

  const users = usersOf(base);
  return {
    base,
    validator,
    metrics,
    ...users,
    pass: async (seconds) => {
      wallet.manualClock?.advance(seconds * microsPerSecond);
      await wallet.scheduler.settle();
    },
    close: async () => {
      await server.right.close();
      await audit?.close();
      await validator.close();
      metrics.close();
    },
  };
};
