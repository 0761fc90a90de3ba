import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { gossipMethods } from "../protocol/service-methods.js";
import { LEADER_STATE } from "../protocol/shared-messages.js";
import { askNode, callMetadata, type ChannelParts, openChannel } from "./channel.js";
import { connectReason } from "./connect-error.js";
import {
  type HostPort,
  hostText,
  type NodePreference,
  printableAddress,
} from "./connection-string.js";

/** A node as another one describes it. */
export interface Member {
  readonly node: HostPort;
  readonly state: number;
}

/** States of nodes that answer reads. */
const FOLLOWER_STATE = 6;
const READ_ONLY_STATES: ReadonlyArray<number> = [12, 13, 14];

/** Nodes queried at the same time. */
const MAX_ASKED = 32;

/** How long to wait for the others after the first answer; milliseconds. */
const OTHERS_MS = 300;

const isSame = (one: HostPort, other: HostPort): boolean =>
  one.port === other.port && one.host === other.host;

const statesOf = (preference: NodePreference): ReadonlyArray<number> => {
  switch (preference) {
    case "leader":
      return [LEADER_STATE];
    case "follower":
      return [FOLLOWER_STATE, LEADER_STATE];
    case "readOnlyReplica":
      return [...READ_ONLY_STATES, FOLLOWER_STATE, LEADER_STATE];
    case "random":
      return [];
  }
};

/**
 * The node to connect to: the first preferred state that occurs, and of the nodes in it the one
 * most answers name. A leader that just failed may still be named for a moment.
 *
 * @param answers the answers of the nodes
 * @param shunned the node that failed last, which is not chosen when there are others
 * @param random from 0 up to 1
 */
export const chooseNode = (
  answers: ReadonlyArray<ReadonlyArray<Member>>,
  preference: NodePreference,
  shunned: HostPort | undefined,
  random: () => number,
): HostPort | undefined => {
  const all = answers.flat();
  const others = all.filter(({ node }) => shunned === undefined || !isSame(node, shunned));
  const named = others.length > 0 ? others : all;
  const wanted = statesOf(preference);
  const readable = [LEADER_STATE, FOLLOWER_STATE, ...READ_ONLY_STATES];
  const state = wanted.find((each) => named.some((member) => member.state === each));
  const fitting = named.filter((member) =>
    wanted.length === 0 ? readable.includes(member.state) : member.state === state,
  );
  const votes = (member: Member): number =>
    fitting.filter(({ node }) => isSame(node, member.node)).length;
  const most = Math.max(0, ...fitting.map(votes));
  const best = fitting.filter((member) => votes(member) === most);
  return best[Math.floor(random() * best.length)]?.node;
};

/** A node to query, by an address of its name. */
interface Asked {
  readonly node: HostPort;
  readonly address: string;
}

/** All addresses of a name, which may be several nodes. */
const addressesOf = async (node: HostPort): Promise<ReadonlyArray<Asked>> => {
  if (node.host.startsWith("[") || isIP(node.host) !== 0) return [{ node, address: node.host }];
  try {
    const found = await lookup(node.host, { all: true });
    return found.map(({ address, family }) => ({
      node,
      address: family === 6 ? `[${address}]` : address,
    }));
  } catch {
    // the connection reports an unknown name
    return [{ node, address: node.host }];
  }
};

const membersBy = async (
  parts: ChannelParts,
  { node, address }: Asked,
): Promise<ReadonlyArray<Member>> => {
  const grpc = openChannel(parts, node, address);
  try {
    const metadata = callMetadata(parts, "", false);
    const { gossipTimeoutMs } = parts.settings;
    const { members } = await askNode(grpc, gossipMethods.read, metadata, gossipTimeoutMs);
    return members.flatMap(({ isAlive, state, httpEndPoint }) =>
      isAlive && httpEndPoint !== undefined
        ? [{ state, node: { host: httpEndPoint.address, port: httpEndPoint.port } }]
        : [],
    );
  } finally {
    grpc.close();
  }
};

/** All answers that come soon after the first good one. */
const answersOf = async (
  asked: ReadonlyArray<Promise<ReadonlyArray<Member>>>,
): Promise<ReadonlyArray<ReadonlyArray<Member>>> => {
  const answers: ReadonlyArray<Member>[] = [];
  const each = asked.map(async (answer) => {
    answers.push(await answer);
  });
  const all = Promise.allSettled(each);
  const first = Promise.any(each).then(
    () => sleep(OTHERS_MS, undefined, { ref: false }),
    () => undefined,
  );
  await Promise.race([all, first]);
  return [...answers];
};

/**
 * Finds the node of a cluster to connect to. It queries all known nodes in parallel, so that one
 * that is down costs no time, and none a second time before it has answered.
 */
export class NodeFinder {
  readonly #parts: ChannelParts;
  readonly #random: () => number;
  readonly #asking = new Map<string, Promise<ReadonlyArray<Member>>>();
  /** All nodes named so far; they are candidates the next time. */
  #named: ReadonlyArray<HostPort> = [];

  /** @param random from 0 up to 1 */
  constructor(parts: ChannelParts, random: () => number) {
    this.#parts = parts;
    this.#random = random;
  }

  /**
   * @param shunned see `chooseNode`
   * @throws {Error} with the reason when there is none
   */
  async find(shunned: HostPort | undefined): Promise<HostPort> {
    const { settings } = this.#parts;
    const reasons: string[] = [];
    const asking = (await this.#candidates()).map((each) =>
      this.#ask(each).catch((error: unknown) => {
        reasons.push(connectReason(settings, each.node, error));
        throw error;
      }),
    );
    const answers = await answersOf(asking);
    const node = chooseNode(answers, settings.nodePreference, shunned, this.#random);
    if (node !== undefined) {
      const named = answers.flat().map((member) => member.node);
      this.#named = [...new Map(named.map((each) => [hostText(each), each])).values()];
      return node;
    }
    const cluster = printableAddress(settings);
    throw new Error(
      answers.length === 0
        ? `no node of ${cluster} answers: ${[...new Set(reasons)].toSorted().join("; ")}`
        : `the nodes of ${cluster} that answer name no ${settings.nodePreference} to connect to`,
    );
  }

  async #candidates(): Promise<ReadonlyArray<Asked>> {
    const { hosts } = this.#parts.settings;
    const configured = (await Promise.all(hosts.map(addressesOf))).flat();
    const others = this.#named.filter((named) => !hosts.some((host) => isSame(host, named)));
    return [...configured, ...others.map((node) => ({ node, address: node.host }))].slice(
      0,
      MAX_ASKED,
    );
  }

  #ask(asked: Asked): Promise<ReadonlyArray<Member>> {
    const key = `${hostText(asked.node)} ${asked.address}`;
    const before = this.#asking.get(key);
    if (before !== undefined) return before;
    const answer = membersBy(this.#parts, asked).finally(() => this.#asking.delete(key));
    this.#asking.set(key, answer);
    return answer;
  }
}
