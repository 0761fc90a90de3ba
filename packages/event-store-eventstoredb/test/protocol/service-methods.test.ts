import { createRequire } from "node:module";
import { expect } from "chai";
import {
  featuresMethods,
  gossipMethods,
  streamsMethods,
} from "../../src/protocol/service-methods.js";

const require = createRequire(import.meta.url);

const kindOf = (definition: Record<string, unknown>): string => {
  const streams = [definition["requestStream"], definition["responseStream"]].join(" ");
  const kinds: Readonly<Record<string, string>> = {
    "false false": "unary",
    "true false": "clientStream",
    "false true": "serverStream",
    "true true": "bidi",
  };
  return kinds[streams] ?? streams;
};

describe("The methods of the services", () => {
  for (const [module, service, ours] of [
    ["streams_grpc_pb", "StreamsService", streamsMethods],
    ["gossip_grpc_pb", "GossipService", gossipMethods],
    ["serverfeatures_grpc_pb", "ServerFeaturesService", featuresMethods],
  ] as const) {
    it(`of ${service} have the paths and directions the official client has, and none is left out`, () => {
      const definitions = Object.entries<Record<string, unknown>>(
        require(`@eventstore/db-client/generated/${module}.js`)[service],
      );
      const paths = definitions.map(([, definition]) => [definition["path"], kindOf(definition)]);
      const own = Object.values(ours).map(({ path, kind }) => [path, kind]);
      expect(own).to.have.deep.members(paths);
    });
  }
});
