import type { OpenContender } from "../../contender.js";
import { openProcessContender } from "../../process-contender.js";
import { type Random, randomFrom } from "../../random.js";
import { mixed } from "../../sizes.js";
import { crowd, onSchedule, percentiles, perSecond, workThrough } from "../../work.js";
import { httpCaller } from "../http-caller.js";
import { developmentToken } from "../servers.js";
import {
  type MixedKind,
  mixedKinds,
  type MixedServer,
  type MixedUser,
  submit,
} from "./mixed-requests.js";
import { mixedName } from "./mixed-server.js";

const kindNames = Object.keys(mixedKinds).filter((name): name is MixedKind => name in mixedKinds);

/** A kind in its share of all requests. */
const drawnKind = (random: Random): MixedKind => {
  let rest = random(100);
  for (const name of kindNames) {
    rest -= mixedKinds[name].share;
    if (rest < 0) return name;
  }
  return "submit";
};

/** Sends requests of users that follow from a seed, one for each call. */
const sendingTo = (server: MixedServer, users: ReadonlyArray<MixedUser>, seed: number) => {
  const random = randomFrom(seed);
  return async (): Promise<MixedKind> => {
    const kind = drawnKind(random);
    const { requests } = mixedKinds[kind];
    const request = requests[random(requests.length)];
    const user = users[random(users.length)];
    if (request === undefined || user === undefined) throw new Error("there is no such request");
    await request(server, user);
    return kind;
  };
};

/** Percentiles of a kind as notes. */
const shown = (name: MixedKind, timesMs: ReadonlyArray<number>) => {
  const { p50Ms, p99Ms, p999Ms } = percentiles(timesMs);
  return Object.entries({ P50Ms: p50Ms, P99Ms: p99Ms, P999Ms: p999Ms }).map(
    ([figure, value]) => [`${name}${figure}`, value] as const,
  );
};

/**
 * Requests of many users at moments of their own, at a share of what the server can take when each
 * caller waits for its answer; milliseconds of the slowest thousandth of submissions.
 *
 * @param share of the capacity, above 0 to 1
 */
export const mixedLoad =
  (share: number): OpenContender =>
  async (settings) => {
    const remote = await openProcessContender("mixed-server", settings);
    const { url = "", parties = "" } = remote.info;
    const users = String(parties)
      .split(" ")
      .map((party, number) => ({ party, token: developmentToken(mixedName(number)) }));
    const caller = httpCaller(String(url), Number.POSITIVE_INFINITY);
    const server = { url: String(url), caller };
    for (let each = 0; each < mixed.contractsEach(settings.runMs); each++)
      await workThrough(mixed.callers, users, (user) => submit(server, user));
    const runMs = settings.runMs * mixed.runsLong;
    const send = sendingTo(server, users, 1);
    const capacity = perSecond(await crowd(mixed.callers, runMs, send));
    await remote.run();
    return {
      info: {},
      run: async () => {
        const kinds: Array<MixedKind> = [];
        const rate = capacity * share;
        const timesMs = await onSchedule(rate, runMs, mixed.mostWaiting, async (number) => {
          kinds[number] = await send();
        });
        const { notes } = await remote.run();
        const of = (kind: MixedKind) => timesMs.filter((_, number) => kinds[number] === kind);
        const figures = kindNames.flatMap((name) => shown(name, of(name)));
        return {
          value: percentiles(of("submit")).p999Ms,
          notes: { capacity, rate, ...Object.fromEntries(figures), ...notes },
        };
      },
      close: async () => {
        caller.close();
        await remote.close();
      },
    };
  };
