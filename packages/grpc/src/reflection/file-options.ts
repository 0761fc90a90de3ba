// What compilers of protocol buffers name generated code by, as the published files have it.

const capitalized = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`;

const pascalCase = (name: string): string => name.split("_").map(capitalized).join("");

const stemOf = (file: string): string => file.replace(/^.*\/|\.proto$/g, "");

/** The files of the ledger, which name no Go package. */
const ofLedger = (file: string, home: string) => {
  const stem = file.endsWith("/reassignment_commands.proto")
    ? "reassignment_command"
    : stemOf(file);
  return {
    javaPackage: home,
    javaOuterClassname: `${pascalCase(stem)}OuterClass`,
    csharpNamespace: home.split(".").map(capitalized).join("."),
  };
};

const wellKnown = (file: string) => {
  const stem = stemOf(file);
  if (stem === "descriptor") {
    return {
      javaPackage: "com.google.protobuf",
      javaOuterClassname: "DescriptorProtos",
      goPackage: "google.golang.org/protobuf/types/descriptorpb",
      csharpNamespace: "Google.Protobuf.Reflection",
    };
  }
  return {
    javaPackage: "com.google.protobuf",
    javaOuterClassname: `${pascalCase(stem)}Proto`,
    javaMultipleFiles: true,
    goPackage: `google.golang.org/protobuf/types/known/${stem.replace("_", "")}pb`,
    csharpNamespace: "Google.Protobuf.WellKnownTypes",
  };
};

const ofErrors = (file: string) => {
  const stem = stemOf(file);
  const name = stem === "error_details" ? "errdetails" : stem;
  return {
    javaPackage: "com.google.rpc",
    javaOuterClassname: `${pascalCase(stem)}Proto`,
    javaMultipleFiles: true,
    goPackage: `google.golang.org/genproto/googleapis/rpc/${name};${name}`,
  };
};

/** Health and reflection, `grpc.health.v1`. */
const ofServer = (home: string) => {
  const [, service = "", version = ""] = home.split(".");
  const isHealth = service === "health";
  return {
    javaPackage: `io.${home}`,
    javaOuterClassname: isHealth ? "HealthProto" : "ServerReflectionProto",
    javaMultipleFiles: true,
    goPackage: `google.golang.org/grpc/${service}/grpc_${service}_${version}`,
    ...(isHealth ? { csharpNamespace: "Grpc.Health.V1" } : {}),
  };
};

/**
 * The options of a file.
 *
 * @param home its package
 */
export const optionsOf = (file: string, home: string): object => {
  if (home === "google.protobuf") return wellKnown(file);
  if (home === "google.rpc") return ofErrors(file);
  return home.startsWith("grpc.") ? ofServer(home) : ofLedger(file, home);
};
