import { isProcessContenderId, type ContenderId } from "./contender-registry.js";
import type { Contender, ContenderSettings } from "./contender.js";
import { openHttpLoad } from "./http-load.js";
import { openProcessContender } from "./process-contender.js";
import { openStartTime } from "./start-time.js";
import { openStreamLoad } from "./stream-load.js";

/** Opens any contender, wherever it runs. */
export const openContender = (id: ContenderId, settings: ContenderSettings): Promise<Contender> => {
  if (isProcessContenderId(id)) return openProcessContender(id, settings);
  switch (id) {
    case "http-load-ledger":
      return openHttpLoad("ledger-http", settings);
    case "http-load-koa":
      return openHttpLoad("bare-koa", settings);
    case "stream-load-ledger":
      return openStreamLoad("ledger-stream", settings);
    case "stream-load-ws":
      return openStreamLoad("bare-ws", settings);
    case "start-with-snapshot":
      return openStartTime(true, settings);
    case "start-without-snapshot":
      return openStartTime(false, settings);
  }
};
