import type { LedgerGauges, PartState, SchedulerStatus, Wallet } from "@tallystick/node";
import { isRight } from "fp-ts/lib/Either.js";
import type { HttpGauges } from "./http-observer.js";
import type { Registry } from "prom-client";
import { addReading, type Found, type Reading } from "./registry.js";

/** What of a wallet is measured. */
export type MeasuredWallet = Pick<
  Wallet,
  "network" | "settings" | "views" | "waitsFor" | "extraTrafficLeft"
> & { readonly scheduler: Pick<Wallet["scheduler"], "status"> };

/** The parts of the node that was opened last; absent before they are open. */
export interface Measured {
  ledger?: LedgerGauges;
  http?: HttpGauges;
  wallet?: MeasuredWallet;
  parts?: () => ReadonlyArray<PartState>;
}

/** A metric that is read from a part of the node. */
type ReadRow<S> = Omit<Reading, "read"> & {
  readonly read: (source: S, all: Measured) => Found;
};

const msPerSecond = 1_000;
const microsPerSecond = 1_000_000;

const byName = <A>(
  label: string,
  values: Readonly<Record<string, A>>,
  read: (value: A) => number | undefined,
): Found =>
  Object.entries(values).flatMap(([name, value]) => {
    const found = read(value);
    return found === undefined ? [] : [[{ [label]: name }, found] as const];
  });

const ledgerRows: ReadonlyArray<ReadRow<LedgerGauges>> = [
  {
    name: "tallystick_ledger_end_offset",
    help: "Offset of the last durable event",
    read: ({ ledgerEnd }) => ledgerEnd(),
  },
  {
    name: "tallystick_view_lag_events",
    help: "Durable events the views have not folded yet",
    read: ({ ledgerEnd, viewsEnd }) => Math.max(0, ledgerEnd() - viewsEnd()),
  },
  {
    name: "tallystick_waiting_commands",
    help: "Commands without a response yet",
    read: ({ waiting }) => waiting(),
  },
  {
    name: "tallystick_store_up",
    help: "1 while the store of the journal can be used",
    read: ({ store }) => (store().isUsable ? 1 : 0),
  },
  {
    name: "tallystick_store_silent_seconds",
    help: "How long the store has not responded",
    read: ({ store }) => store().silentMs / msPerSecond,
  },
  {
    name: "tallystick_store_unknown_appends",
    help: "Appends with an unknown outcome",
    read: ({ store }) => store().unknownAppends,
  },
  {
    name: "tallystick_store_leader",
    help: "1 for the node of the store's cluster that takes the appends",
    labels: ["leader"],
    read: ({ store }) => {
      const { leader } = store();
      return leader === undefined ? undefined : [[{ leader }, 1]];
    },
  },
  {
    name: "tallystick_append_turn_nodes",
    help: "Nodes that contend for the journal, this one included",
    read: ({ turns }) => turns().nodes,
  },
  {
    name: "tallystick_append_races_lost_total",
    help: "Appends that came after those of another node and were decided again",
    kind: "counter",
    read: ({ turns }) => turns().lostRaces,
  },
  {
    name: "tallystick_damage_findings",
    help: "Damage the last check found",
    read: ({ findings }) => findings(),
  },
  {
    name: "tallystick_data_bytes",
    help: "What the data folder takes, by part",
    labels: ["part"],
    read: ({ disk }) => byName("part", disk()?.bytes ?? {}, (bytes) => bytes),
  },
  {
    name: "tallystick_disk_free_bytes",
    help: "What the node may still write to the disk of its data folder",
    read: ({ disk }) => disk()?.freeBytes,
  },
];

const httpRows: ReadonlyArray<ReadRow<HttpGauges>> = [
  {
    name: "tallystick_websockets",
    help: "Websockets that are open",
    read: ({ webSockets }) => webSockets(),
  },
  {
    name: "tallystick_follower_lag_events",
    help: "Events that a program which follows the ledger does not have yet, by its name",
    labels: ["follower"],
    read: ({ followers }) => followers().map(({ name, events }) => [{ follower: name }, events]),
  },
  {
    name: "tallystick_follower_lag_seconds",
    help: "For how long a program which follows the ledger has been behind, by its name",
    labels: ["follower"],
    read: ({ followers }) => followers().map(({ name, seconds }) => [{ follower: name }, seconds]),
  },
];

const partRows: ReadonlyArray<ReadRow<() => ReadonlyArray<PartState>>> = [
  {
    name: "tallystick_ready",
    help: "1 while a part of the node is ready, as in /readyz",
    labels: ["part"],
    read: (parts) =>
      parts().map(({ name: part, unready }) => [{ part }, unready === undefined ? 1 : 0] as const),
  },
];

type Automations = SchedulerStatus["automations"];

const automationRow = (
  name: string,
  help: string,
  kind: NonNullable<Reading["kind"]>,
  read: (status: Automations[string]) => number | undefined,
): ReadRow<MeasuredWallet> => ({
  name: `tallystick_automation_${name}`,
  help,
  kind,
  labels: ["automation"],
  read: ({ scheduler }) => byName("automation", scheduler.status().automations, read),
});

const unitsPerCoin = 1e10;

const automationRows: ReadonlyArray<ReadRow<MeasuredWallet>> = [
  automationRow(
    "runs_total",
    "Checks of a wallet by its automations",
    "counter",
    ({ runs }) => runs,
  ),
  automationRow(
    "commands_total",
    "Commands of automations that have taken effect",
    "counter",
    ({ submitted }) => submitted,
  ),
  automationRow(
    "coins_moved_total",
    "Coins that commands of automations brought to somebody",
    "counter",
    ({ movedUnits }) => Number(movedUnits) / unitsPerCoin,
  ),
  automationRow(
    "lacking",
    "Payers with too few coins for what an automation would pay",
    "gauge",
    ({ lacking }) => lacking.length,
  ),
  {
    name: "tallystick_automation_errors_total",
    help: "Failures of automations, by error code",
    labels: ["automation", "code"],
    kind: "counter",
    read: ({ scheduler }) =>
      Object.entries(scheduler.status().automations).flatMap(([automation, { errors }]) =>
        Object.entries(errors).map(([code, count]) => [{ automation, code }, count] as const),
      ),
  },
  automationRow(
    "last_run_timestamp_seconds",
    "When each ran last, by the clock of the ledger; seconds since 1970",
    "gauge",
    ({ lastRunAt }) => (lastRunAt === undefined ? undefined : lastRunAt / microsPerSecond),
  ),
  automationRow(
    "next_run_seconds",
    "In how long each runs again at the latest; none while it rests",
    "gauge",
    ({ nextRunInMs }) => (nextRunInMs === undefined ? undefined : nextRunInMs / msPerSecond),
  ),
];

const operatorCoins = ({ network, settings, views }: MeasuredWallet): Found => {
  const round = network()?.round.payload.round;
  const balance = round === undefined ? undefined : views.balances.now(settings.operator, round);
  if (balance === undefined || !isRight(balance)) return undefined;
  return Number(balance.right.unlocked - balance.right.holdingFees) / unitsPerCoin;
};

const walletRows: ReadonlyArray<ReadRow<MeasuredWallet>> = [
  ...automationRows,
  {
    name: "tallystick_automation_lag_seconds",
    help: "Longest time that a wallet has waited for its automations",
    read: ({ scheduler }) => scheduler.status().lagMs / msPerSecond,
  },
  {
    name: "tallystick_automation_paused",
    help: "1 while automations are paused",
    read: ({ scheduler }) => (scheduler.status().paused ? 1 : 0),
  },
  {
    name: "tallystick_wallets",
    help: "Parties with a wallet",
    read: ({ scheduler }) => scheduler.status().parties,
  },
  {
    name: "tallystick_wallet_waiting",
    help: "Wallet tasks that wait or run",
    read: ({ scheduler }) => scheduler.status().waiting,
  },
  {
    name: "tallystick_wallet_view_lag_events",
    help: "Durable events the wallet's views have not folded yet",
    read: ({ views }, { ledger }) =>
      ledger === undefined ? undefined : Math.max(0, ledger.ledgerEnd() - views.checkpoint()),
  },
  {
    name: "tallystick_operator_coins",
    help: "Coins that the operator of the node can pay with",
    read: (wallet) => (wallet.waitsFor() === undefined ? operatorCoins(wallet) : undefined),
  },
  {
    name: "tallystick_traffic_left_bytes",
    help: "Extra traffic of the validator that is left",
    read: (wallet) =>
      wallet.waitsFor() === undefined ? Number(wallet.extraTrafficLeft()) : undefined,
  },
  {
    name: "tallystick_traffic_used_bytes_total",
    help: "Extra traffic that the validator has used",
    kind: "counter",
    read: ({ views, waitsFor }) =>
      waitsFor() === undefined ? views.extraTrafficUsed() : undefined,
  },
];

/** Adds all metrics that are read from the parts of a node at each scrape. */
export const readMetrics = (registry: Registry, measured: Measured): void => {
  const add = <S>(source: () => S | undefined, rows: ReadonlyArray<ReadRow<S>>): void => {
    for (const { read, ...metric } of rows) {
      addReading(registry, {
        ...metric,
        read: () => {
          const found = source();
          return found === undefined ? undefined : read(found, measured);
        },
      });
    }
  };
  add(() => measured.ledger, ledgerRows);
  add(() => measured.parts, partRows);
  add(() => measured.http, httpRows);
  add(() => measured.wallet, walletRows);
};
