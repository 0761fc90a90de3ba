import {
  type CompiledPackages,
  compilePackages,
  type LedgerCatalog,
  ledgerCatalog,
  pingPackage,
} from "@tallystick/core";
import { errorsText } from "@tallystick/wire";
import { chain, type Either, map, mapLeft } from "fp-ts/lib/Either.js";
import { pipe } from "fp-ts/lib/function.js";
import { randomIds } from "../ledger/ids.js";
import type { Ids, LedgerOptions, OpenError } from "../ledger/ledger.js";
import { completeConfig, type LedgerConfig } from "../ledger/ledger-config.js";
import type { LedgerNotice } from "../ledger/ledger-observer.js";
import { sha256 } from "../ledger/sha256.js";
import type { LedgerClock } from "../ledger/steady-clock.js";
import { guardedWatching } from "./guarded-observer.js";
import { clockOf, noticesOf, type ThreadEnds, threadEndsOf } from "./ledger-notices.js";
import { checkedOptions } from "./ledger-options.js";

/** Checked and complete options of a ledger. */
export interface LedgerOpening {
  readonly options: LedgerOptions;
  readonly config: LedgerConfig;
  /** The data folder, if there is one. */
  readonly data: string | undefined;
  /** The stream of the journal. */
  readonly stream: string;
  readonly packages: CompiledPackages;
  readonly catalog: LedgerCatalog;
  readonly clock: LedgerClock;
  readonly ids: Ids;
  readonly notice: (notice: LedgerNotice) => void;
  readonly threadEnds: ThreadEnds;
}

const checkedConfig = (options: LedgerOptions): Either<OpenError, LedgerConfig> =>
  pipe(
    checkedOptions(options),
    chain(({ config = {} }) => completeConfig(config)),
    mapLeft((errors): OpenError => ({ kind: "config", message: errorsText(errors) })),
  );

/** Fills in the defaults of options. Left: a setting or a package that cannot be used. */
export const ledgerOpening = (given: LedgerOptions): Either<OpenError, LedgerOpening> =>
  pipe(
    guardedWatching(given),
    chain((watching) => openingOf({ ...given, ...watching })),
  );

const openingOf = (options: LedgerOptions): Either<OpenError, LedgerOpening> =>
  pipe(
    checkedConfig(options),
    chain((config) =>
      pipe(
        compilePackages([pingPackage, ...(options.packages ?? [])], sha256),
        mapLeft(({ message }): OpenError => ({ kind: "packages", message })),
        map((packages) => ({ config, packages })),
      ),
    ),
    map(({ config, packages }) => ({
      options,
      config,
      data: options.data,
      stream: `participant-${config.participantName}`,
      packages,
      catalog: ledgerCatalog(packages),
      clock: clockOf(options),
      ids: options.ids ?? randomIds(),
      notice: noticesOf(options),
      threadEnds: threadEndsOf(options),
    })),
  );
