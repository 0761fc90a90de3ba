import { type Catalog, type ContractId, type Json, JsonText } from "@tallystick/core";
import { type InterfaceView, okStatus } from "@tallystick/wire";
import { LRUCache } from "lru-cache";
import { viewOf } from "./project-event.js";
import type { ViewedContract, ViewsInText } from "./views-in-text.js";

interface KeptView {
  readonly interfaceId: string;
  readonly packageId: string | undefined;
  readonly text: JsonText<InterfaceView>;
}

interface KeptContract {
  readonly contractId: ContractId;
  readonly views: ReadonlyArray<KeptView>;
}

/** The most characters of all views. */
const defaultMaxUnits = 16 * 1024 * 1024;

/** Counted for each view in addition to its text; characters. */
const viewOverhead = 256;

const none: ReadonlyArray<never> = [];

const unitsOf = ({ views }: KeptContract): number =>
  views.reduce((sum, { text }) => sum + text.json.length + viewOverhead, 0);

const among = (kept: ReadonlyArray<KeptView>, interfaceId: string, packageId: string | undefined) =>
  kept.find((view) => view.interfaceId === interfaceId && view.packageId === packageId);

/**
 * Makes views of contracts, and keeps their texts up to a size. A view follows from the contract
 * and from the package that makes it, so one that was made is found by both: by the contract's id
 * and place in the journal, by the interface and by the package. Failed ones are made again: a
 * failure may be of this moment.
 */
export class KeptViews implements ViewsInText {
  readonly #kept: LRUCache<string, KeptContract>;

  /** @param maxUnits the most characters */
  constructor(maxUnits: number = defaultMaxUnits) {
    this.#kept = new LRUCache({ maxSize: maxUnits, sizeCalculation: unitsOf });
  }

  of(
    contract: ViewedContract,
    interfaceIds: ReadonlyArray<string>,
    catalog: Catalog,
  ): ReadonlyArray<JsonText<InterfaceView>> {
    if (interfaceIds.length === 0) return none;
    const place = `${contract.offset}.${contract.nodeId}`;
    const there = this.#kept.get(place);
    // a read that goes on after the views were emptied may have another contract of this place
    const kept = there?.contractId === contract.contractId ? there.views : none;
    const texts: Array<JsonText<InterfaceView>> = [];
    for (const id of interfaceIds) {
      const known = among(kept, id, catalog.viewPackage(id, contract.templateId));
      if (known === undefined) return this.#make(contract, interfaceIds, catalog, place, kept);
      texts.push(known.text);
    }
    return texts;
  }

  /** To be called when events were erased, or the journal is another one. */
  forget(): void {
    this.#kept.clear();
  }

  /** Makes those that are not kept, and keeps all that did not fail. */
  #make(
    { contractId, templateId, payload: { json } }: ViewedContract,
    interfaceIds: ReadonlyArray<string>,
    catalog: Catalog,
    place: string,
    kept: ReadonlyArray<KeptView>,
  ): ReadonlyArray<JsonText<InterfaceView>> {
    // border: the text was cut out of a stored event, and is JSON
    const payload = JSON.parse(json) as Json;
    const lasting = kept.filter((view) => !interfaceIds.includes(view.interfaceId));
    const texts = interfaceIds.map((interfaceId) => {
      const packageId = catalog.viewPackage(interfaceId, templateId);
      const known = among(kept, interfaceId, packageId);
      if (known !== undefined) {
        lasting.push(known);
        return known.text;
      }
      const made = viewOf({ templateId, payload }, interfaceId, catalog);
      const text = new JsonText<InterfaceView>(JSON.stringify(made));
      if (made.viewStatus === okStatus) lasting.push({ interfaceId, packageId, text });
      return text;
    });
    if (lasting.length > 0) this.#kept.set(place, { contractId, views: lasting });
    return texts;
  }
}
