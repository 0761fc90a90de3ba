import { isJsonObject, type Submission } from "@tallystick/core";
import { JsCommands } from "@tallystick/wire";
import { isLeft } from "fp-ts/lib/Either.js";
import { DappError } from "./dapp-error.js";
import type { DappSession } from "../sessions/dapp-state.js";

/** The parties that a page names must be the one it was connected to. */
const onlyOwn = (name: string, value: unknown, party: string): void => {
  if (value === undefined || value === null) return;
  if (Array.isArray(value) && value.every((each) => each === party)) return;
  throw new DappError("unauthorized", `${name}: expected no party but ${party}`);
};

/** The submission of a page's `prepareExecute`; for the party of its session, whatever it names. */
export const readSubmission = (
  params: unknown,
  { party, userId }: Pick<DappSession, "party" | "userId">,
  newId: string,
): Submission => {
  if (!isJsonObject(params)) throw new DappError("invalidParams", "expected an object");
  onlyOwn("actAs", params.actAs, party);
  onlyOwn("readAs", params.readAs, party);
  const commandId = typeof params.commandId === "string" ? params.commandId : newId;
  const read = JsCommands.read({
    commands: params.commands,
    commandId,
    actAs: [party],
    userId,
    disclosedContracts: params.disclosedContracts ?? [],
    packageIdSelectionPreference: params.packageIdSelectionPreference ?? [],
    synchronizerId: params.synchronizerId ?? "",
  });
  if (isLeft(read)) {
    const { path, reason } = read.left;
    throw new DappError("invalidParams", `${path.join(".")}: ${reason}`);
  }
  return read.right;
};
