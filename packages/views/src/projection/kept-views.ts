import { type Catalog, type CreateNode, type Json, JsonText } from "@tallystick/core";
import { type InterfaceView, okStatus } from "@tallystick/wire";
import { SizedCache } from "../memory/sized-cache.js";
import { viewOf } from "./project-event.js";

/** A view with its value as JSON text. */
type ViewInText = InterfaceView<JsonText<Json>>;

interface KeptContract {
  readonly views: ReadonlyArray<ViewInText>;
  readonly units: number;
}

/** Counted for each view in addition to its text; characters. */
const viewOverhead = 256;

const none: ReadonlyArray<never> = [];

const inText = (view: InterfaceView): ViewInText => ({
  ...view,
  viewValue: new JsonText(JSON.stringify(view.viewValue)),
});

/**
 * Makes views of contracts, and keeps their texts up to a size. A view follows from the contract
 * and from the package that makes it, so one that was made is found by both: by the place of the
 * contract in the journal, by the interface and by the package. Failed ones are made again, because
 * a failure may be of this moment.
 */
export class KeptViews {
  readonly #kept: SizedCache<KeptContract>;

  /** @param maxUnits the most characters; default 16 Mi */
  constructor(maxUnits?: number) {
    this.#kept = new SizedCache(maxUnits);
  }

  /**
   * The views of a contract through these interfaces, in their order.
   *
   * @param offset of the transaction that created the contract
   */
  of(
    node: CreateNode<JsonText<Json>>,
    offset: number,
    interfaceIds: ReadonlyArray<string>,
    catalog: Catalog,
  ): ReadonlyArray<ViewInText> {
    if (interfaceIds.length === 0) return none;
    const place = `${offset}.${node.nodeId}`;
    const kept = this.#kept.get(place)?.views ?? none;
    const known: Array<ViewInText> = [];
    for (const id of interfaceIds) {
      const packageId = catalog.viewPackage(id, node.templateId);
      const found = kept.find(
        (view) => view.interfaceId === id && view.implementationPackageId === packageId,
      );
      if (found !== undefined) known.push(found);
    }
    if (known.length === interfaceIds.length) return known;
    // border: the text was cut out of a stored event, and is JSON
    const payload = JSON.parse(node.payload.json) as Json;
    const views = interfaceIds.map(
      (id) =>
        known.find((view) => view.interfaceId === id) ??
        inText(viewOf({ templateId: node.templateId, payload }, id, catalog)),
    );
    const others = kept.filter((view) => !interfaceIds.includes(view.interfaceId));
    this.#keep(place, [...others, ...views.filter((view) => view.viewStatus === okStatus)]);
    return views;
  }

  /** To be called when events were erased, or the journal is another one. */
  forget(): void {
    this.#kept.clear();
  }

  #keep(place: string, views: ReadonlyArray<ViewInText>): void {
    if (views.length === 0) return;
    const units = views.reduce((sum, view) => sum + view.viewValue.json.length + viewOverhead, 0);
    this.#kept.add(place, { views, units });
  }
}
