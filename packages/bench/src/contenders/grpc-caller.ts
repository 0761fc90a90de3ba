import { connect, type Socket } from "node:net";

// A client that costs next to nothing, so that the load measures the server: its requests are bytes
// that were made before, and of answers it reads the frames' heads alone.

const frameHead = 9;
const frame = { data: 0, headers: 1, settings: 4, ping: 6, goAway: 7, windowUpdate: 8 } as const;
const flag = { endStream: 1, ack: 1, endHeaders: 4 } as const;

/** The bytes that a peer takes before it says that it takes more. */
const usualWindow = 65_535;

/** As much as the protocol allows: this client reads all. */
const wholeWindow = 2 ** 31 - 1;

/** The last headers of a call that succeeded are short; those of an error carry its details. */
const longestTrailers = 60;

const framed = (type: number, flags: number, stream: number, payload: Buffer): Buffer => {
  const head = Buffer.alloc(frameHead);
  head.writeUIntBE(payload.length, 0, 3);
  head.writeUInt8(type, 3);
  head.writeUInt8(flags, 4);
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
};

const integer = (value: number, prefix: number, bits: number): Buffer => {
  const most = 2 ** bits - 1;
  if (value < most) return Buffer.from([prefix | value]);
  const bytes = [prefix | most];
  let rest = value - most;
  for (; rest >= 128; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
};

const literal = (text: string): Buffer =>
  Buffer.concat([integer(text.length, 0, 7), Buffer.from(text)]);

/** A header that no table keeps, by its name or the number of its name. */
const header = (name: string | number, value: string): Buffer =>
  typeof name === "number"
    ? Buffer.concat([integer(name, 0, 4), literal(value)])
    : Buffer.concat([Buffer.from([0]), literal(name), literal(value)]);

/** Numbers of the static table (RFC 7541, appendix A). */
const known = { authority: 1, path: 4, contentType: 31, authorization: 23 } as const;
const post = 0x83;
const http = 0x86;

const headersOf = (path: string, token: string): Buffer =>
  Buffer.concat([
    Buffer.from([post, http]),
    header(known.path, path),
    header(known.authority, "127.0.0.1"),
    header(known.contentType, "application/grpc"),
    header("te", "trailers"),
    header(known.authorization, `Bearer ${token}`),
  ]);

/** A message as the body of a call. */
export const bodyOf = (message: Uint8Array): Buffer => {
  const head = Buffer.alloc(5);
  head.writeUInt32BE(message.length, 1);
  return Buffer.concat([head, message]);
};

/** Calls one method over one connection. */
export class GrpcCaller {
  readonly #socket: Socket;
  readonly #headers: Buffer;
  readonly #open = new Map<number, { done: () => void; fail: (error: Error) => void }>();
  #nextStream = 1;
  #window = usualWindow;
  #waiting: Array<() => void> = [];
  #rest: Buffer = Buffer.alloc(0);

  /** @param address `127.0.0.1:6865` */
  constructor(address: string, path: string, token: string) {
    const [host = "", port = ""] = address.split(":");
    this.#headers = headersOf(path, token);
    this.#socket = connect(Number(port), host);
    this.#socket.setNoDelay(true);
    this.#socket.on("data", (bytes: Buffer) => this.#take(bytes));
    this.#socket.on("error", (error) => this.#failAll(error));
    const settings = Buffer.alloc(12);
    settings.writeUInt16BE(1, 0);
    settings.writeUInt16BE(4, 6);
    settings.writeUInt32BE(wholeWindow, 8);
    const more = Buffer.alloc(4);
    more.writeUInt32BE(wholeWindow - usualWindow, 0);
    this.#socket.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n");
    this.#socket.write(framed(frame.settings, 0, 0, settings));
    this.#socket.write(framed(frame.windowUpdate, 0, 0, more));
  }

  /** Resolves when the call was answered with OK. */
  async call(body: Buffer): Promise<void> {
    while (this.#window < body.length)
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    this.#window -= body.length;
    const stream = this.#nextStream;
    this.#nextStream += 2;
    const answered = new Promise<void>((done, fail) => this.#open.set(stream, { done, fail }));
    this.#socket.write(
      Buffer.concat([
        framed(frame.headers, flag.endHeaders, stream, this.#headers),
        framed(frame.data, flag.endStream, stream, body),
      ]),
    );
    return answered;
  }

  close(): void {
    this.#socket.destroy();
  }

  #failAll(error: Error): void {
    for (const { fail } of this.#open.values()) fail(error);
    this.#open.clear();
  }

  #take(bytes: Buffer): void {
    let unread = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes]);
    while (unread.length >= frameHead) {
      const length = unread.readUIntBE(0, 3);
      if (unread.length < frameHead + length) break;
      this.#frame(unread, unread.subarray(frameHead, frameHead + length));
      unread = unread.subarray(frameHead + length);
    }
    this.#rest = unread;
  }

  #frame(head: Buffer, payload: Buffer): void {
    const [type, flags, stream] = [head[3], head[4] ?? 0, head.readUInt32BE(5)];
    const isAck = (flags & flag.ack) !== 0;
    if (type === frame.settings && !isAck)
      this.#socket.write(framed(frame.settings, flag.ack, 0, Buffer.alloc(0)));
    else if (type === frame.ping && !isAck)
      this.#socket.write(framed(frame.ping, flag.ack, 0, payload));
    else if (type === frame.windowUpdate && stream === 0) this.#widen(payload.readUInt32BE(0));
    else if (type === frame.goAway) this.#failAll(new Error("the server ended the connection"));
    else if ((type === frame.headers || type === frame.data) && (flags & flag.endStream) !== 0)
      this.#finish(stream, payload.length);
  }

  #widen(by: number): void {
    this.#window += by;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const go of waiting) go();
  }

  #finish(stream: number, trailersLength: number): void {
    const call = this.#open.get(stream);
    this.#open.delete(stream);
    if (trailersLength <= longestTrailers) call?.done();
    else call?.fail(new Error("a call was not answered with OK"));
  }
}
