import { systemTimers, type Timers } from "@tallystick/background";
import {
  type CompiledPackages,
  compilePackages,
  type LedgerCatalog,
  ledgerCatalog,
  type Package,
  pingPackage,
} from "@tallystick/core";
import { errorsText } from "@tallystick/wire";
import { chain, type Either, flatten, map, mapLeft, tryCatch } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { isDarFile } from "../ledger/dar-file.js";
import { LoadedPackages } from "../administration/loaded-packages.js";
import { randomIds } from "../ledger/ids.js";
import type { Ids, LedgerOptions, OpenError } from "../ledger/ledger.js";
import { completeConfig, type LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { sha256 } from "../ledger/sha256.js";
import { thrownText } from "../ledger/thrown-text.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { guardedWatching } from "./guarded-observer.js";
import { clockOf, noticesOf, type ThreadEnds, threadEndsOf } from "./ledger-notices.js";
import { checkedOptions } from "./ledger-options.js";

/** Checked and complete options of a ledger. */
export interface LedgerOpening {
  readonly options: LedgerOptions;
  readonly config: LedgerConfig;
  readonly data: string | undefined;
  readonly stream: string;
  readonly packages: CompiledPackages;
  readonly catalog: LedgerCatalog;
  readonly uploaded: LoadedPackages;
  readonly clock: LedgerClock;
  readonly ids: Ids;
  readonly timers: Timers;
  readonly notice: (notice: LedgerNotice) => void;
  readonly threadEnds: ThreadEnds;
}

/** Left: all errors of a configuration. */
export const configError = (errors: ReadonlyArray<string>): OpenError => ({
  kind: "config",
  message: errorsText(errors),
});

const checkedConfig = ({ config = {} }: LedgerOptions): Either<OpenError, LedgerConfig> =>
  mapLeft(configError)(completeConfig(config));

/** Fills in the defaults of options. Left: a setting or a package that cannot be used. */
export const ledgerOpening = (given: LedgerOptions): Either<OpenError, LedgerOpening> =>
  pipe(
    checkedOptions(given),
    mapLeft(configError),
    chain((options) => openingOf({ ...options, ...guardedWatching(options) })),
  );

/** The packages in TypeScript; those of DARs are registered once the ledger runs. */
export const definitionsIn = ({ packages = [] }: LedgerOptions): ReadonlyArray<Package> =>
  packages.flatMap((each) => (isDarFile(each) ? [] : [each]));

const openingOf = (options: LedgerOptions): Either<OpenError, LedgerOpening> =>
  pipe(
    checkedConfig(options),
    chain((config) =>
      pipe(
        // a getter or a proxy of the caller may throw
        tryCatch(
          () => compilePackages([pingPackage, ...definitionsIn(options)], sha256),
          (thrown) => ({ message: `a package throws when it is read: ${thrownText(thrown)}` }),
        ),
        flatten,
        mapLeft(({ message }): OpenError => ({ kind: "packages", message })),
        map((packages) => ({ config, packages })),
      ),
    ),
    map(({ config, packages }) => ({
      config,
      packages,
      uploaded: new LoadedPackages(options.timers),
    })),
    map(({ config, packages, uploaded }) => ({
      options,
      config,
      data: options.data,
      stream: `participant-${config.participantName}`,
      packages,
      catalog: ledgerCatalog(packages, uploaded),
      uploaded,
      clock: clockOf(options),
      ids: options.ids ?? randomIds(),
      timers: options.timers ?? systemTimers,
      notice: noticesOf(options),
      threadEnds: threadEndsOf(options),
    })),
  );
