import { expect } from "chai";
import { descriptions } from "../../src/descriptions/descriptions.js";
import { optionsOf } from "../../src/reflection/file-options.js";

const ledger = "com.daml.ledger.api.v2";

describe("The options of files", () => {
  const rows: ReadonlyArray<readonly [string, string, string]> = [
    ["com/daml/ledger/api/v2/admin/object_meta.proto", `${ledger}.admin`, "ObjectMetaOuterClass"],
    ["com/daml/ledger/api/v2/reassignment_commands.proto", ledger, "ReassignmentCommandOuterClass"],
    ["google/protobuf/field_mask.proto", "google.protobuf", "FieldMaskProto"],
    ["google/protobuf/descriptor.proto", "google.protobuf", "DescriptorProtos"],
    ["google/rpc/error_details.proto", "google.rpc", "ErrorDetailsProto"],
    ["grpc/health/v1/health.proto", "grpc.health.v1", "HealthProto"],
  ];
  for (const [file, home, javaOuterClassname] of rows) {
    it(`names the Java class of ${file}`, () => {
      expect(optionsOf(file, home)).to.include({ javaOuterClassname });
    });
  }

  it("names packages of Java, Go and C#", () => {
    expect(
      optionsOf("com/daml/ledger/api/v2/admin/object_meta.proto", `${ledger}.admin`),
    ).to.include({
      javaPackage: `${ledger}.admin`,
      csharpNamespace: "Com.Daml.Ledger.Api.V2.Admin",
    });
    expect(optionsOf("google/protobuf/field_mask.proto", "google.protobuf")).to.include({
      goPackage: "google.golang.org/protobuf/types/known/fieldmaskpb",
    });
    expect(optionsOf("google/rpc/status.proto", "google.rpc")).to.include({
      goPackage: "google.golang.org/genproto/googleapis/rpc/status;status",
    });
    expect(
      optionsOf("grpc/reflection/v1alpha/reflection.proto", "grpc.reflection.v1alpha"),
    ).to.include({ goPackage: "google.golang.org/grpc/reflection/grpc_reflection_v1alpha" });
  });

  it("are those of every file", () => {
    const files = new Set([...descriptions.messages.values()].map((each) => each.file));
    for (const file of files) expect(file).to.match(/^(com\/daml\/ledger\/api\/v2|google|grpc)\//);
  });
});
