import { createHmac } from "node:crypto";
import { developmentService, developmentUser, type HttpServerParts } from "@tallystick/http";

/** Life of the token; seconds. */
const tokenLifeSeconds = 3600;

const base64url = (value: object): string =>
  Buffer.from(JSON.stringify(value)).toString("base64url");

/** A token of the development login: HS256 with the secret everybody knows. */
export const developmentToken = (user: string = developmentUser): string => {
  const exp = Math.floor(Date.now() / 1000) + tokenLifeSeconds;
  const claims = { sub: user, aud: developmentService.audience, exp };
  const signed = `${base64url({ alg: "HS256", typ: "JWT" })}.${base64url(claims)}`;
  return `${signed}.${createHmac("sha256", "unsafe").update(signed).digest("base64url")}`;
};

/** A log that keeps warnings and errors and drops what is said of each request. */
export const warningsOnly = (): HttpServerParts["logger"] => {
  const drop = (): void => {};
  const show = (...message: ReadonlyArray<unknown>): void => console.error(...message);
  const logger = {
    level: "warn",
    isLevelEnabled: (level: string) => level === "warn" || level === "error" || level === "fatal",
    trace: drop,
    debug: drop,
    info: drop,
    warn: drop,
    error: show,
    fatal: show,
    child: () => logger,
  };
  // border: the server only ever writes to its log
  return logger as unknown as HttpServerParts["logger"];
};
