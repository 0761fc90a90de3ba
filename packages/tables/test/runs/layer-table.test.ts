import { gone, type Gone } from "@tallystick/core";
import { expect } from "chai";
import fc from "fast-check";
import { LayerTable, LayerView } from "../../src/runs/layer-table.js";
import { context, textForm } from "./run-of.js";

const key = fc.integer({ min: 0, max: 20 }).map((at) => `key ${at}`);
const value: fc.Arbitrary<string | Gone> = fc.oneof(fc.string(), fc.constant(gone));
const changes = fc.array(fc.tuple(key, value), { maxLength: 60 });

const allKeys = Array.from({ length: 21 }, (_, at) => `key ${at}`);

const mapBase = (entries: ReadonlyMap<string, string>) => ({
  size: entries.size,
  get: (name: string) => entries.get(name),
  entries: () => entries.entries(),
});

describe("A layer of a table", () => {
  it("says of every number of its entries what a map had then", () => {
    fc.assert(
      fc.property(changes, (list) => {
        const layer = new LayerTable(textForm, context);
        const model = new Map<string, string | Gone>();
        const models = [new Map(model)];
        for (const [name, text] of list) {
          layer.add(name, text);
          model.set(name, text);
          models.push(new Map(model));
        }
        for (const [count, then] of models.entries()) {
          for (const name of allKeys) expect(layer.get(name, count)).to.equal(then.get(name));
          const latest = [...layer.latest(count)];
          expect(latest).to.have.length(then.size);
          for (const [name, text] of latest) expect(text).to.equal(then.get(name));
        }
      }),
    );
  });

  it("finds each of thousands, whatever size it began with, and reads each once", () => {
    let reads = 0;
    const counting = {
      ...textForm,
      read: (name: string, bytes: Buffer) => {
        reads++;
        return textForm.read(name, bytes, context.texts);
      },
    };
    for (const size of [undefined, { entries: 9_000, bytes: 1_000_000 }]) {
      const layer = new LayerTable(counting, context, size);
      for (let at = 0; at < 9_000; at++) layer.add(`key ${at % 7_000}`, `text ${at}`);
      for (let at = 0; at < 7_000; at++) {
        const text = `text ${at < 2_000 ? at + 7_000 : at}`;
        expect(layer.get(`key ${at}`, layer.count)).to.equal(text);
      }
      reads = 0;
      expect([layer.get("key 1", 9_000), layer.get("key 1", 9_000)]).to.deep.equal([
        "text 7001",
        "text 7001",
      ]);
      expect(layer.get("key 1", 5_000)).to.equal("text 1");
      expect(reads).to.be.at.most(2);
    }
  });

  it("is in memory that a thread can read", () => {
    const layer = new LayerTable(textForm, context);
    layer.add("large", "x".repeat(200_000));
    expect(layer.entries.buffer).to.be.instanceOf(SharedArrayBuffer);
    expect(layer.get("large", 1)).to.have.length(200_000);
  });
});

describe("A view of a layer", () => {
  it("is a map over another one, and does not change", () => {
    fc.assert(
      fc.property(fc.dictionary(key, fc.string()), changes, changes, (beneath, list, later) => {
        const base = new Map(Object.entries(beneath));
        const layer = new LayerTable(textForm, context);
        const model = new Map(base);
        for (const [name, text] of list) {
          layer.add(name, text);
          if (text === gone) model.delete(name);
          else model.set(name, text);
        }
        const view = new LayerView(layer, mapBase(base), model.size);
        for (const [name, text] of later) layer.add(name, text);
        for (const name of allKeys) expect(view.get(name)).to.equal(model.get(name));
        expect(new Map(view.entries())).to.deep.equal(model);
        expect([...view.entries()]).to.have.length(model.size);
      }),
    );
  });
});
