/** The part of autocannon the bench uses. */
declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  export interface PreparedRequest {
    readonly method: "POST";
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }

  export interface Client {
    setRequests(requests: ReadonlyArray<PreparedRequest>): void;
  }

  export interface Options {
    readonly url: string;
    readonly connections: number;
    /** Requests of all connections together. */
    readonly amount: number;
    readonly timeout: number;
    readonly setupClient: (client: Client) => void;
  }

  export interface Result {
    readonly errors: number;
    readonly timeouts: number;
    readonly non2xx: number;
    readonly latency: { readonly p50: number; readonly p99: number };
  }

  export default function autocannon(
    options: Options,
    done: (error: Error | null, result: Result) => void,
  ): EventEmitter;
}
