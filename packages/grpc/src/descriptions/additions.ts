const ofLedger = `
file com/daml/ledger/api/v2/value.proto
file com/daml/ledger/api/v2/crypto.proto
message .Signature
format 1 .SignatureFormat
signature 2 bytes
signed_by 3 string
signing_algorithm_spec 4 .SigningAlgorithmSpec
enum .SigningAlgorithmSpec
SIGNING_ALGORITHM_SPEC_UNSPECIFIED 0
SIGNING_ALGORITHM_SPEC_ED25519 1
SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256 2
SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384 3
enum .SignatureFormat
SIGNATURE_FORMAT_UNSPECIFIED 0
SIGNATURE_FORMAT_RAW 1
SIGNATURE_FORMAT_DER 2
SIGNATURE_FORMAT_CONCAT 3
SIGNATURE_FORMAT_SYMBOLIC 10000
file com/daml/ledger/api/v2/commands.proto
message .Commands
taps_max_passes 16 ?uint32
message .PrefetchContractKey
limit 3 ?uint32
file com/daml/ledger/api/v2/completion.proto
message .Completion
paid_traffic_cost 12 int64
file com/daml/ledger/api/v2/event.proto
message .CreatedEvent
acs_delta 14 bool
representative_package_id 15 string
contract_key_hash 16 bytes
message .InterfaceView
implementation_package_id 4 string
message .ExercisedEvent
acs_delta 15 bool
file com/daml/ledger/api/v2/transaction.proto
message .Transaction
external_transaction_hash 10 ?bytes
paid_traffic_cost 11 ?int64
file com/daml/ledger/api/v2/update_service.proto
message .GetUpdatesRequest
descending_order 6 bool
message .GetUpdatesPageRequest
begin_offset_exclusive 1 ?int64
end_offset_inclusive 2 ?int64
max_page_size 3 ?int32
update_format 4 .UpdateFormat
descending_order 5 bool
page_token 6 ?bytes
message .GetUpdatesPageResponse
updates 1 *.GetUpdateResponse
lowest_page_offset_exclusive 2 int64
highest_page_offset_inclusive 3 int64
next_page_token 4 ?bytes
service .UpdateService
GetUpdatesPage .GetUpdatesPageRequest .GetUpdatesPageResponse
file com/daml/ledger/api/v2/state_service.proto
message .GetActiveContractsRequest
stream_continuation_token 5 ?bytes
message .GetActiveContractsResponse
stream_continuation_token 5 bytes
message .GetActiveContractsPageRequest
active_at_offset 1 ?int64
event_format 2 .EventFormat
max_page_size 3 ?int32
page_token 4 ?bytes
message .GetActiveContractsPageResponse
active_contracts 1 *.GetActiveContractsResponse
active_at_offset 2 int64
next_page_token 3 ?bytes
message .GetConnectedSynchronizersRequest
identity_provider_id 3 string
service .StateService
GetActiveContractsPage .GetActiveContractsPageRequest .GetActiveContractsPageResponse
file com/daml/ledger/api/v2/reassignment.proto
message .Reassignment
synchronizer_id 8 string
paid_traffic_cost 9 ?int64
message .UnassignedEvent
reassignment_id 1 string
message .AssignedEvent
reassignment_id 3 string
file com/daml/ledger/api/v2/reassignment_commands.proto
message .AssignCommand
reassignment_id 1 string
file com/daml/ledger/api/v2/topology_transaction.proto
message .TopologyEvent
participant_authorization_onboarding 4 .ParticipantAuthorizationOnboarding event
message .ParticipantAuthorizationOnboarding
party_id 1 string
participant_id 2 string
participant_permission 3 .ParticipantPermission
file com/daml/ledger/api/v2/contract_service.proto
message .GetContractRequest
contract_id 1 string
querying_parties 2 *string
message .GetContractResponse
created_event 1 .CreatedEvent
service .ContractService
GetContract .GetContractRequest .GetContractResponse
file com/daml/ledger/api/v2/version_service.proto
message .FeaturesDescriptor
package_feature 5 .PackageFeature
message .PackageFeature
max_vetted_packages_page_size 1 int32
file com/daml/ledger/api/v2/package_reference.proto
message .VettedPackage
package_id 1 string
valid_from_inclusive 2 google.protobuf.Timestamp
valid_until_exclusive 3 google.protobuf.Timestamp
package_name 4 string
package_version 5 string
message .VettedPackages
packages 1 *.VettedPackage
participant_id 2 string
synchronizer_id 3 string
topology_serial 4 uint32
message .PriorTopologySerial
prior 1 uint32 serial
no_prior 2 google.protobuf.Empty serial
file com/daml/ledger/api/v2/package_service.proto
message .PackageMetadataFilter
package_ids 1 *string
package_name_prefixes 2 *string
message .TopologyStateFilter
participant_ids 1 *string
synchronizer_ids 2 *string
message .ListVettedPackagesRequest
package_metadata_filter 1 .PackageMetadataFilter
topology_state_filter 2 .TopologyStateFilter
page_token 3 string
page_size 4 uint32
message .ListVettedPackagesResponse
vetted_packages 1 *.VettedPackages
next_page_token 2 string
service .PackageService
ListVettedPackages .ListVettedPackagesRequest .ListVettedPackagesResponse
file com/daml/ledger/api/v2/admin/package_management_service.proto
message .admin.UploadDarFileRequest
vetting_change 3 .admin.UploadDarFileRequest.VettingChange
synchronizer_id 4 string
enum .admin.UploadDarFileRequest.VettingChange
VETTING_CHANGE_UNSPECIFIED 0
VETTING_CHANGE_VET_ALL_PACKAGES 1
VETTING_CHANGE_DONT_VET_ANY_PACKAGES 2
message .admin.ValidateDarFileRequest
synchronizer_id 4 string
message .admin.VettedPackagesChange
vet 1 .admin.VettedPackagesChange.Vet operation
unvet 2 .admin.VettedPackagesChange.Unvet operation
message .admin.VettedPackagesChange.Vet
packages 1 *.admin.VettedPackagesRef
new_valid_from_inclusive 2 google.protobuf.Timestamp
new_valid_until_exclusive 3 google.protobuf.Timestamp
message .admin.VettedPackagesChange.Unvet
packages 1 *.admin.VettedPackagesRef
message .admin.VettedPackagesRef
package_id 1 string
package_name 2 string
package_version 3 string
message .admin.UpdateVettedPackagesRequest
changes 1 *.admin.VettedPackagesChange
dry_run 2 bool
synchronizer_id 3 string
expected_topology_serial 4 .PriorTopologySerial
update_vetted_packages_force_flags 5 *.admin.UpdateVettedPackagesForceFlag
enum .admin.UpdateVettedPackagesForceFlag
UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED 0
UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES 2
UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES 3
message .admin.UpdateVettedPackagesResponse
past_vetted_packages 1 .VettedPackages
new_vetted_packages 2 .VettedPackages
service .admin.PackageManagementService
UpdateVettedPackages .admin.UpdateVettedPackagesRequest .admin.UpdateVettedPackagesResponse
file com/daml/ledger/api/v2/admin/party_management_service.proto
message .admin.ListKnownPartiesRequest
filter_party 4 string
message .admin.AllocatePartyRequest
synchronizer_id 5 string
user_id 6 string
message .admin.AllocateExternalPartyRequest
multi_hash_signatures 3 *.Signature
wait_for_allocation 5 ?bool
user_id 6 string
message .admin.AllocateExternalPartyRequest.SignedTransaction
signatures 2 *.Signature
file com/daml/ledger/api/v2/admin/user_management_service.proto
message .admin.User
primary_party_authentication 6 bool
file com/daml/ledger/api/v2/interactive/interactive_submission_service.proto
message .interactive.CostEstimationHints
disabled 1 bool
expected_signatures 2 *.SigningAlgorithmSpec
message .interactive.CostEstimation
estimation_timestamp 1 google.protobuf.Timestamp
confirmation_request_traffic_cost_estimation 2 uint64
confirmation_response_traffic_cost_estimation 3 uint64
total_traffic_cost_estimation 4 uint64
message .interactive.PrepareSubmissionRequest
estimate_traffic_cost 16 .interactive.CostEstimationHints
hashing_scheme_version 17 ?.interactive.HashingSchemeVersion
taps_max_passes 18 ?uint32
enum .interactive.HashingSchemeVersion
HASHING_SCHEME_VERSION_V3 3
message .interactive.SinglePartySignatures
signatures 2 *.Signature
message .interactive.PrepareSubmissionResponse
cost_estimation 5 .interactive.CostEstimation
message .interactive.ExecuteSubmissionAndWaitRequest
prepared_transaction 1 .interactive.PreparedTransaction
party_signatures 2 .interactive.PartySignatures
deduplication_duration 3 google.protobuf.Duration deduplication_period
deduplication_offset 4 int64 deduplication_period
submission_id 5 string
user_id 6 string
hashing_scheme_version 7 .interactive.HashingSchemeVersion
min_ledger_time 8 .interactive.MinLedgerTime
message .interactive.ExecuteSubmissionAndWaitResponse
update_id 1 string
completion_offset 2 int64
message .interactive.ExecuteSubmissionAndWaitForTransactionRequest
prepared_transaction 1 .interactive.PreparedTransaction
party_signatures 2 .interactive.PartySignatures
deduplication_duration 3 google.protobuf.Duration deduplication_period
deduplication_offset 4 int64 deduplication_period
submission_id 5 string
user_id 6 string
hashing_scheme_version 7 .interactive.HashingSchemeVersion
min_ledger_time 8 .interactive.MinLedgerTime
transaction_format 9 .TransactionFormat
message .interactive.ExecuteSubmissionAndWaitForTransactionResponse
transaction 1 .Transaction
service .interactive.InteractiveSubmissionService
ExecuteSubmissionAndWait .interactive.ExecuteSubmissionAndWaitRequest .interactive.ExecuteSubmissionAndWaitResponse
ExecuteSubmissionAndWaitForTransaction .interactive.ExecuteSubmissionAndWaitForTransactionRequest .interactive.ExecuteSubmissionAndWaitForTransactionResponse
file com/daml/ledger/api/v2/interactive/interactive_submission_common_data.proto
message .interactive.GlobalKeyWithMaintainers
key 1 .interactive.GlobalKey
maintainers 2 *string
file com/daml/ledger/api/v2/interactive/transaction/v1/interactive_submission_data.proto
message .interactive.transaction.v1.Create
key 9 .interactive.GlobalKeyWithMaintainers
message .interactive.transaction.v1.Fetch
key 8 .interactive.GlobalKeyWithMaintainers
by_key 10 bool
message .interactive.transaction.v1.Exercise
key 15 .interactive.GlobalKeyWithMaintainers
by_key 16 bool
message .interactive.transaction.v1.QueryByKey
lf_version 1 string
package_name 2 string
template_id 3 .Identifier
exhaustive 4 bool
key 5 .interactive.GlobalKeyWithMaintainers
result 6 *string
message .interactive.transaction.v1.Node
query_by_key 5 .interactive.transaction.v1.QueryByKey node_type
file grpc/health/v1/health.proto
message grpc.health.v1.HealthCheckRequest
service 1 string
message grpc.health.v1.HealthCheckResponse
status 1 grpc.health.v1.HealthCheckResponse.ServingStatus
enum grpc.health.v1.HealthCheckResponse.ServingStatus
UNKNOWN 0
SERVING 1
NOT_SERVING 2
SERVICE_UNKNOWN 3
service grpc.health.v1.Health
Check grpc.health.v1.HealthCheckRequest grpc.health.v1.HealthCheckResponse
Watch grpc.health.v1.HealthCheckRequest *grpc.health.v1.HealthCheckResponse
`;

/** Reflection, which has the same messages in both versions. */
const reflection = (version: string): string => `
file grpc/reflection/${version}/reflection.proto
message grpc.reflection.${version}.ServerReflectionRequest
host 1 string
file_by_filename 3 string message_request
file_containing_symbol 4 string message_request
file_containing_extension 5 grpc.reflection.${version}.ExtensionRequest message_request
all_extension_numbers_of_type 6 string message_request
list_services 7 string message_request
message grpc.reflection.${version}.ExtensionRequest
containing_type 1 string
extension_number 2 int32
message grpc.reflection.${version}.ServerReflectionResponse
valid_host 1 string
original_request 2 grpc.reflection.${version}.ServerReflectionRequest
file_descriptor_response 4 grpc.reflection.${version}.FileDescriptorResponse message_response
all_extension_numbers_response 5 grpc.reflection.${version}.ExtensionNumberResponse message_response
list_services_response 6 grpc.reflection.${version}.ListServiceResponse message_response
error_response 7 grpc.reflection.${version}.ErrorResponse message_response
message grpc.reflection.${version}.FileDescriptorResponse
file_descriptor_proto 1 *bytes
message grpc.reflection.${version}.ExtensionNumberResponse
base_type_name 1 string
extension_number 2 *int32
message grpc.reflection.${version}.ListServiceResponse
service 1 *grpc.reflection.${version}.ServiceResponse
message grpc.reflection.${version}.ServiceResponse
name 1 string
message grpc.reflection.${version}.ErrorResponse
error_code 1 int32
error_message 2 string
service grpc.reflection.${version}.ServerReflection
ServerReflectionInfo *grpc.reflection.${version}.ServerReflectionRequest *grpc.reflection.${version}.ServerReflectionResponse
`;

/**
 * What version 3.5 of the Ledger API has beyond the published descriptions, in their form: a field
 * takes the place of one with its number, a method is added to its service. Then the messages of
 * health checks and of reflection.
 */
export const additions = ofLedger + reflection("v1") + reflection("v1alpha");
