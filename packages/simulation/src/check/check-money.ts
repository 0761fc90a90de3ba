import type { TransactionCommitted } from "@tallystick/core";
import type { SimWorld } from "../ledger/sim-world.js";
import { textIn, unitsIn } from "../ledger/submissions.js";
import { applyTransaction, type NaiveContract, type NaiveLedger } from "../ledger/naive-ledger.js";

/** Checks what users of plain ledgers rely on: no money is lost or made, nothing is paid twice. */
export const checkMoney = (world: SimWorld, naive: NaiveLedger): void => {
  const active = new Map<string, NaiveContract>();
  for (const { offset, event } of naive.ofType("TransactionCommitted")) {
    const before = new Map(active);
    applyTransaction(active, event);
    const grown = moneyIn(active) - moneyIn(before);
    const issued = issuedBy(event);
    if (grown !== issued)
      world.violated(`offset ${offset} issues ${issued} units, and there are ${grown} more`);
    const opened = openedEarly(event, before);
    if (opened !== undefined) world.violated(`offset ${offset} opens ${opened} before its time`);
    const double = doubleKey(active);
    if (double !== undefined) world.violated(`offset ${offset}: two contracts have ${double}`);
  }
  const periods = new Set<string>();
  for (const { payload } of naive.of("Sim:Rent")) {
    const period = textIn(payload["period"]);
    if (periods.has(period)) world.violated(`the rent of period ${period} was paid twice`);
    periods.add(period);
  }
  checkPayments(world, naive);
};

const isMoney = (template: string): boolean => template === "Sim:Iou" || template === "Sim:Locked";

const moneyIn = (active: ReadonlyMap<string, NaiveContract>): bigint => {
  let units = 0n;
  for (const { template, payload } of active.values())
    if (isMoney(template)) units += unitsIn(payload["amount"]);
  return units;
};

/** The contracts that commands create when they create money. */
const issuedBy = ({ nodes }: TransactionCommitted): bigint => {
  let units = 0n;
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at];
    if (node?.kind === "exercise") at = node.lastDescendantNodeId;
    if (node?.kind !== "create" || !node.templateId.endsWith(":Sim:Iou")) continue;
    const { payload } = node;
    const isRecord = typeof payload === "object" && payload !== null && !Array.isArray(payload);
    units += isRecord && "amount" in payload ? unitsIn(payload["amount"]) : 0n;
  }
  return units;
};

const openedEarly = (
  { nodes, effectiveAt }: TransactionCommitted,
  before: ReadonlyMap<string, NaiveContract>,
): string | undefined => {
  for (const node of nodes) {
    const contract = node.kind === "exercise" ? before.get(node.contractId) : undefined;
    if (contract?.template !== "Sim:Locked") continue;
    // as text, to the microsecond
    const until = textIn(contract.payload["until"]);
    const untilMicros = Date.parse(until) * 1_000;
    if (effectiveAt < untilMicros) return contract.contractId;
  }
  return undefined;
};

const doubleKey = (active: ReadonlyMap<string, NaiveContract>): string | undefined => {
  const keys = new Set<string>();
  for (const { key } of active.values()) {
    if (key === undefined) continue;
    if (keys.has(key)) return `the key ${key}`;
    keys.add(key);
  }
  return undefined;
};

/** Each accepted offer is completed at most once, and each offer is tracked to one end. */
const checkPayments = (world: SimWorld, naive: NaiveLedger): void => {
  const ended = new Set<string>();
  for (const { offset, event } of naive.ofType("TransactionCommitted")) {
    for (const node of event.nodes) {
      if (node.kind !== "exercise" || !node.consuming) continue;
      if (ended.has(node.contractId))
        world.violated(`offset ${offset} uses ${node.contractId}, which was used up`);
      ended.add(node.contractId);
    }
  }
};
