import { decodeMessage } from "@tallystick/protobuf";
import { expect } from "chai";
import { isLeft } from "fp-ts/lib/Either.js";
import { descriptions } from "../../src/descriptions/descriptions.js";
import { fileBytes } from "../../src/reflection/file-descriptors.js";
import { MessageTypes } from "../../src/transcoding/message-types.js";

interface Named {
  readonly name: string;
}

interface Declared extends Named {
  readonly field: ReadonlyArray<Named>;
  readonly oneofDecl: ReadonlyArray<Named>;
  readonly nestedType: ReadonlyArray<Declared>;
  readonly enumType: ReadonlyArray<Named>;
}

const FileDescriptor = new MessageTypes(descriptions).of("google.protobuf.FileDescriptorProto");

/** Names that a scope has twice, which no compiler of protocol buffers takes. */
const twiceIn = (message: Declared, scope: string): ReadonlyArray<string> => {
  const { field, oneofDecl, nestedType, enumType } = message;
  const names = [...field, ...oneofDecl, ...nestedType, ...enumType].map(({ name }) => name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at);
  return [
    ...twice.map((name) => `${scope}.${message.name}.${name}`),
    ...nestedType.flatMap((each) => twiceIn(each, `${scope}.${message.name}`)),
  ];
};

describe("The descriptors of files", () => {
  for (const file of new Set([...descriptions.messages.values()].map((each) => each.file))) {
    it(`declares each name of ${file} once`, () => {
      const read = decodeMessage(FileDescriptor, fileBytes(file));
      if (isLeft(read)) throw new Error(JSON.stringify(read.left));
      // border: a message of this type
      const { messageType } = read.right as { readonly messageType: ReadonlyArray<Declared> };
      expect(file).to.match(/\.proto$/);
      expect(messageType.flatMap((each) => twiceIn(each, file))).to.deep.equal([]);
    });
  }
});
