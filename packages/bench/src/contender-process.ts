import { contenderModules, isProcessContenderId } from "./contender-registry.js";
import type { Contender } from "./contender.js";
import { startProfile, type StopProfile } from "./profile.js";
import { isContenderSettings, isRequest, reasonOf, type Reply } from "./process-message.js";
import { forThisThreadAlone } from "./young-generation.js";

// The process of one contender: opens it, then runs it as often as the main process asks. An
// error is reported once and ends the process.

forThisThreadAlone();

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
    if (!isRequest(message)) return;
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

const main = async (): Promise<void> => {
  const [id = "", settingsText = "null"] = process.argv.slice(2);
  const settings: unknown = JSON.parse(settingsText);
  if (!isProcessContenderId(id)) throw new Error(`unknown contender ${id}`);
  if (!isContenderSettings(settings)) throw new Error(`bad settings for ${id}`);
  const { open } = await contenderModules[id]();
  const contender = await open(settings);
  serve(contender, await startProfile(id, settings.profileFolder));
  await reply({ kind: "ready", info: contender.info });
};

process.once("disconnect", () => process.exit(1));
main().catch(fail);
