import { decodeJwt } from "jose";
import { usageError } from "../command-error.js";
import { developmentLogin, developmentToken } from "./development-token.js";
import type { Shown } from "./table-text.js";

/** Tokens that live longer are not taken (`auth.maxTokenLifeMs`). */
const maxHours = 24;
const defaultHours = 12;

export const makeToken = async (
  user = developmentLogin.user,
  hours = String(defaultHours),
): Promise<Shown> => {
  const life = Number(hours);
  if (!Number.isInteger(life) || life < 1 || life > maxHours)
    throw usageError(`--hours: expected a number from 1 to ${maxHours}`);
  const token = await developmentToken(user, life);
  return { json: { token }, columns: [], rows: [[token]] };
};

/** Claims that are times, in seconds. */
const times = new Set(["exp", "iat", "nbf"]);
const msPerSecond = 1_000;

const claimText = (name: string, value: unknown): string => {
  if (typeof value === "number" && times.has(name)) {
    const at = new Date(value * msPerSecond);
    return Number.isNaN(at.getTime()) ? String(value) : at.toISOString();
  }
  return typeof value === "string" ? value : JSON.stringify(value);
};

export const showToken = (token: string): Shown => {
  try {
    const claims = decodeJwt(token);
    const rows = Object.entries(claims).map(([name, value]) => [name, claimText(name, value)]);
    return { json: claims, columns: [], rows };
  } catch {
    throw usageError("token show: expected a JWT, or one in TALLYSTICK_TOKEN");
  }
};
