import { expect } from "chai";
import { decodeMessage, encodeMessage } from "@tallystick/protobuf";
import { isLeft } from "fp-ts/lib/Either.js";
import { descriptions } from "../../src/descriptions/descriptions.js";
import { MessageTypes } from "../../src/transcoding/message-types.js";
import { official, type OfficialMessage } from "../fixtures/official.js";
import { serve, type Served } from "../fixtures/served.js";

const types = new MessageTypes(descriptions);

const read = (name: string, bytes: Buffer): Readonly<Record<string, unknown>> => {
  const found = decodeMessage(types.of(name), bytes);
  if (isLeft(found)) throw new Error(found.left.message);
  // border: a message is an object
  return found.right as Readonly<Record<string, unknown>>;
};

describe("services for everyone", () => {
  let served: Served;
  before(async () => {
    served = await serve();
  });
  after(() => served.close());

  const checked = (service: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      served.grpc.client.makeUnaryRequest(
        "/grpc.health.v1.Health/Check",
        (request: object) => encodeMessage(types.of("grpc.health.v1.HealthCheckRequest"), request),
        (bytes) => read("grpc.health.v1.HealthCheckResponse", bytes)["status"],
        { service },
        (error, value) => (error === null ? resolve(value) : reject(error)),
      );
    });

  const reflected = (
    version: string,
    messageRequest: object,
  ): Promise<Readonly<Record<string, unknown>>> =>
    new Promise((resolve, reject) => {
      const call = served.grpc.client.makeBidiStreamRequest(
        `/grpc.reflection.${version}.ServerReflection/ServerReflectionInfo`,
        (request: object) =>
          encodeMessage(types.of("grpc.reflection.v1.ServerReflectionRequest"), request),
        (bytes) => read("grpc.reflection.v1.ServerReflectionResponse", bytes),
      );
      call.on("data", (answer: Readonly<Record<string, unknown>>) => {
        call.end();
        // border: an answer has one case of its group
        resolve(answer["messageResponse"] as Readonly<Record<string, unknown>>);
      });
      call.on("error", reject);
      call.write({ messageRequest });
    });

  it("says whether it serves", async () => {
    expect(await checked("")).to.equal("SERVING");
    expect(await checked("com.daml.ledger.api.v2.StateService")).to.equal("SERVING");
    const unknown = await checked("no.such.Service").catch((error: { code: number }) => error.code);
    expect(unknown).to.equal(5);
  });

  for (const version of ["v1", "v1alpha"]) {
    it(`lists its services and describes them, ${version}`, async () => {
      const listed = await reflected(version, { ListServices: { value: "" } });
      const { value } = listed["ListServicesResponse"] as { readonly value: { service: object[] } };
      expect(value.service).to.deep.include({ name: "com.daml.ledger.api.v2.CommandService" });
      const symbol = { FileContainingSymbol: { value: "com.daml.ledger.api.v2.UpdateService" } };
      const described = await reflected(version, symbol);
      const { value: files } = described["FileDescriptorResponse"] as {
        readonly value: { readonly fileDescriptorProto: ReadonlyArray<string> };
      };
      const { FileDescriptorProto } = await official<OfficialMessage>("google/protobuf/descriptor");
      const all = files.fileDescriptorProto.map((each) =>
        FileDescriptorProto?.fromBinary(Buffer.from(each, "base64")),
      ) as ReadonlyArray<{
        readonly name: string;
        readonly dependency: ReadonlyArray<string>;
        readonly options: Readonly<Record<string, unknown>>;
      }>;
      const names = all.map(({ name }) => name);
      const status = all.find(({ name }) => name === "google/rpc/status.proto");
      expect(status?.options).to.include({
        javaPackage: "com.google.rpc",
        javaMultipleFiles: true,
        goPackage: "google.golang.org/genproto/googleapis/rpc/status;status",
      });
      expect(names).to.include("com/daml/ledger/api/v2/update_service.proto");
      for (const { dependency } of all) expect(names).to.include.members([...dependency]);
    });
  }

  it("describes both versions of reflection themselves", async () => {
    for (const version of ["v1", "v1alpha"]) {
      const value = `grpc.reflection.${version}.ServerReflection`;
      const described = await reflected(version, { FileContainingSymbol: { value } });
      const { value: files } = described["FileDescriptorResponse"] as {
        readonly value: { readonly fileDescriptorProto: ReadonlyArray<string> };
      };
      const { FileDescriptorProto } = await official<OfficialMessage>("google/protobuf/descriptor");
      const bytes = Buffer.from(files.fileDescriptorProto[0] ?? "", "base64");
      const file = FileDescriptorProto?.fromBinary(bytes) as Readonly<Record<string, unknown>>;
      expect(file["package"]).to.equal(`grpc.reflection.${version}`);
      expect(JSON.stringify(file["service"])).to.contain(`.${value.replace(/\.\w+$/, "")}.`);
    }
  });

  it("names what it does not know", async () => {
    const missing = await reflected("v1", { FileByFilename: { value: "no.proto" } });
    expect(JSON.stringify(missing)).to.contain("unknown file no.proto");
  });
});
