import { createHash } from "node:crypto";
import type {
  DataType,
  Exception,
  Implementation,
  LfChoice,
  LfInterface,
  LfPackage,
  LfTemplate,
  Module,
  Value,
} from "../../src/syntax/package.js";
import { darOf, message } from "../dar-writer.js";
import { PackageWriter, type Part, repeated } from "./package-writer.js";

type Bytes = Uint8Array<ArrayBuffer>;

/** Optional fields of a message. */
const given = <A>(number: number, value: A | undefined, write: (value: A) => Bytes) =>
  value === undefined ? [] : [[number, write(value)] as const];

const dataTypeOf = (to: PackageWriter, of: DataType): Bytes => {
  const { constructors } = of;
  const content = (): Part => {
    switch (constructors.tag) {
      case "record":
        return [5, message(...repeated(1, constructors.fields, (each) => to.field(each)))];
      case "variant":
        return [6, message(...repeated(1, constructors.fields, (each) => to.field(each)))];
      case "enum":
        return [7, message(...repeated(2, constructors.names, (name) => to.str(name)))];
      case "interface":
        return [8, message()];
    }
  };
  return message(
    ...given(1, of.location, (location) => to.location(location)),
    [2, to.dname(of.name)],
    ...repeated(3, of.parameters, (each) => to.typeBinder(each)),
    [4, of.serializable ? 1 : 0],
    content(),
  );
};

const valueOf = (to: PackageWriter, { name, type, expression, location }: Value): Bytes =>
  message(
    ...given(1, location, (each) => to.location(each)),
    [2, message([1, to.dname(name)], [2, to.type(type)])],
    [3, to.expression(expression)],
  );

const choiceOf = (to: PackageWriter, of: LfChoice): Bytes =>
  message(
    ...given(1, of.location, (each) => to.location(each)),
    [2, to.str(of.name)],
    [3, of.consuming ? 1 : 0],
    [4, to.expression(of.controllers)],
    ...given(5, of.observers, (each) => to.expression(each)),
    [6, to.binder(of.argument)],
    [8, to.type(of.resultType)],
    [9, to.expression(of.update)],
    [10, to.str(of.self)],
  );

const implementationOf = (to: PackageWriter, of: Implementation): Bytes =>
  message(
    [1, to.reference(of.interface)],
    [
      2,
      message(
        ...repeated(1, of.methods, ([name, body]) =>
          message([1, to.str(name)], [2, to.expression(body)]),
        ),
        [2, to.expression(of.view)],
      ),
    ],
  );

const templateOf = (to: PackageWriter, of: LfTemplate): Bytes =>
  message(
    [1, to.dname(of.name)],
    [2, to.str(of.parameter)],
    ...given(3, of.precondition, (each) => to.expression(each)),
    [4, to.expression(of.signatories)],
    ...repeated(6, of.choices.values(), (each) => choiceOf(to, each)),
    [7, to.expression(of.observers)],
    ...given(8, of.location, (each) => to.location(each)),
    ...given(9, of.key, (key) =>
      message(
        [1, to.type(key.type)],
        [3, to.expression(key.maintainers)],
        [4, to.expression(key.expression)],
      ),
    ),
    ...repeated(10, of.implementations, (each) => implementationOf(to, each)),
  );

const interfaceOf = (to: PackageWriter, of: LfInterface): Bytes =>
  message(
    ...given(1, of.location, (each) => to.location(each)),
    [2, to.dname(of.name)],
    ...repeated(3, of.methods, ([name, type]) => message([2, to.str(name)], [3, to.type(type)])),
    [4, to.str(of.parameter)],
    ...repeated(5, of.choices.values(), (each) => choiceOf(to, each)),
    [6, to.type(of.view)],
    ...repeated(7, of.requires, (each) => to.reference(each)),
  );

const exceptionOf = (to: PackageWriter, of: Exception): Bytes =>
  message([1, to.dname(of.name)], [3, to.expression(of.message)]);

const moduleOf = (to: PackageWriter, of: Module): Bytes =>
  message(
    [1, to.dname(of.name)],
    [2, message([1, 1], [2, 1], [3, 1])],
    ...repeated(4, of.dataTypes.values(), (each) => dataTypeOf(to, each)),
    ...repeated(5, of.values.values(), (each) => valueOf(to, each)),
    ...repeated(6, of.templates.values(), (each) => templateOf(to, each)),
    ...repeated(7, of.exceptions.values(), (each) => exceptionOf(to, each)),
    ...repeated(8, of.interfaces.values(), (each) => interfaceOf(to, each)),
  );

/**
 * The payload of a package of Daml-LF 2.2 or 2.3. References with the id the package is given here
 * are to itself: its real id follows from these bytes.
 */
const payloadOfPackage = (of: LfPackage): Bytes => {
  const to = new PackageWriter(of.id, of.dependencies);
  const modules = [...of.modules.values()].map((each) => moduleOf(to, each));
  const metadata = message([1, to.str(of.name)], [2, to.str(of.version)]);
  const content = message(
    ...repeated(1, modules, (each) => each),
    ...repeated(2, to.names.strings, (each) => each),
    ...repeated(3, to.names.dotted, (each) => each),
    [4, metadata],
    ...repeated(5, to.types.entries, (each) => each),
    ...repeated(6, to.kinds.entries, (each) => each),
    ...repeated(7, to.expressions.entries, (each) => each),
    [9, message(...repeated(1, of.dependencies, (each) => each))],
  );
  return message([3, of.languageVersion.slice(2)], [4, content]);
};

/** The id that a package really has: it follows from its bytes. */
export const packageIdOf = (of: LfPackage): string =>
  createHash("sha256").update(payloadOfPackage(of)).digest("hex");

/** A DAR of packages, the main one first. */
export const darOfPackages = (packages: ReadonlyArray<LfPackage>): Bytes =>
  darOf(packages.map(payloadOfPackage));
