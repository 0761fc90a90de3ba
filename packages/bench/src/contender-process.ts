import { setFlagsFromString } from "node:v8";
import { ContenderSettings, type Contender, type Reply, Request } from "./contender.js";
import { openHere } from "./contenders.js";
import { reasonOf } from "./errors.js";
import { settingsVariable } from "./process-contender.js";
import type { StopProfile } from "./profile.js";

// The process of one contender: opens it, then runs it as often as the main process asks. An
// error is reported once and ends the process.

// As in the command, the young generation of this process is for its main thread: threads that are
// started later have their own limits.
setFlagsFromString("--max-semi-space-size=0");

const reply = (message: Reply): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined) resolve();
    else process.send(message, () => resolve());
  });

const fail = async (failure: unknown): Promise<void> => {
  await reply({ kind: "failed", reason: reasonOf(failure) });
  process.exit(1);
};

const serve = (contender: Contender, stopProfile: StopProfile): void => {
  const answer = async (message: unknown): Promise<void> => {
    if (!Request.is(message)) return;
    if (message === "run") {
      await reply({ kind: "measured", sample: await contender.run() });
      return;
    }
    await stopProfile();
    await contender.close();
    await reply({ kind: "closed" });
    process.exit(0);
  };
  process.on("message", (message) => {
    answer(message).catch(fail);
  });
};

/** What profiles is loaded only when it is wanted: the start of this process is timed too. */
const profiled = async (id: string, folder: string): Promise<StopProfile> => {
  if (folder === "") return async () => undefined;
  const { startProfile } = await import("./profile.js");
  return startProfile(id, folder);
};

const main = async (): Promise<void> => {
  const [id = ""] = process.argv.slice(2);
  const settings: unknown = JSON.parse(process.env[settingsVariable] ?? "null");
  if (!ContenderSettings.is(settings)) throw new Error(`bad settings for ${id}`);
  const contender = await openHere(id, settings);
  serve(contender, await profiled(id, settings.profileFolder));
  await reply({ kind: "ready", info: contender.info });
};

process.once("disconnect", () => process.exit(1));
main().catch(fail);
