import { addAbortSignal } from "node:stream";
import { messageOf } from "@tallystick/background";
import { isLeft } from "fp-ts/lib/Either.js";
import * as t from "io-ts";
import { createWebSocketStream, WebSocket } from "ws";
import {
  eventFormatOf,
  type LedgerSource,
  SourceError,
  type StoredPackage,
  updateFormatOf,
} from "./ledger-source.js";

/** A ledger with the JSON Ledger API. */
export interface RemoteLedger {
  /** `http://host:port`, or with https. */
  readonly url: string;
  /** The token to send; asked for again with each connection. */
  readonly token: () => Promise<string>;
  /** What the node's console calls the store: 1 to 40 of `a-z0-9-`. */
  readonly name: string;
  /** Certificates to trust and to present, in PEM. */
  readonly tls?:
    | { readonly ca?: string; readonly cert?: string; readonly key?: string }
    | undefined;
  /** Asks with these certificates; default that of Node. */
  readonly fetch?: typeof fetch;
}

const MAX_FRAME_BYTES = 64 << 20;
const timeoutMs = 60_000;
const reportTimeoutMs = 4_000;

const LedgerEnd = t.type({ offset: t.number });
const Pruned = t.type({ participantPrunedUpToInclusive: t.union([t.number, t.undefined, t.null]) });
const Participant = t.type({ participantId: t.string });
const Package = t.type({ packageId: t.string, packageName: t.string, packageVersion: t.string });
const Vetted = t.type({
  vettedPackages: t.readonlyArray(t.type({ packages: t.readonlyArray(Package) })),
  nextPageToken: t.union([t.string, t.undefined, t.null]),
});

/** What a repeated attempt may change: everything but what was asked. */
const passing = (status: number): boolean => status !== 400 && status !== 404;

const send = async (
  { url, token, fetch: asking = fetch }: RemoteLedger,
  path: string,
  body: object | undefined,
  timeout: number,
) =>
  asking(`${url}${path}`, {
    method: body === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${await token()}`, "content-type": "application/json" },
    signal: AbortSignal.timeout(timeout),
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const ask = async <A>(
  ledger: RemoteLedger,
  answer: t.Decoder<unknown, A>,
  path: string,
  body?: object,
): Promise<A> => {
  const { url } = ledger;
  const response = await send(ledger, path, body, timeoutMs).catch((thrown: unknown) => {
    throw new SourceError(`${url} does not answer: ${messageOf(thrown)}`, true);
  });
  const text = await response.text();
  const asked = `${url}${path} answered ${response.status}`;
  if (!response.ok)
    throw new SourceError(`${asked}: ${text.slice(0, 500)}`, passing(response.status));
  const read = answer.decode(JSON.parse(text));
  if (isLeft(read))
    throw new SourceError(`${asked}, but something else: ${text.slice(0, 200)}`, false);
  return read.right;
};

/**
 * The frames of a stream of the JSON Ledger API, until it ends.
 *
 * @throws {SourceError} what the ledger answered instead, or that the connection is lost
 */
async function* frames(ledger: RemoteLedger, path: string, request: object, signal?: AbortSignal) {
  const url = `${ledger.url.replace(/^http/, "ws")}${path}`;
  const protocols = ["daml.ws.auth", `jwt.token.${await ledger.token()}`];
  const socket = new WebSocket(url, protocols, { maxPayload: MAX_FRAME_BYTES, ...ledger.tls });
  let failure: SourceError | undefined;
  socket.on("open", () => socket.send(JSON.stringify(request)));
  socket.on("unexpected-response", (_, { statusCode = 0 }) => {
    failure = new SourceError(`${url} answered ${statusCode}`, passing(statusCode));
    socket.terminate();
  });
  socket.on("close", (code, reason) => {
    if (code !== 1000)
      failure ??= new SourceError(`${url} closed: ${code} ${reason.toString()}`, true);
  });
  // one frame waits here: the reader bounds what does, in characters
  const options = { readableObjectMode: true, readableHighWaterMark: 1 };
  const stream = createWebSocketStream(socket, options);
  if (signal !== undefined) addAbortSignal(signal, stream);
  try {
    for await (const frame of stream) yield String(frame);
  } catch (thrown) {
    throw failure ?? new SourceError(`${url}: ${messageOf(thrown)}`, true);
  } finally {
    socket.terminate();
  }
  if (failure !== undefined) throw failure;
}

const vettedPackages = async (ledger: RemoteLedger): Promise<ReadonlyArray<StoredPackage>> => {
  const found: Array<StoredPackage> = [];
  for (let pageToken = ""; ; ) {
    const page = await ask(ledger, Vetted, "/v2/package-vetting/list", { pageToken });
    for (const each of page.vettedPackages.flatMap(({ packages }) => packages)) {
      const { packageId, packageName: name, packageVersion: version } = each;
      found.push({ packageId, name, version });
    }
    pageToken = page.nextPageToken ?? "";
    if (pageToken === "" || page.vettedPackages.length === 0) return found;
  }
};

/** Answers after which a ledger is told nothing until its next stream: it has no such console. */
const refusals: ReadonlySet<number> = new Set([400, 403, 404, 405]);

/** A ledger that is read over its published interface: ours, or a genuine participant. */
export const remoteSource = (ledger: RemoteLedger): LedgerSource => {
  let isTold = true;
  return {
    participantId: async () =>
      (await ask(ledger, Participant, "/v2/parties/participant-id")).participantId,
    ledgerEnd: async () => (await ask(ledger, LedgerEnd, "/v2/state/ledger-end")).offset,
    prunedUpTo: async () =>
      (await ask(ledger, Pruned, "/v2/state/latest-pruned-offsets"))
        .participantPrunedUpToInclusive ?? 0,
    packages: () => vettedPackages(ledger),
    activeContracts: (scope, activeAtOffset) => {
      const request = { activeAtOffset, eventFormat: eventFormatOf(scope) };
      return frames(ledger, "/v2/state/active-contracts", request);
    },
    updates: (scope, { after: beginExclusive, end: endInclusive, signal }) => {
      isTold = true;
      const request = { beginExclusive, endInclusive, updateFormat: updateFormatOf(scope) };
      return frames(ledger, "/v2/updates", request, signal);
    },
    report: async (position) => {
      if (!isTold) return;
      const told = { name: ledger.name, ...position };
      const response = await send(ledger, "/v2/followers", told, reportTimeoutMs);
      isTold = !refusals.has(response.status);
      // an answer that nobody reads would keep its connection
      await response.body?.cancel();
    },
  };
};
