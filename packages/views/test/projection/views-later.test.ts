import { type Catalog, type Json, JsonText, type TemplateId } from "@tallystick/core";
import type { InterfaceView } from "@tallystick/wire";
import { expect } from "chai";
import type { ViewedContract, ViewsInText } from "../../src/projection/views-in-text.js";
import { ViewsLater, withViews } from "../../src/projection/views-later.js";
import { catalog, iouV1, iouV2 } from "../journal-fixture.js";

const contractAt = (offset: number, nodeId: number, templateId: TemplateId): ViewedContract => ({
  offset,
  nodeId,
  contractId: `c${offset}`,
  templateId,
  payload: new JsonText<Json>(`{"of":${offset}}`),
});

/** Views that say what they were made of. */
const telling: ViewsInText = {
  of: ({ offset, nodeId, contractId, templateId, payload }, ids, of: Catalog) =>
    ids.map(
      (id) =>
        new JsonText<InterfaceView>(
          `<${offset} ${nodeId} ${contractId} ${templateId} ${payload.json} ${id} ${of === catalog}>`,
        ),
    ),
};

const written = (views: ReadonlyArray<JsonText<InterfaceView>>): string =>
  `[${views.map(({ json }) => json).join(",")}]`;

describe("Views that are made later", () => {
  const wanted = [
    [contractAt(1, 0, iouV1), ["a"]],
    [contractAt(2, 5, iouV1), []],
    [contractAt(2, 7, iouV2), ["a", "b"]],
    [contractAt(3, 0, iouV1), ["a"]],
  ] as const;

  it("are those that would have been made at once", () => {
    const [first, second, third, fourth] = wanted;
    const textsBy = (views: ViewsInText): ReadonlyArray<string> => {
      const of = ([contract, ids]: (typeof wanted)[number]) =>
        written(views.of(contract, ids, catalog));
      return ["none", `${of(first)}${of(second)} and ${of(third)}`, `${of(fourth)} at the end`];
    };
    const later = new ViewsLater();
    const texts = textsBy(later);
    const missing = later.missing();
    if (missing === undefined) throw new Error("no view is missing");
    expect(withViews(texts, structuredClone(missing), telling, catalog)).to.deep.equal(
      textsBy(telling),
    );
    expect(missing.offsets).to.deep.equal([1, 2, 3]);
  });

  it("are not missing where none is asked for", () => {
    const later = new ViewsLater();
    expect(later.of(contractAt(1, 0, iouV1), [])).to.deep.equal([]);
    expect(later.missing()).to.equal(undefined);
  });

  it("are an error when a contract is not there", () => {
    const later = new ViewsLater();
    const text = written(later.of(contractAt(1, 0, iouV1), ["a"]));
    const missing = later.missing();
    if (missing === undefined) throw new Error("no view is missing");
    expect(() => withViews([text, text], missing, telling, catalog)).to.throw(
      "contract 2 of the views is missing",
    );
  });
});
