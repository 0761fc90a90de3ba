import { QueryClient, QueryObserver } from "@tanstack/react-query";
import { expect } from "chai";
import { readAgain } from "../../src/data/read-again.js";

describe("what something changed", () => {
  /** A query whose readings are answered one by one. */
  const observed = () => {
    const queries = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
    const readings: Array<(answer: string) => void> = [];
    const observer = new QueryObserver(queries, {
      queryKey: ["balance"],
      queryFn: () => new Promise<string>((resolve) => readings.push(resolve)),
    });
    const unsubscribe = observer.subscribe(() => undefined);
    const end = (): void => {
      unsubscribe();
      queries.clear();
    };
    const answer = async (text: string): Promise<void> => {
      readings.at(-1)?.(text);
      await new Promise((resolve) => setImmediate(resolve));
    };
    return { queries, readings, answer, end, shown: () => queries.getQueryData(["balance"]) };
  };

  it("is read again at once where nobody reads it", async () => {
    const { queries, readings, answer, shown, end } = observed();
    await answer("before");
    readAgain(queries, { queryKey: ["balance"] });
    expect(readings).to.have.length(2);
    await answer("after");
    expect([readings.length, shown()]).to.deep.equal([2, "after"]);
    end();
  });

  it("is read once more after a reading that began before, the first one too", async () => {
    const { queries, readings, answer, shown, end } = observed();
    for (const expected of ["first", "second"]) {
      const before = readings.length;
      for (let changes = 0; changes < 3; changes += 1) readAgain(queries);
      expect(readings).to.have.length(before);
      await answer("before the change");
      expect(readings).to.have.length(before + 1);
      await answer(expected);
      expect([readings.length, shown()]).to.deep.equal([before + 1, expected]);
      readAgain(queries);
    }
    end();
  });
});
