import type { Contender, ContenderSettings } from "../contender.js";
import { developmentToken } from "./server-parts.js";
import { open as openBareKoa } from "./bare-koa.js";
import { type HttpCaller, httpCaller } from "./http-caller.js";
import { type Pair, transferring, type TransferOverHttp } from "./transfer-calls.js";

/** The same requests from the same process to bare Koa, which answers `{}` to each of them. */
export const openBareTransfers = async (
  settings: ContenderSettings,
  transferBy: (caller: HttpCaller) => TransferOverHttp,
): Promise<Contender> => {
  const koa = await openBareKoa(settings);
  const { inFlight, runMs } = settings;
  const caller = httpCaller(String(koa.info["url"]), inFlight);
  const pairs = Array.from(
    { length: inFlight },
    (_, index): Pair => ({
      sender: developmentToken(`sender-${index}`),
      receiver: developmentToken(`receiver-${index}`),
      receiverParty: `receiver-${index}::${"1220".repeat(17)}`,
    }),
  );
  return transferring(pairs, runMs, transferBy(caller), async () => {
    caller.close();
    await koa.close();
  });
};
