import { message, plain, type Scalar, text } from "@tallystick/protobuf";

const Identifier = message("Identifier", {
  packageId: plain(1, text),
  moduleName: plain(2, text),
  entityName: plain(3, text),
});

/** A template or interface as JSON names it, `package:Module:Entity`; an absent one is "". */
export const identifierContent: Scalar<unknown> = {
  wireType: Identifier.wireType,
  initial: "",
  isInitial: (value) => value === "",
  read: (source) => {
    const { packageId, moduleName, entityName } = Identifier.read(source);
    return packageId === "" && moduleName === "" && entityName === ""
      ? ""
      : `${packageId}:${moduleName}:${entityName}`;
  },
  write: (writer, value) => {
    const [packageId = "", moduleName = "", entityName = ""] = String(value).split(":");
    Identifier.write(writer, { packageId, moduleName, entityName });
  },
};
