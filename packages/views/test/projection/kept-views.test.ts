import { type Catalog, type Json, JsonText } from "@tallystick/core";
import { expect } from "chai";
import { KeptViews } from "../../src/projection/kept-views.js";
import { viewOf } from "../../src/projection/project-event.js";
import type { ViewedContract } from "../../src/projection/views-in-text.js";
import { catalog, holdingId, iouV1, iouV2, metaId } from "../journal-fixture.js";

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

const contractAt = (offset: number, nodeId: number, templateId = iouV1): ViewedContract => {
  const payload = new JsonText<Json>(JSON.stringify({ text: `contract ${nodeId}` }));
  return { offset, nodeId, contractId: "c", templateId, payload };
};

describe("Kept views", () => {
  const contract = contractAt(9, 3);

  it("are those that are made of the contract, in the order in which they are asked for", () => {
    const views = new KeptViews();
    for (const ids of [[holdingId], [metaId, holdingId], [holdingId, metaId], []]) {
      const payload = { text: "contract 3" };
      const expected = ids.map((id) => viewOf({ templateId: iouV1, payload }, id, catalog));
      expect(views.of(contract, ids, catalog)).to.deep.equal(
        expected.map((view) => new JsonText(JSON.stringify(view))),
      );
    }
  });

  it("are made once for each contract and interface, whatever else is asked for", () => {
    const views = new KeptViews();
    const { catalog: counting, made } = asked();
    views.of(contract, [holdingId], counting);
    views.of(contract, [otherId, holdingId], counting);
    views.of(contract, [holdingId, otherId], counting);
    views.of(contract, [holdingId], counting);
    expect(made()).to.deep.equal([holdingId, otherId]);
    for (const [offset, nodeId] of [
      [10, 3],
      [9, 4],
      [93, 0],
    ] as const) {
      views.of(contractAt(offset, nodeId), [holdingId], counting);
      expect(made(), `${offset}, ${nodeId}`).to.deep.equal([holdingId]);
    }
  });

  it("are made again for another contract at the same place", () => {
    const views = new KeptViews();
    const { catalog: counting, made } = asked();
    const other = { ...contract, contractId: "d", payload: new JsonText<Json>('{"other":true}') };
    views.of(contract, [holdingId], counting);
    const [view] = views.of(other, [holdingId], counting);
    expect(view?.json).to.include('"other":true');
    expect(made()).to.deep.equal([holdingId, holdingId]);
  });

  it("are made again by another package", () => {
    const views = new KeptViews();
    const [before, after] = [asked("p1"), asked("p2")];
    const packagesBy = ({ catalog: by }: typeof before) =>
      views.of(contract, [holdingId], by).map(({ json }) => json.slice(-5));
    expect(packagesBy(before)).to.deep.equal(['"p1"}']);
    expect(packagesBy(after)).to.deep.equal(['"p2"}']);
    expect(packagesBy(after)).to.deep.equal(['"p2"}']);
    expect([before.made(), after.made()]).to.deep.equal([[holdingId], [holdingId]]);
  });

  it("are made again when they failed, and when they were forgotten", () => {
    const views = new KeptViews();
    const { catalog: counting, made } = asked();
    const failing = contractAt(9, 3, iouV2);
    for (let times = 0; times < 2; times++) views.of(failing, [metaId, holdingId], counting);
    expect(made()).to.deep.equal([metaId, holdingId, metaId]);
    views.forget();
    views.of(failing, [holdingId], counting);
    expect(made()).to.deep.equal([holdingId]);
  });

  it("are as many as have room", () => {
    const views = new KeptViews(1000);
    const { catalog: counting, made } = asked();
    for (const nodeId of [1, 2, 3, 4]) views.of(contractAt(9, nodeId), [holdingId], counting);
    made();
    views.of(contractAt(9, 4), [holdingId], counting);
    expect(made()).to.deep.equal([]);
    views.of(contractAt(9, 1), [holdingId], counting);
    expect(made()).to.deep.equal([holdingId]);
  });
});
