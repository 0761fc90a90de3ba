import { setTimeout } from "node:timers/promises";
import { developmentToken, type Node, startNode } from "../process.js";

/** An answer that is no failure of the node. */
export interface Answer {
  readonly status: number;
  readonly json: unknown;
}

/** A field of a field of JSON. */
export const at = (value: unknown, ...path: ReadonlyArray<string | number>): unknown =>
  path.reduce<unknown>((inner, key) => Object(inner)[key], value);

/** The elements of an array in JSON; none when it is not there. */
export const listAt = (
  value: unknown,
  ...path: ReadonlyArray<string | number>
): ReadonlyArray<unknown> => {
  const found = at(value, ...path);
  return Array.isArray(found) ? found : [];
};

/** Draws a number below another one. */
export type Random = (below: number) => number;

/** The same numbers for the same seed. */
export const randomFrom = (seed: number): Random => {
  let state = seed & 0x7fffffff;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
};

/** Longer than any step of a trade takes to be answered on a quiet machine; milliseconds. */
const latestKill = 120;

/**
 * A node in a process of its own that is killed now and then and started again on its folder. A
 * request is sent again until it is answered.
 */
export class KilledNode {
  #node: Node | undefined;
  #isKilling = false;
  /** How many requests got no answer from the process they went to, since it was killed. */
  unanswered = 0;

  constructor(
    readonly data: string,
    private readonly flags: ReadonlyArray<string>,
    private readonly random: Random,
  ) {}

  async #running(): Promise<Node> {
    this.#node ??= await startNode(this.data, this.flags);
    return this.#node;
  }

  /** From now on, one of three commands has the process killed while it is carried out. */
  beginKilling(): void {
    this.#isKilling = true;
  }

  /** Ends the process in order; it starts with the next request. */
  async stop(): Promise<void> {
    const node = this.#node;
    if (node === undefined) return;
    node.child.kill("SIGTERM");
    await node.ended;
    this.#node = undefined;
  }

  #killAtTimes({ child }: Node): void {
    if (!this.#isKilling || this.random(3) !== 0) return;
    void setTimeout(this.random(latestKill)).then(() => {
      child.kill("SIGKILL");
    });
  }

  /** Sends a command, which may have the process killed. */
  async command(path: string, body: object): Promise<Answer> {
    this.#killAtTimes(await this.#running());
    return this.ask("POST", path, body);
  }

  /** Sends a request until it is answered. */
  async ask(method: string, path: string, body?: object | Buffer): Promise<Answer> {
    for (;;) {
      const node = await this.#running();
      const answer = await Promise.race([
        this.#sent(node, method, path, body),
        // a request to a process that was killed may never be answered nor fail
        node.ended.then(() => undefined),
      ]);
      if (answer === undefined) {
        const { signal, err } = await node.ended;
        if (signal !== "SIGKILL") throw new Error(`ended by itself: ${err}`);
        if (this.#node === node) this.#node = undefined;
        this.unanswered++;
      } else if (answer.status === 503) {
        await setTimeout(100);
      } else {
        return answer;
      }
    }
  }

  async #sent(
    { base }: Node,
    method: string,
    path: string,
    body: object | Buffer | undefined,
  ): Promise<Answer | undefined> {
    try {
      const response = await fetch(`${base}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${developmentToken()}`,
          "content-type": Buffer.isBuffer(body) ? "application/octet-stream" : "application/json",
        },
        ...(body === undefined
          ? {}
          : { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      });
      const text = await response.text();
      const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
      return { status: response.status, json: isJson ? JSON.parse(text) : text };
    } catch {
      return undefined;
    }
  }

  /** The answer of a request that must be 200. */
  async answered(method: string, path: string, body?: object | Buffer): Promise<unknown> {
    return succeeded(path, await this.ask(method, path, body));
  }
}

/** The body of an answer that must be 200. */
export const succeeded = (path: string, { status, json }: Answer): unknown => {
  if (status !== 200) throw new Error(`${path}: ${status} ${JSON.stringify(json)}`);
  return json;
};
