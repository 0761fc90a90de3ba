import { useSyncExternalStore } from "react";
import type { WireSignature } from "../custody/custody-key.js";
import type { SignedRequest } from "../custody/wanted.js";
import { ApiError } from "./api-error.js";
import type { WalletSchemas } from "./openapi.js";
import { messages } from "./messages.js";

/** What the node has prepared for a party to sign. */
export type PreparedCommand = WalletSchemas["PreparedCommand"];

/** A signature that is wanted from the person in front of the page. */
export interface SigningRequest {
  readonly party: string;
  readonly request: SignedRequest;
  readonly prepared: PreparedCommand;
  /** Prepares it again on the present state; undefined when it took effect meanwhile. */
  readonly prepareAgain: () => Promise<PreparedCommand | undefined>;
  /** Ends it: with its signature, or with why there is none. */
  readonly answer: (answer: SignedCommand | string) => void;
}

export interface SignedCommand {
  readonly prepared: PreparedCommand;
  readonly signature: WireSignature;
}

/** Requests that are signed by one confirmation. */
export interface SigningQuestion {
  readonly id: number;
  readonly requests: ReadonlyArray<SigningRequest>;
  /** Ends each of them, and the question. */
  readonly end: (answerTo: (request: SigningRequest) => SignedCommand | string) => void;
}

interface Gathering {
  readonly requests: Array<SigningRequest>;
  told: () => void;
}

let lastId = 0;
let waiting: ReadonlyArray<SigningQuestion> = [];
let gathering: Gathering | undefined;
const listeners = new Set<() => void>();

const become = (next: ReadonlyArray<SigningQuestion>): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const ask = (requests: ReadonlyArray<SigningRequest>): void => {
  lastId += 1;
  const question: SigningQuestion = {
    id: lastId,
    requests,
    end: (answerTo) => {
      become(waiting.filter((each) => each !== question));
      for (const request of requests) request.answer(answerTo(request));
    },
  };
  become([...waiting, question]);
};

/** Nothing was signed: the status says that the request had no effect. */
const notSigned = (why: string): ApiError => new ApiError(400, "", why, "", undefined);

/** Shows what is wanted, and waits for the signature. Throws ApiError when there is none. */
export const wantSignature = (wanted: Omit<SigningRequest, "answer">): Promise<SignedCommand> =>
  new Promise((resolve, reject) => {
    const request: SigningRequest = {
      ...wanted,
      answer: (answer) =>
        typeof answer === "string" ? reject(notSigned(answer)) : resolve(answer),
    };
    if (gathering === undefined) {
      ask([request]);
      return;
    }
    gathering.requests.push(request);
    gathering.told();
  });

/** Gathers what is wanted from now on, until its end, into one question. */
export const gatherSignatures = () => {
  const own: Gathering = { requests: [], told: () => undefined };
  gathering = own;
  return {
    /** Calls when the next signature is wanted, instead of what was to be called before. */
    onNext: (told: () => void): void => {
      own.told = told;
    },
    /** Asks for what was gathered. */
    end: (): void => {
      if (gathering !== own) return;
      gathering = undefined;
      if (own.requests.length > 0) ask(own.requests);
    },
  };
};

/** Declines everything that waits, as its user has gone. */
export const declineAll = (): void => {
  const gathered = gathering?.requests ?? [];
  gathering = undefined;
  for (const { end } of waiting) end(() => messages.signing.left);
  for (const { answer } of gathered) answer(messages.signing.left);
};

/** The oldest question for signatures. */
export const useSigningQuestion = (): SigningQuestion | undefined =>
  useSyncExternalStore(subscribe, () => waiting[0]);
