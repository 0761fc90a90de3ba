import fc from "fast-check";
import { owners, type V2World } from "./v2-world.js";

/** One step of a history; what it is about it finds in the world. */
export type V2Step = (world: V2World) => void;

export const owner = fc.constantFrom(...owners);
/** Of things made one after the other the last one, or any. */
export const which = fc.oneof(fc.constant(-1), fc.nat(1_000));
export const rarely = fc.integer({ min: 0, max: 19 }).map((n) => n === 0);

export const steps = <A>(data: fc.Arbitrary<A>, take: (world: V2World, drawn: A) => void) =>
  data.map(
    (drawn): V2Step =>
      (world) =>
        take(world, drawn),
  );
