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
  readonly sign: (prepared: PreparedCommand, signature: WireSignature) => void;
  /** Ends it without a signature. */
  readonly decline: (why: string) => void;
}

export interface SignedCommand {
  readonly prepared: PreparedCommand;
  readonly signature: WireSignature;
}

let waiting: ReadonlyArray<SigningRequest> = [];
const listeners = new Set<() => void>();

const become = (next: ReadonlyArray<SigningRequest>): void => {
  waiting = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Nothing was signed: the status says that the request had no effect. */
const notSigned = (why: string): ApiError => new ApiError(400, "", why, "", undefined);

/** Shows what is wanted, and waits for the signature. Throws ApiError when there is none. */
export const wantSignature = (
  wanted: Pick<SigningRequest, "party" | "request" | "prepared" | "prepareAgain">,
): Promise<SignedCommand> =>
  new Promise((resolve, reject) => {
    const end = (): void => become(waiting.filter((each) => each !== request));
    const request: SigningRequest = {
      ...wanted,
      sign: (prepared, signature) => {
        end();
        resolve({ prepared, signature });
      },
      decline: (why) => {
        end();
        reject(notSigned(why));
      },
    };
    become([...waiting, request]);
  });

/** Declines everything that waits, as its user has gone. */
export const declineAll = (): void => {
  for (const { decline } of waiting) decline(messages.signing.left);
};

/** The oldest signature that is wanted. */
export const useSigningRequest = (): SigningRequest | undefined =>
  useSyncExternalStore(subscribe, () => waiting[0]);
