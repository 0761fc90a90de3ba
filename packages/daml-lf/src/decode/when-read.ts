import { lazy } from "../lazy.js";
import type { Message } from "./message.js";

/** When definitions of a package are read. */
export interface WhenRead {
  /** A part that is needed when the function it gives is called. */
  part<A>(read: () => A): () => A;
  /** Definitions by their names, which are told apart without reading the rest. */
  named<A>(
    all: ReadonlyArray<Message>,
    nameOf: (each: Message) => string,
    read: (each: Message) => A,
  ): ReadonlyMap<string, A>;
}

/** What is wrong with it is found at once. */
export const atOnce: WhenRead = {
  part: (read) => {
    const value = read();
    return () => value;
  },
  named: (all, nameOf, read) => new Map(all.map((each) => [nameOf(each), read(each)])),
};

/** For packages that were checked before, as most of their definitions are never used. */
export const onFirstUse: WhenRead = {
  part: lazy,
  named: (all, nameOf, read) =>
    new NamedOnFirstUse(new Map(all.map((each) => [nameOf(each), each])), read),
};

/** A map as one of everything read at once, in its order; each is read when it is first got. */
class NamedOnFirstUse<A> extends Map<string, A> {
  constructor(
    private readonly messages: ReadonlyMap<string, Message>,
    private readonly read: (each: Message) => A,
  ) {
    super();
  }

  override get size(): number {
    return this.messages.size;
  }

  override has(name: string): boolean {
    return this.messages.has(name);
  }

  override get(name: string): A | undefined {
    const known = super.get(name);
    if (known !== undefined) return known;
    const message = this.messages.get(name);
    if (message === undefined) return undefined;
    const made = this.read(message);
    super.set(name, made);
    return made;
  }

  override keys(): MapIterator<string> {
    return this.messages.keys();
  }

  override *entries(): MapIterator<[string, A]> {
    for (const [name, message] of this.messages) yield [name, this.get(name) ?? this.read(message)];
  }

  override *values(): MapIterator<A> {
    for (const [, each] of this.entries()) yield each;
  }

  override [Symbol.iterator](): MapIterator<[string, A]> {
    return this.entries();
  }

  override forEach(visit: (each: A, name: string, map: Map<string, A>) => void): void {
    for (const [name, each] of this.entries()) visit(each, name, this);
  }
}
