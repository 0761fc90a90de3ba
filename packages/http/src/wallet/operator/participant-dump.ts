import { base64Encode, microsToText, timestampToText, type UserRight } from "@tallystick/core";
import { type Ledger, orThrow, type Wallet } from "@tallystick/node";
import {
  optional,
  queryBoolean,
  queryInstant,
  required,
  wireArray,
  wireBoolean,
  wireInt32,
  wireInt64,
  wireObject,
  wireString,
  wirePartyId,
} from "@tallystick/wire";
import type { TypeOf } from "io-ts";
import type { Endpoint } from "../../endpoints/endpoint.js";
import { writeJsonText } from "../../json/json-text.js";
import { momentAt } from "../history/offset-at-time.js";
import { refused, walletRow } from "../rows/wallet-row.js";
import { wholeNumberText } from "../rows/value-codecs.js";

/** The most contracts, users and bytes of a dump. */
const maxContracts = 100_000;
const maxUsers = 100_000;
const maxBytes = 64 * 1024 * 1024;

/** Answer of `GET /v0/admin/participant/identities` (wallet 4.3). */
const IdentitiesWire = wireObject("NodeIdentitiesDump", {
  id: required(wireString),
  keys: required(
    wireArray(wireObject("KeyPair", { keyPair: required(wireString), name: optional(wireString) })),
  ),
  authorizedStoreSnapshot: required(wireString),
  version: optional(wireString),
});

/** This node has no keys and no topology store: its identity is its name. */
const identitiesOf = ({ participantId }: Ledger) => ({
  id: participantId,
  keys: [],
  authorizedStoreSnapshot: "",
});

const identities = walletRow({
  method: "GET",
  path: "/v0/admin/participant/identities",
  summary: "Who this participant is",
  description: "keys and authorizedStoreSnapshot are empty: this node signs with no keys.",
  access: "admin",
  response: IdentitiesWire,
  handle: (_request, { ledger }) => identitiesOf(ledger),
});

/** Answer of `GET /v0/admin/participant/global-domain-connection-config` (wallet 4.3). */
const ConnectionsWire = wireObject("GetDecentralizedSynchronizerConnectionConfigResponse", {
  sequencer_connections: required(
    wireObject("SequencerConnections", {
      connections: required(
        wireArray(
          wireObject("SequencerAliasToConnections", {
            sequencer_alias: required(wireString),
            endpoints: required(wireArray(wireString)),
            transport_security: required(wireBoolean),
          }),
        ),
      ),
      sequencer_trust_threshold: required(wireInt32),
      sequencer_liveness_margin: required(wireInt32),
      submission_request_amplification: required(
        wireObject("SequencerSubmissionRequestAmplification", {
          factor: required(wireInt32),
          patience_seconds: required(wireInt32),
        }),
      ),
    }),
  ),
});

const connections = walletRow({
  method: "GET",
  path: "/v0/admin/participant/global-domain-connection-config",
  summary: "The sequencers this participant is connected to",
  description: "There are none: the synchronizer is within this node.",
  access: "admin",
  response: ConnectionsWire,
  handle: () => ({
    sequencer_connections: {
      connections: [],
      sequencer_trust_threshold: 0,
      sequencer_liveness_margin: 0,
      submission_request_amplification: { factor: 1, patience_seconds: 0 },
    },
  }),
});

const RightWire = wireObject("ParticipantUserRight", {
  kind: required(wireString),
  party: optional(wirePartyId),
});

/** Answer of `GET /v0/admin/domain/data-snapshot` (wallet 4.3). */
const DataSnapshotWire = wireObject("GetValidatorDomainDataSnapshotResponse", {
  data_snapshot: required(
    wireObject("DomainMigrationDump", {
      participant: required(IdentitiesWire),
      participant_users: required(
        wireObject("ParticipantUsersData", {
          identityProviders: required(
            wireArray(
              wireObject("ParticipantIdentityProvider", {
                id: required(wireString),
                isDeactivated: required(wireBoolean),
                jwksUrl: required(wireString),
                issuer: required(wireString),
                audience: required(wireString),
              }),
            ),
          ),
          users: required(
            wireArray(
              wireObject("ParticipantUser", {
                id: required(wireString),
                primaryParty: optional(wireString),
                rights: required(wireArray(RightWire)),
                isDeactivated: required(wireBoolean),
                annotations: required(
                  wireArray(
                    wireObject("ParticipantUserAnnotation", {
                      key: required(wireString),
                      value: required(wireString),
                    }),
                  ),
                ),
                identityProviderId: optional(wireString),
              }),
            ),
          ),
        }),
      ),
      acs_snapshot: required(wireString),
      acs_timestamp: required(wireString),
      dars: required(
        wireArray(wireObject("Dar", { hash: required(wireString), content: required(wireString) })),
      ),
      migration_id: required(wireInt64),
      domain_id: required(wireString),
      created_at: required(wireString),
      synchronizer_was_paused: optional(wireBoolean),
      acs_format: optional(wireString),
    }),
  ),
  migration_id: required(wireInt64),
});

type DataSnapshot = TypeOf<typeof DataSnapshotWire>;

const rightOf = (of: UserRight) => ({
  kind: of.kind.charAt(0).toLowerCase() + of.kind.slice(1),
  ...("party" in of ? { party: of.party } : {}),
});

const usersOf = (ledger: Ledger) => ({
  identityProviders: ledger.identityProviders().map(({ identityProviderId: id, ...config }) => ({
    id,
    isDeactivated: config.isDeactivated,
    jwksUrl: config.jwksUrl,
    issuer: config.issuer,
    audience: config.audience,
  })),
  users: ledger.users({ after: "", limit: maxUsers }).map((user) => ({
    id: user.userId,
    ...(user.primaryParty === "" ? {} : { primaryParty: user.primaryParty }),
    rights: user.rights.map(rightOf),
    isDeactivated: user.isDeactivated,
    annotations: Object.entries(user.annotations).map(([key, value]) => ({ key, value })),
    identityProviderId: user.identityProviderId,
  })),
});

const everything = {
  filtersForAnyParty: { cumulative: [{ kind: "wildcard", includeCreatedEventBlob: true }] },
} as const;

/** The active contracts in the form of the JSON Ledger API, a line each, as Base64. */
const contractsOf = async (ledger: Ledger, activeAtOffset: number): Promise<string> => {
  const query = {
    activeAtOffset,
    eventFormat: { filtersByParty: {}, verbose: false, ...everything },
  };
  const lines: Array<string> = [];
  let bytes = 0;
  for await (const found of ledger.queries.activeContracts(query)) {
    const line = writeJsonText(orThrow(found).contractEntry.JsActiveContract);
    bytes += line.length;
    if (lines.length >= maxContracts || bytes > maxBytes) {
      throw refused(
        413,
        `The ledger has more than ${maxContracts} active contracts or ${maxBytes} bytes of them; copy the journal instead.`,
      );
    }
    lines.push(`${line}\n`);
  }
  return base64Encode(Buffer.from(lines.join("")));
};

const snapshotOf = async (
  wallet: Wallet,
  ledger: Ledger,
  timestamp: bigint,
): Promise<DataSnapshot["data_snapshot"]> => {
  const { offset } =
    timestamp < wallet.views.lastRecordTime()
      ? await momentAt(ledger, timestamp)
      : { offset: ledger.ledgerEnd() };
  return {
    participant: identitiesOf(ledger),
    participant_users: usersOf(ledger),
    acs_snapshot: await contractsOf(ledger, offset),
    acs_timestamp: microsToText(timestamp),
    dars: [],
    migration_id: 0,
    domain_id: wallet.settings.synchronizerId,
    created_at: timestampToText(wallet.now()),
    synchronizer_was_paused: false,
    acs_format: "ledger_api",
  };
};

const dataSnapshot = walletRow({
  method: "GET",
  path: "/v0/admin/domain/data-snapshot",
  summary: "Users and rights of this participant, and the contracts active at a time",
  description:
    "acs_snapshot is Base64 of the active contracts in the form of the JSON Ledger API, one a line, at most 100000 of them and 64 MiB; users and rights are the present ones.",
  access: "admin",
  isLongRead: true,
  query: wireObject("DataSnapshotQuery", {
    timestamp: required(queryInstant),
    migration_id: optional(wholeNumberText),
    force: optional(queryBoolean),
  }),
  response: DataSnapshotWire,
  errorStatuses: {
    400: "The time is none",
    404: "Nothing is known of that time",
    413: "More contracts were active, or more bytes of them; copy the journal instead",
  },
  handle: async ({ query }, { wallet, ledger }) => ({
    data_snapshot: await snapshotOf(wallet, ledger, query.timestamp),
    migration_id: 0,
  }),
});

/** The rows about the participant of the validator (wallet 4.3). */
export const participantRows: ReadonlyArray<Endpoint> = [identities, connections, dataSnapshot];
