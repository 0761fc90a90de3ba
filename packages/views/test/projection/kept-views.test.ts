import { type Catalog, type Json, JsonText } from "@tallystick/core";
import { expect } from "chai";
import { KeptViews } from "../../src/projection/kept-views.js";
import { viewOf } from "../../src/projection/project-event.js";
import { catalog, createOf, holdingId, iouV1, iouV2, metaId } from "../journal-fixture.js";

const otherId = "api:Other:Other";

/** The catalog, with a list of the interfaces whose views it has made. */
const asked = (packageId = "p1") => {
  const made: Array<string> = [];
  const counting: Catalog = {
    ...catalog,
    viewPackage: () => packageId,
    interfaceView: (interfaceId, ...of) => {
      made.push(interfaceId);
      return catalog.interfaceView(interfaceId, ...of);
    },
  };
  return { catalog: counting, made: () => made.splice(0) };
};

const nodeOf = (nodeId: number, templateId = iouV1) => {
  const payload = { text: `contract ${nodeId}` };
  const node = createOf(nodeId, "c", ["alice"], { templateId, payload });
  const { key: _key, ...unkeyed } = node;
  return { node, inText: { ...unkeyed, payload: new JsonText<Json>(JSON.stringify(payload)) } };
};

describe("Kept views", () => {
  const { node, inText } = nodeOf(3);

  it("are those that are made of the contract, in the order in which they are asked for", () => {
    const views = new KeptViews();
    for (const ids of [[holdingId], [metaId, holdingId], [holdingId, metaId], []]) {
      const expected = ids.map((id) => viewOf(node, id, catalog));
      const found = views.of(inText, 9, ids, catalog);
      expect(
        found.map((view) => ({ ...view, viewValue: JSON.parse(view.viewValue.json) as Json })),
      ).to.deep.equal(expected);
    }
  });

  it("are made once for each contract and interface, whatever else is asked for", () => {
    const views = new KeptViews();
    const { catalog: counting, made } = asked();
    views.of(inText, 9, [holdingId], counting);
    views.of(inText, 9, [otherId, holdingId], counting);
    views.of(inText, 9, [holdingId, otherId], counting);
    views.of(inText, 9, [holdingId], counting);
    expect(made()).to.deep.equal([holdingId, otherId]);
    for (const [offset, nodeId] of [
      [10, 3],
      [9, 4],
      [93, 0],
    ] as const) {
      views.of(nodeOf(nodeId).inText, offset, [holdingId], counting);
      expect(made(), `${offset}, ${nodeId}`).to.deep.equal([holdingId]);
    }
  });

  it("are made again by another package", () => {
    const views = new KeptViews();
    const [before, after] = [asked("p1"), asked("p2")];
    const packagesBy = ({ catalog: by }: typeof before) =>
      views.of(inText, 9, [holdingId], by).map((view) => view.implementationPackageId);
    expect(packagesBy(before)).to.deep.equal(["p1"]);
    expect(packagesBy(after)).to.deep.equal(["p2"]);
    expect(packagesBy(after)).to.deep.equal(["p2"]);
    expect([before.made(), after.made()]).to.deep.equal([[holdingId], [holdingId]]);
  });

  it("are made again when they failed, and when they were forgotten", () => {
    const views = new KeptViews();
    const { catalog: counting, made } = asked();
    const failing = nodeOf(3, iouV2).inText;
    for (let times = 0; times < 2; times++) views.of(failing, 9, [metaId, holdingId], counting);
    expect(made()).to.deep.equal([metaId, holdingId, metaId]);
    views.forget();
    views.of(failing, 9, [holdingId], counting);
    expect(made()).to.deep.equal([holdingId]);
  });

  it("are as many as have room", () => {
    const views = new KeptViews(1000);
    const { catalog: counting, made } = asked();
    for (const nodeId of [1, 2, 3, 4]) views.of(nodeOf(nodeId).inText, 9, [holdingId], counting);
    made();
    views.of(nodeOf(4).inText, 9, [holdingId], counting);
    expect(made()).to.deep.equal([]);
    views.of(nodeOf(1).inText, 9, [holdingId], counting);
    expect(made()).to.deep.equal([holdingId]);
  });
});
