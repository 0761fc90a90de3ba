import { choice, contractId, create, record, timestamp } from "@tallystick/core";
import { noLongerSupported, requireThat } from "../../model/coin-error.js";
import { modulePart } from "../../model/module-part.js";
import { pair } from "../../model/pair.js";
import { AmuletConfig } from "./amulet-config.js";
import { AmuletRules, configOf, type RulesPayload } from "./amulet-rules.js";
import { patchConfig } from "./config-patch.js";

const NewRules = record({ newAmuletRules: contractId });

/**
 * The DSO changes the configuration: what differs between the base and the new one is set, whatever
 * else has changed is kept.
 */
export const AmuletRules_SetConfig = choice(AmuletRules, "AmuletRules_SetConfig", {
  argument: record({ newConfig: AmuletConfig, baseConfig: AmuletConfig }),
  result: NewRules,
  controllers: ({ dso }) => [dso],
  *body({ payload }, { newConfig, baseConfig }) {
    yield* requireThat(payload.configSchedule.futureValues.length === 0, "futureValues is empty");
    const initialValue = patchConfig(newConfig, baseConfig, configOf(payload));
    const rules = { ...payload, configSchedule: { initialValue, futureValues: [] } };
    return { newAmuletRules: yield* create(AmuletRules, rules) };
  },
});

const since = "0.1.12";
const dsoOf = ({ dso }: RulesPayload): ReadonlyArray<string> => [dso];

/**
 * Schedules a configuration; no longer supported, {@link AmuletRules_SetConfig} takes its place.
 */
export const AmuletRules_AddFutureAmuletConfigSchedule = choice(
  AmuletRules,
  "AmuletRules_AddFutureAmuletConfigSchedule",
  {
    argument: record({ newScheduleItem: pair(timestamp, AmuletConfig) }),
    result: NewRules,
    controllers: dsoOf,
    *body() {
      return yield* noLongerSupported("AmuletRules_AddFutureAmuletConfigSchedule", since);
    },
  },
);

/** Takes a scheduled configuration back; no longer supported. */
export const AmuletRules_RemoveFutureAmuletConfigSchedule = choice(
  AmuletRules,
  "AmuletRules_RemoveFutureAmuletConfigSchedule",
  {
    argument: record({ scheduleTime: timestamp }),
    result: NewRules,
    controllers: dsoOf,
    *body() {
      return yield* noLongerSupported("AmuletRules_RemoveFutureAmuletConfigSchedule", since);
    },
  },
);

/** Changes a scheduled configuration; no longer supported. */
export const AmuletRules_UpdateFutureAmuletConfigSchedule = choice(
  AmuletRules,
  "AmuletRules_UpdateFutureAmuletConfigSchedule",
  {
    argument: record({ scheduleItem: pair(timestamp, AmuletConfig) }),
    result: NewRules,
    controllers: dsoOf,
    *body() {
      return yield* noLongerSupported("AmuletRules_UpdateFutureAmuletConfigSchedule", since);
    },
  },
);

export const amuletRulesSetConfigModule = modulePart({
  choices: [
    AmuletRules_SetConfig,
    AmuletRules_AddFutureAmuletConfigSchedule,
    AmuletRules_RemoveFutureAmuletConfigSchedule,
    AmuletRules_UpdateFutureAmuletConfigSchedule,
  ],
});
