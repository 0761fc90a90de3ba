/** The same object with other functions; its own are called on itself. */
export const replaced = <A extends object>(target: A, functions: Partial<A>): A =>
  new Proxy(target, {
    get: (of, name) => {
      const other: unknown = Reflect.get(functions, name);
      if (other !== undefined) return other;
      const value: unknown = Reflect.get(of, name, of);
      return isCall(value) ? boundTo(of, value) : value;
    },
  });

const boundTo =
  (target: object, call: (...of: Array<unknown>) => unknown) =>
  (...of: Array<unknown>): unknown =>
    Reflect.apply(call, target, of);

const isCall = (value: unknown): value is (...of: Array<unknown>) => unknown =>
  typeof value === "function";
