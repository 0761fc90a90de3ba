import { type ServerDuplexStream, status } from "@grpc/grpc-js";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";
import { descriptions } from "../descriptions/descriptions.js";
import { fileBytes, fileOfSymbol, filesWith } from "./file-descriptors.js";
import { type JsonFields, MessageTypes } from "../transcoding/message-types.js";

const types = new MessageTypes(descriptions);
const Request = types.of("grpc.reflection.v1.ServerReflectionRequest");
const Response = types.of("grpc.reflection.v1.ServerReflectionResponse");

const unknown = (what: string): JsonFields => ({
  ErrorResponse: { value: { errorCode: status.NOT_FOUND, errorMessage: `unknown ${what}` } },
});

const filesOf = (file: string | undefined, what: string): JsonFields => {
  const files = file === undefined ? [] : filesWith(file);
  return files.length === 0
    ? unknown(what)
    : { FileDescriptorResponse: { value: { fileDescriptorProto: files.map(fileBytes) } } };
};

const answerTo = (asked: JsonFields, services: ReadonlyArray<string>): JsonFields => {
  const [entry] = Object.entries(asked);
  const [kind, holder] = entry ?? ["", {}];
  // border: a case of a group has its value under this key
  const { value: given } = holder as JsonFields;
  const value = typeof given === "string" ? given : "";
  switch (kind) {
    case "ListServices":
      return { ListServicesResponse: { value: { service: services.map((name) => ({ name })) } } };
    case "FileByFilename":
      return filesOf(value, `file ${value}`);
    case "FileContainingSymbol":
      return filesOf(fileOfSymbol(value, services), `symbol ${value}`);
    case "AllExtensionNumbersOfType":
      return unknown(`extensions of ${value}`);
    default:
      return unknown("extension");
  }
};

/** `grpc.reflection.v1.ServerReflection` for everyone; the older v1alpha has the same messages. */
export const reflection =
  (services: ReadonlyArray<string>) =>
  (call: ServerDuplexStream<Buffer, Buffer>): void => {
    call.on("data", (bytes: Buffer) => {
      const read = decodeMessage(Request, bytes);
      if (isLeft(read)) {
        call.emit("error", { code: status.INVALID_ARGUMENT, details: read.left.message });
        return;
      }
      // border: a request is a message, which is an object
      const originalRequest = read.right as JsonFields;
      // border: its group has one case
      const asked = (originalRequest["messageRequest"] ?? {}) as JsonFields;
      const messageResponse = answerTo(asked, services);
      const validHost = originalRequest["host"];
      call.write(encodeMessage(Response, { validHost, originalRequest, messageResponse }));
    });
    call.on("end", () => call.end());
    call.on("error", () => undefined);
  };
