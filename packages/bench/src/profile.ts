import { mkdir, writeFile } from "node:fs/promises";
import { type Profiler, Session } from "node:inspector/promises";
import { join } from "node:path";

/** Ends a profile and writes it. */
export type StopProfile = () => Promise<void>;

const placesShown = 14;

/** A place in the code and the part of the busy time that was spent there, from 0 to 1. */
interface PlaceShare {
  readonly place: string;
  readonly share: number;
}

interface ProfileShares {
  /** Part of the whole time in which the thread did something. */
  readonly busy: number;
  /** The largest first. */
  readonly places: ReadonlyArray<PlaceShare>;
}

const ownModule = /\/packages\/([^/]+)\/dist\/src\/(?:([^/]+)\/)?[^/]+\.js$/;
const library = /\/node_modules\/((?:@[^/]+\/)?[^/]+)\//;

/** Package and room of our modules, the name of a library or of a module of Node. */
const placeOf = ({ url, functionName }: Profiler.ProfileNode["callFrame"]): string => {
  const [, own, room] = ownModule.exec(url) ?? [];
  if (own !== undefined) return room === undefined ? own : `${own}/${room}`;
  const [, name] = library.exec(url) ?? [];
  if (name !== undefined) return name;
  return url === "" ? functionName || "(native)" : url.replace(/^file:.*\//, "");
};

/** Sums a profile up by places; what the engine does for a function counts where it was called. */
export const sharesOf = (profile: Profiler.Profile): ProfileShares => {
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const times = new Map<string, number>();
  let all = 0;
  let idle = 0;
  for (const [index, id] of (profile.samples ?? []).entries()) {
    const micros = profile.timeDeltas?.[index] ?? 0;
    const frame = frames.get(id);
    all += micros;
    if (frame === undefined || frame.functionName === "(idle)") {
      idle += micros;
    } else {
      const place = placeOf(frame);
      times.set(place, (times.get(place) ?? 0) + micros);
    }
  }
  const busy = all - idle;
  return {
    busy: all === 0 ? 0 : busy / all,
    places: [...times]
      .map(([place, micros]) => ({ place, share: micros / busy }))
      .sort((a, b) => b.share - a.share),
  };
};

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

/** One line for a person. */
export const profileText = (name: string, { busy, places }: ProfileShares): string => {
  const shown = places
    .slice(0, placesShown)
    .map(({ place, share }) => `${place} ${percent(share)}`);
  return `profile of ${name}: busy ${percent(busy)} of the time; of that ${shown.join(", ")}`;
};

/**
 * Begins to profile this thread. The returned function ends that, writes the profile as
 * `<name>.cpuprofile`, and its sum to the standard error output.
 * @param folder is made when it is missing
 */
export const startProfile = async (name: string, folder: string): Promise<StopProfile> => {
  const session = new Session();
  session.connect();
  await session.post("Profiler.enable");
  await session.post("Profiler.start");
  return async () => {
    const { profile } = await session.post("Profiler.stop");
    session.disconnect();
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${name}.cpuprofile`), JSON.stringify(profile));
    process.stderr.write(`${profileText(name, sharesOf(profile))}\n`);
  };
};
