import {
  backOffMs,
  type ChannelEvent,
  type ChannelState,
  channelAfter,
  newChannel,
} from "../states/live-channel.js";

/** What is asked of a stream. */
export interface ChannelRequest {
  readonly text: string;
  /** The offset after which it follows, where that is not the last that it had. */
  readonly start?: number;
}

/** What a frame says of the channel itself. */
export interface Taken {
  /** The code with which the stream ended. */
  readonly error?: string;
  readonly offset?: number;
}

/** A stream of the node, and what is done with its frames. */
export interface ChannelSettings {
  readonly url: string;
  token(): Promise<string | undefined>;
  /** The offset after which it follows at first; undefined where it is not known. */
  readonly begin?: number | undefined;
  /** Called before each connection; fails while the node does not answer. */
  request(state: ChannelState): Promise<ChannelRequest>;
  /** Called when it is open, before the first frame. */
  opened?(): void;
  take(text: string): Taken;
  /** @param attempts how often it failed since frames came */
  status(isLive: boolean, attempts: number): void;
}

/** The token is in the subprotocol, never in the address. */
const protocolsOf = (token: string | undefined): string[] => [
  ...(token === undefined ? [] : [`jwt.token.${token}`]),
  "daml.ws.auth",
];

class Follower {
  readonly #settings: ChannelSettings;
  #state: ChannelState;
  #socket: WebSocket | undefined;
  #retry: ReturnType<typeof setTimeout> | undefined;

  constructor(settings: ChannelSettings) {
    this.#settings = settings;
    this.#state = { ...newChannel, offset: settings.begin };
    window.addEventListener("online", this.#again);
    window.addEventListener("offline", this.#offline);
    void this.#connect();
  }

  readonly end = (): void => {
    this.#note({ kind: "close" });
    window.removeEventListener("online", this.#again);
    window.removeEventListener("offline", this.#offline);
    clearTimeout(this.#retry);
    this.#socket?.close();
  };

  readonly #again = (): void => {
    if (this.#state.kind !== "waiting") return;
    clearTimeout(this.#retry);
    this.#note({ kind: "retry" });
    void this.#connect();
  };

  readonly #offline = (): void => this.#lost();

  #note(event: ChannelEvent): void {
    this.#state = channelAfter(this.#state, event);
  }

  #lost(code?: string): void {
    const { kind, attempt } = this.#state;
    if (kind === "closed" || kind === "waiting") return;
    this.#socket?.close();
    this.#socket = undefined;
    this.#note({ kind: "lost", ...(code === undefined ? {} : { code }) });
    this.#settings.status(false, attempt + 1);
    this.#retry = setTimeout(this.#again, backOffMs(attempt, Math.random()));
  }

  async #connect(): Promise<void> {
    const { attempt } = this.#state;
    const isOver = (): boolean =>
      this.#state.kind !== "connecting" || this.#state.attempt !== attempt;
    try {
      const { url, token, request } = this.#settings;
      const { text, start } = await request(this.#state);
      const given = await token();
      if (isOver()) return;
      if (start !== undefined) this.#note({ kind: "start", offset: start });
      this.#open(new WebSocket(url, protocolsOf(given)), text);
    } catch {
      if (!isOver()) this.#lost();
    }
  }

  #open(socket: WebSocket, text: string): void {
    this.#socket = socket;
    const isThis = (): boolean => socket === this.#socket;
    socket.addEventListener("open", () => {
      if (!isThis()) return;
      this.#settings.opened?.();
      socket.send(text);
    });
    socket.addEventListener("message", ({ data }) => {
      if (isThis()) this.#read(String(data));
    });
    socket.addEventListener("close", () => {
      if (isThis()) this.#lost();
    });
  }

  #read(text: string): void {
    const { error, offset } = this.#settings.take(text);
    if (error !== undefined) return this.#lost(error);
    this.#note({ kind: "opened" });
    this.#settings.status(true, 0);
    if (offset !== undefined) this.#note({ kind: "update", offset });
  }
}

/**
 * Follows a stream over one websocket, and opens it again with growing delays, and at once when the
 * browser is online again.
 *
 * @returns ends it
 */
export const followChannel = (settings: ChannelSettings): (() => void) =>
  new Follower(settings).end;
