import {
  ServerInterceptingCall,
  type ServerInterceptingCallInterface,
  type ServerInterceptor,
} from "@grpc/grpc-js";

type Call = ServerInterceptingCallInterface;

/**
 * A call with one answer. The library sends its status when the message is written, some turns of
 * the event loop later, in which a commit may block; here it follows at once.
 */
class WholeAnswer extends ServerInterceptingCall {
  readonly #call: Call;

  constructor(call: Call) {
    super(call);
    this.#call = call;
  }

  override start(...[listener]: Parameters<Call["start"]>): void {
    this.#call.start(listener);
  }

  override sendMessage(...[message, done]: Parameters<Call["sendMessage"]>): void {
    this.#call.sendMessage(message, () => undefined);
    done();
  }

  override sendStatus(...[status]: Parameters<Call["sendStatus"]>): void {
    this.#call.sendStatus(status);
  }
}

/** Sends the status of a call with one answer right after its message. */
export const wholeAnswers: ServerInterceptor = ({ responseStream }, call) =>
  responseStream ? new ServerInterceptingCall(call) : new WholeAnswer(call);
