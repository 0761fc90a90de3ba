import { expect } from "chai";
import { createByteBudget } from "../../src/client/byte-budget.js";

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe("A byte budget", () => {
  it("lets through what fits, and the rest in its order when there is room again", async () => {
    const budget = createByteBudget(10);
    const order: string[] = [];
    const take = async (name: string, bytes: number) => {
      const release = await budget.take(bytes);
      order.push(name);
      return release;
    };
    const a = await take("a", 6);
    const b = take("b", 5);
    const c = take("c", 1);
    await turn();
    expect(order).to.deep.equal(["a"]);
    a();
    await turn();
    expect(order).to.deep.equal(["a", "b", "c"]);
    (await b)();
    (await c)();
  });

  it("lets what is larger than all of it go alone", async () => {
    const budget = createByteBudget(10);
    const large = await budget.take(100);
    let isThrough = false;
    const small = budget.take(1).then((release) => {
      isThrough = true;
      return release;
    });
    await turn();
    expect(isThrough).to.equal(false);
    large();
    (await small)();
    expect(isThrough).to.equal(true);
  });
});
