import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  type Client,
  connectivityState,
  type Metadata,
  status,
  type StatusObject,
} from "@grpc/grpc-js";
import { featuresMethods, streamsMethods } from "../protocol/service-methods.js";
import { askNode, callMetadata, type ChannelParts, openChannel } from "./channel.js";
import { connectReason } from "./connect-error.js";
import type { HostPort } from "./connection-string.js";
import { NodeFinder } from "./find-node.js";
import { createLinks } from "./links.js";
import { createBackOff } from "./retry.js";

/**
 * Time limit for a node to accept a connection and send its features. TCP retries lost packets
 * more and more rarely, so that a new connection recovers sooner.
 */
const CONNECT_MS = 3_000;

/** How long a failed node is avoided, if others still name it as the leader. */
const SHUNNED_MS = 2_000;

/** Features of the server of the current link. */
export interface AppendSupport {
  /** Many appends on one call. */
  readonly batch: boolean;
  /** Deadlines as a span of time, which need no clock that agrees with the server's. */
  readonly deadlineSpan: boolean;
}

interface Call {
  cancel(): void;
  on(event: "error", listener: () => void): unknown;
  on(event: "status", listener: (ended: StatusObject) => void): unknown;
}

/** A channel to one node that has answered, with its open calls. */
export interface Link {
  readonly node: HostPort;
  readonly grpc: Client;
  readonly support: AppendSupport;
  readonly calls: Set<Call>;
}

/** The node that the server names as the leader, when it is not. */
const leaderIn = ({ metadata }: StatusObject): HostPort | undefined => {
  const [host] = metadata.get("leader-endpoint-host");
  const [port] = metadata.get("leader-endpoint-port");
  return host === undefined || port === undefined
    ? undefined
    : { host: String(host), port: Number(port) };
};

const isUnimplemented = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === status.UNIMPLEMENTED;

/** Queries a node's features; old versions do not have the method. */
const supportOf = async (
  grpc: Client,
  parts: ChannelParts,
  connectionName: string,
): Promise<AppendSupport> => {
  const metadata = callMetadata(parts, connectionName, false);
  try {
    const { getSupportedMethods } = featuresMethods;
    const { methods } = await askNode(grpc, getSupportedMethods, metadata, CONNECT_MS);
    const path = streamsMethods.batchAppend.path.toLowerCase();
    const found = methods.find(
      ({ serviceName, methodName }) => `/${serviceName}/${methodName}`.toLowerCase() === path,
    );
    return {
      batch: found !== undefined,
      deadlineSpan: found?.features.includes("deadline_duration") === true,
    };
  } catch (error) {
    if (isUnimplemented(error)) return { batch: false, deadlineSpan: false };
    throw error;
  }
};

/** Opens links to the server or the leader of the cluster, and drops them. */
export class Linking {
  readonly #parts: ChannelParts;
  readonly #finder: NodeFinder;
  readonly #closing = new AbortController();
  readonly links = createLinks<Link>({
    open: () => this.#open(),
    backOff: createBackOff(),
    pause: (ms) => sleep(ms, undefined, { signal: this.#closing.signal }),
    now: () => performance.now(),
  });
  readonly connectionName: string;
  generation = 0;
  /** The leader that a server named, until it was connected to. */
  #leader: HostPort | undefined;
  #shunned: { readonly node: HostPort; readonly until: number } | undefined;

  constructor(parts: ChannelParts) {
    this.#parts = parts;
    this.#finder = new NodeFinder(parts, Math.random);
    this.connectionName = parts.settings.connectionName ?? randomUUID();
  }

  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  metadata(requiresLeader: boolean): Metadata {
    return callMetadata(this.#parts, this.connectionName, requiresLeader);
  }

  async current(): Promise<Link> {
    if (this.isClosed) throw new Error("the connection is closed");
    const present = this.links.present();
    // it may have failed without a call on it
    const isReady =
      present?.grpc.getChannel().getConnectivityState(false) === connectivityState.READY;
    if (present !== undefined && !isReady) this.giveUp(present, false);
    return this.links.current();
  }

  /** Watches a call, whose end shows whether the link still works. */
  watched<C extends Call>(link: Link, call: C): C {
    link.calls.add(call);
    // the user of the call listens too; an error without a listener would end the process
    call.on("error", () => undefined);
    call.on("status", (ended) => {
      link.calls.delete(call);
      const leader = leaderIn(ended);
      if (leader === undefined && ended.code !== status.UNAVAILABLE) return;
      if (this.links.present() !== link) return;
      this.#leader = leader;
      if (leader === undefined) this.#shun(link.node);
      this.giveUp(link, false);
    });
    return call;
  }

  /** @param isSilent its calls would wait forever */
  giveUp(link: Link, isSilent: boolean): void {
    if (!this.links.drop(link)) return;
    this.generation += 1;
    if (isSilent) {
      this.#shun(link.node);
      for (const call of link.calls) call.cancel();
    }
    // open calls may still complete
    link.grpc.close();
  }

  close(): void {
    this.#closing.abort();
    const link = this.links.present();
    if (link !== undefined) this.giveUp(link, true);
  }

  #shun(node: HostPort): void {
    this.#shunned = { node, until: performance.now() + SHUNNED_MS };
  }

  async #open(): Promise<Link> {
    const node = await this.#target();
    const grpc = openChannel(this.#parts, node);
    try {
      const support = await supportOf(grpc, this.#parts, this.connectionName);
      if (this.isClosed) throw new Error("the connection is closed");
      return { node, grpc, support, calls: new Set() };
    } catch (error) {
      grpc.close();
      if (!isConnectError(error)) throw error;
      this.#shun(node);
      throw new Error(connectReason(this.#parts.settings, node, error), { cause: error });
    }
  }

  async #target(): Promise<HostPort> {
    const { settings } = this.#parts;
    const leader = this.#leader;
    this.#leader = undefined;
    const [first] = settings.hosts;
    if (leader !== undefined) return leader;
    if (settings.scheme === "esdb" && settings.hosts.length === 1 && first !== undefined)
      return first;
    const shunned = this.#shunned;
    const isShunned = shunned !== undefined && performance.now() < shunned.until;
    return this.#finder.find(isShunned ? shunned.node : undefined);
  }
}

/** Codes for no answer, as opposed to an error. */
const isConnectError = (error: unknown): boolean =>
  error instanceof Error &&
  "code" in error &&
  (error.code === status.UNAVAILABLE || error.code === status.DEADLINE_EXCEEDED);
