import { type Catalog, type Json, JsonText } from "@tallystick/core";
import type { InterfaceView } from "@tallystick/wire";
import type { MissingViews } from "../interface/missing-views.js";
import type { ViewedContract, ViewsInText } from "./views-in-text.js";

/** Stands in a text where the views of a contract are missing; no JSON has it. */
const gap = "\u0000";

/** Leaves a gap for the views of each contract: they are made where the catalog is. */
export class ViewsLater implements ViewsInText {
  readonly #offsets: Array<number> = [];
  readonly #nodeIds: Array<number> = [];
  readonly #contractIds: Array<string> = [];
  readonly #payloads: Array<string> = [];
  readonly #kindOf: Array<number> = [];
  readonly #kinds: Array<MissingViews["kinds"][number]> = [];

  of(
    { offset, nodeId, contractId, templateId, payload }: ViewedContract,
    interfaceIds: ReadonlyArray<string>,
  ): ReadonlyArray<JsonText<InterfaceView>> {
    if (interfaceIds.length === 0) return [];
    this.#offsets.push(offset);
    this.#nodeIds.push(nodeId);
    this.#contractIds.push(contractId);
    this.#payloads.push(payload.json);
    this.#kindOf.push(this.#indexOf(templateId, interfaceIds));
    return [new JsonText(gap)];
  }

  /** Undefined when no text has a gap. */
  missing(): MissingViews | undefined {
    if (this.#offsets.length === 0) return undefined;
    return {
      offsets: this.#offsets,
      nodeIds: this.#nodeIds,
      contractIds: this.#contractIds,
      payloads: this.#payloads,
      kindOf: this.#kindOf,
      kinds: this.#kinds,
    };
  }

  #indexOf(templateId: string, interfaceIds: ReadonlyArray<string>): number {
    const found = this.#kinds.findIndex(
      (kind) =>
        kind.templateId === templateId &&
        kind.interfaceIds.length === interfaceIds.length &&
        interfaceIds.every((id, at) => id === kind.interfaceIds[at]),
    );
    return found < 0 ? this.#kinds.push({ templateId, interfaceIds }) - 1 : found;
  }
}

const contractAt = (
  { offsets, nodeIds, contractIds, payloads, kindOf, kinds }: MissingViews,
  at: number,
) => {
  const kind = kinds[kindOf[at] ?? -1];
  const [offset, nodeId, contractId] = [offsets[at], nodeIds[at], contractIds[at]];
  const payload = payloads[at];
  if (kind && offset !== undefined && nodeId !== undefined && contractId && payload !== undefined)
    return { ...kind, offset, nodeId, contractId, payload: new JsonText<Json>(payload) };
  throw new Error(`contract ${at + 1} of the views is missing`);
};

/** The texts with the views in their gaps. */
export const withViews = (
  texts: ReadonlyArray<string>,
  missing: MissingViews,
  views: ViewsInText,
  catalog: Catalog,
): ReadonlyArray<string> => {
  let at = 0;
  const next = (): string => {
    const contract = contractAt(missing, at++);
    const made = views.of(contract, contract.interfaceIds, catalog);
    return made.map(({ json }) => json).join(",");
  };
  return texts.map((text) => {
    let from = 0;
    let filled = "";
    for (let found = text.indexOf(gap); found >= 0; found = text.indexOf(gap, from)) {
      filled += text.slice(from, found) + next();
      from = found + gap.length;
    }
    return from === 0 ? text : filled + text.slice(from);
  });
};
