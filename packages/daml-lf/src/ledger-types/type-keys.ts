import type { Reference, Type } from "../syntax/type.js";

/**
 * Short texts for types without variables, the same for equal types. A type that holds another one
 * twice, and that another, is as large as they are deep to the power of two when written out: here
 * each part is written once.
 */
export class TypeKeys {
  readonly #byObject = new WeakMap<Type, number>();
  readonly #byText = new Map<string, number>();

  /** The key of a definition with its arguments. */
  ofData({ packageId, module, name }: Reference, args: ReadonlyArray<Type>): string {
    return `${packageId}:${module}:${name} ${args.map((each) => this.#of(each)).join(" ")}`;
  }

  #of(type: Type): number {
    const known = this.#byObject.get(type);
    if (known !== undefined) return known;
    const text = this.#textOf(type);
    const number = this.#byText.get(text) ?? this.#byText.size;
    this.#byText.set(text, number);
    this.#byObject.set(type, number);
    return number;
  }

  #textOf(type: Type): string {
    switch (type.tag) {
      case "application":
        return `application ${this.#of(type.function)} ${this.#of(type.argument)}`;
      case "constructor":
        return `constructor ${this.ofData(type.of, [])}`;
      case "synonym":
        return `synonym ${this.ofData(type.of, type.arguments)}`;
      default:
        return JSON.stringify(type);
    }
  }
}
