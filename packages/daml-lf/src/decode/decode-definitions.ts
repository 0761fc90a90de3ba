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
import { lazy } from "../lazy.js";
import type { Message } from "./message.js";
import type { WhenRead } from "./when-read.js";

/** Reads the definitions of a package; expressions and types of values when they are first used. */
export class DefinitionDecoder {
  constructor(
    private readonly decoder: ExpressionDecoder,
    private readonly whenRead: WhenRead,
  ) {}

  /** @param name that of the module, which is not read again */
  module(name: string, message: Message): Module {
    const nameIn = (number: number) => (each: Message) => this.#name(each, number);
    const synonyms = this.#named(message, 3, nameIn(2), (each) => this.#synonym(each));
    const dataTypes = this.#named(message, 4, nameIn(2), (each) => this.#dataType(each));
    const valueName = (each: Message) => this.decoder.types.name(each.intWithin(2, 1));
    const values = this.#named(message, 5, valueName, (each) => this.#value(each));
    const templates = this.#named(message, 6, nameIn(1), (each) => this.#template(each));
    const exceptions = this.#named(message, 7, nameIn(1), (each) => this.#exception(each));
    const interfaces = this.#named(message, 8, nameIn(2), (each) => this.#interface(each));
    return {
      name,
      get synonyms() {
        return synonyms();
      },
      get dataTypes() {
        return dataTypes();
      },
      get values() {
        return values();
      },
      get templates() {
        return templates();
      },
      get exceptions() {
        return exceptions();
      },
      get interfaces() {
        return interfaces();
      },
    };
  }

  /** Definitions in a field, by their names. */
  #named<A>(
    message: Message,
    number: number,
    nameOf: (each: Message) => string,
    read: (each: Message) => A,
  ): () => ReadonlyMap<string, A> {
    return this.whenRead.part(() => this.whenRead.named(message.messages(number), nameOf, read));
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
    const location = this.whenRead.part(() => this.decoder.location(message.optional(1)));
    return {
      name: this.#name(head, 1),
      get type() {
        return type();
      },
      get expression() {
        return expression();
      },
      get location() {
        return location();
      },
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
    const precondition = this.#given(message, 3);
    const signatories = this.whenRead.part(() => decoder.in(message, 4));
    const observers = this.whenRead.part(() => decoder.in(message, 7));
    const choices = this.#choices(message, 6);
    const keyed = message.optional(9);
    const key = this.whenRead.part(() => (keyed === undefined ? undefined : this.#key(keyed)));
    const implementations = this.whenRead.part(() =>
      message.messages(10).map((each) => this.#implementation(each)),
    );
    return {
      name: this.#name(message, 1),
      parameter: decoder.text(message, 2),
      get precondition() {
        return precondition();
      },
      get signatories() {
        return signatories();
      },
      get observers() {
        return observers();
      },
      get choices() {
        return choices();
      },
      get key() {
        return key();
      },
      get implementations() {
        return implementations();
      },
      ...this.#located(message, 8),
    };
  }

  /** An expression that need not be there. */
  #given(message: Message, number: number): () => Expression | undefined {
    return this.whenRead.part(() =>
      message.has(number) ? this.decoder.in(message, number) : undefined,
    );
  }

  #choices(message: Message, number: number): () => ReadonlyMap<string, LfChoice> {
    const nameOf = (each: Message): string => this.decoder.text(each, 2);
    return this.#named(message, number, nameOf, (each) => this.#choice(each));
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
    const controllers = this.whenRead.part(() => decoder.in(message, 4));
    const observers = this.#given(message, 5);
    const authorizers = this.#given(message, 1001);
    const argument = this.whenRead.part(() => decoder.types.binder(message.message(6)));
    const resultType = this.whenRead.part(() => decoder.types.typeIn(message, 8));
    const update = this.whenRead.part(() => decoder.in(message, 9));
    return {
      name: decoder.text(message, 2),
      consuming: message.bool(3),
      get controllers() {
        return controllers();
      },
      get observers() {
        return observers();
      },
      get authorizers() {
        return authorizers();
      },
      get argument() {
        return argument();
      },
      self: decoder.text(message, 10),
      get resultType() {
        return resultType();
      },
      get update() {
        return update();
      },
      ...this.#located(message, 1),
    };
  }

  #implementation(message: Message): Implementation {
    const { decoder } = this;
    const body = message.message(2);
    const methods = this.whenRead.part(
      () => new Map(body.messages(1).map((each) => [decoder.text(each, 1), decoder.in(each, 2)])),
    );
    const view = this.whenRead.part(() => decoder.in(body, 2));
    return {
      interface: decoder.reference(message, 1),
      get methods() {
        return methods();
      },
      get view() {
        return view();
      },
      ...this.#located(message, 3),
    };
  }

  #interface(message: Message): LfInterface {
    const { decoder } = this;
    const choices = this.#choices(message, 5);
    return {
      name: this.#name(message, 2),
      parameter: decoder.text(message, 4),
      methods: new Map(
        message.messages(3).map((each) => [decoder.text(each, 2), decoder.types.typeIn(each, 3)]),
      ),
      get choices() {
        return choices();
      },
      view: decoder.types.typeIn(message, 6),
      requires: message.messages(7).map((each) => decoder.types.reference(each)),
      ...this.#located(message, 1),
    };
  }
}
