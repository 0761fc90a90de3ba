import { SignJWT } from "jose";

/**
 * The development login of a node, as `@tallystick/http` has it: a test compares them. Importing
 * that package takes longer than all else that a command does.
 */
export const developmentLogin = {
  user: "ledger-api-user",
  secret: "unsafe",
  audience: "https://canton.network.global",
};

/** A token as a node with the development login takes it, for a user. */
export const developmentToken = (user: string, hours: number): Promise<string> =>
  new SignJWT()
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setSubject(user)
    .setAudience(developmentLogin.audience)
    .setIssuedAt()
    .setExpirationTime(`${hours}h`)
    .sign(new TextEncoder().encode(developmentLogin.secret));
