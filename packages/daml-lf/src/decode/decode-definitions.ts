import type { Expression } from "../syntax/expression.js";
import type {
  DataType,
  Exception,
  Implementation,
  LfChoice,
  LfInterface,
  LfKey,
  LfTemplate,
  Module,
  TypeSynonym,
  Value,
} from "../syntax/package.js";
import type { Type } from "../syntax/type.js";
import type { ExpressionDecoder } from "./decode-expressions.js";
import type { Message } from "./message.js";

/** A value that is made when it is first asked for. */
const lazy = <A>(make: () => A): (() => A) => {
  let made: { readonly value: A } | undefined;
  return () => (made ??= { value: make() }).value;
};

const byName = <A extends { readonly name: string }>(
  all: ReadonlyArray<A>,
): ReadonlyMap<string, A> => new Map(all.map((each) => [each.name, each]));

/** Reads the definitions of a package; expressions and types of them when they are first read. */
export class DefinitionDecoder {
  constructor(private readonly decoder: ExpressionDecoder) {}

  module(message: Message): Module {
    const all = <A extends { readonly name: string }>(
      number: number,
      decode: (message: Message) => A,
    ): ReadonlyMap<string, A> => byName(message.messages(number).map(decode));
    return {
      name: this.#name(message, 1),
      synonyms: all(3, (each) => this.#synonym(each)),
      dataTypes: all(4, (each) => this.#dataType(each)),
      values: all(5, (each) => this.#value(each)),
      templates: all(6, (each) => this.#template(each)),
      exceptions: all(7, (each) => this.#exception(each)),
      interfaces: all(8, (each) => this.#interface(each)),
    };
  }

  #name(message: Message, number: number): string {
    return this.decoder.types.name(message.int(number));
  }

  #type(message: Message, number: number): () => Type {
    return lazy(() => this.decoder.types.typeIn(message, number));
  }

  #expression(message: Message, number: number): () => Expression {
    return lazy(() => this.decoder.in(message, number));
  }

  #located(message: Message, number: number) {
    const location = this.decoder.location(message.optional(number));
    return location === undefined ? {} : { location };
  }

  #synonym(message: Message): TypeSynonym {
    const type = this.#type(message, 4);
    return {
      name: this.#name(message, 2),
      parameters: this.decoder.types.typeBinders(message, 3),
      get type() {
        return type();
      },
    };
  }

  #dataType(message: Message): DataType {
    const constructors = lazy(() => this.#constructors(message));
    return {
      name: this.#name(message, 2),
      parameters: this.decoder.types.typeBinders(message, 3),
      serializable: message.bool(4),
      get constructors() {
        return constructors();
      },
      ...this.#located(message, 1),
    };
  }

  #constructors(message: Message): DataType["constructors"] {
    const { types } = this.decoder;
    switch (message.caseBeside(1, 2, 3, 4)) {
      case 5:
        return { tag: "record", fields: types.fields(message.message(5)) };
      case 6:
        return { tag: "variant", fields: types.fields(message.message(6)) };
      case 7: {
        const names = message.message(7).ints(2);
        return { tag: "enum", names: names.map((index) => types.text(index)) };
      }
      default:
        return { tag: "interface" };
    }
  }

  #value(message: Message): Value {
    const head = message.message(2);
    const type = this.#type(head, 2);
    const expression = this.#expression(message, 3);
    return {
      name: this.#name(head, 1),
      get type() {
        return type();
      },
      get expression() {
        return expression();
      },
      ...this.#located(message, 1),
    };
  }

  #exception(definition: Message): Exception {
    const message = this.#expression(definition, 3);
    return {
      name: this.#name(definition, 1),
      get message() {
        return message();
      },
    };
  }

  #template(message: Message): LfTemplate {
    const { decoder } = this;
    const key = message.optional(9);
    return {
      name: this.#name(message, 1),
      parameter: decoder.text(message, 2),
      ...(message.has(3) ? { precondition: decoder.in(message, 3) } : {}),
      signatories: decoder.in(message, 4),
      observers: decoder.in(message, 7),
      choices: byName(message.messages(6).map((each) => this.#choice(each))),
      ...(key === undefined ? {} : { key: this.#key(key) }),
      implementations: message.messages(10).map((each) => this.#implementation(each)),
      ...this.#located(message, 8),
    };
  }

  #key(message: Message): LfKey {
    const { decoder } = this;
    return {
      type: decoder.types.typeIn(message, 1),
      maintainers: decoder.in(message, 3),
      expression: decoder.in(message, 4),
    };
  }

  #choice(message: Message): LfChoice {
    const { decoder } = this;
    return {
      name: decoder.text(message, 2),
      consuming: message.bool(3),
      controllers: decoder.in(message, 4),
      ...(message.has(5) ? { observers: decoder.in(message, 5) } : {}),
      ...(message.has(1001) ? { authorizers: decoder.in(message, 1001) } : {}),
      argument: decoder.types.binder(message.message(6)),
      self: decoder.text(message, 10),
      resultType: decoder.types.typeIn(message, 8),
      update: decoder.in(message, 9),
      ...this.#located(message, 1),
    };
  }

  #implementation(message: Message): Implementation {
    const { decoder } = this;
    const body = message.message(2);
    return {
      interface: decoder.reference(message, 1),
      methods: new Map(
        body.messages(1).map((each) => [decoder.text(each, 1), decoder.in(each, 2)]),
      ),
      view: decoder.in(body, 2),
      ...this.#located(message, 3),
    };
  }

  #interface(message: Message): LfInterface {
    const { decoder } = this;
    return {
      name: this.#name(message, 2),
      parameter: decoder.text(message, 4),
      methods: new Map(
        message.messages(3).map((each) => [decoder.text(each, 2), decoder.types.typeIn(each, 3)]),
      ),
      choices: byName(message.messages(5).map((each) => this.#choice(each))),
      view: decoder.types.typeIn(message, 6),
      requires: message.messages(7).map((each) => decoder.types.reference(each)),
      ...this.#located(message, 1),
    };
  }
}
