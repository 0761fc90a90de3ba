import { createServer, type ServerResponse } from "node:http";
import { type CryptoKey, exportJWK, type JWK, type JWTHeaderParameters, SignJWT } from "jose";

/** What an identity provider publishes, on a loopback address. */
export interface KeyServer {
  readonly url: string;
  /** Requests so far. */
  readonly asked: () => number;
  /** What is answered from now on: keys, or anything at all. */
  publish(answer: ReadonlyArray<JWK> | ((response: ServerResponse) => void)): void;
  close(): Promise<void>;
}

/** Starts one that publishes no keys; the caller closes it. */
export const keyServer = async (): Promise<KeyServer> => {
  let asked = 0;
  let answer: (response: ServerResponse) => void = (response) => response.end('{"keys":[]}');
  const server = createServer((_request, response) => {
    asked += 1;
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return {
    url: `http://127.0.0.1:${port}/keys`,
    asked: () => asked,
    publish: (next) => {
      const keys = next;
      answer =
        typeof keys === "function" ? keys : (response) => response.end(JSON.stringify({ keys }));
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/** A public key as it is published. */
export const published = async (key: CryptoKey, kid: string, alg: string): Promise<JWK> => ({
  ...(await exportJWK(key)),
  kid,
  alg,
  use: "sig",
});

/** Claims of a token; undefined leaves one out. */
export type Claims = Readonly<Record<string, unknown>>;

/** A signed token with exactly these claims. */
export const signed = (
  claims: Claims,
  key: Parameters<SignJWT["sign"]>[0],
  header: JWTHeaderParameters,
): Promise<string> => new SignJWT({ ...claims }).setProtectedHeader(header).sign(key);

/** Base64url of a text, or of the JSON of anything else. */
export const base64 = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url");
