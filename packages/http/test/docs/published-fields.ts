/**
 * The schemas of the published JSON Ledger API of the 3.5 line: the fields it requires with the
 * types they have, and after a bar those it does not require. Unions have their cases, other
 * schemas their type; `[]` is an array, `{}` a map.
 */
export const publishedFields: Readonly<Record<string, string>> = {
  AllocateExternalPartyRequest:
    "onboardingTransactions:SignedTransaction[] synchronizer:string | identityProviderId:string multiHashSignatures:Signature[] userId:string waitForAllocation:boolean",
  AllocateExternalPartyResponse: "partyId:string",
  AllocatePartyRequest:
    "| identityProviderId:string localMetadata:ObjectMeta partyIdHint:string synchronizerId:string userId:string",
  AllocatePartyResponse: "partyDetails:PartyDetails",
  ArchivedEvent:
    "contractId:string nodeId:int32 offset:int64 packageName:string templateId:string witnessParties:string[] | implementedInterfaces:string[]",
  AssignCommand: "value:AssignCommand1",
  AssignCommand1: "reassignmentId:string source:string target:string",
  CanActAs: "value:CanActAs1",
  CanActAs1: "party:string",
  CanExecuteAs: "value:CanExecuteAs1",
  CanExecuteAs1: "party:string",
  CanExecuteAsAnyParty: "value:CanExecuteAsAnyParty1",
  CanExecuteAsAnyParty1: "object",
  CanReadAs: "value:CanReadAs1",
  CanReadAs1: "party:string",
  CanReadAsAnyParty: "value:CanReadAsAnyParty1",
  CanReadAsAnyParty1: "object",
  Command:
    "CreateAndExerciseCommand:CreateAndExerciseCommand CreateCommand:CreateCommand ExerciseByKeyCommand:ExerciseByKeyCommand ExerciseCommand:ExerciseCommand",
  Command1: "AssignCommand:AssignCommand Empty:Empty2 UnassignCommand:UnassignCommand",
  Completion: "value:Completion1",
  Completion1:
    "actAs:string[] commandId:string offset:int64 synchronizerTime:SynchronizerTime userId:string | deduplicationPeriod:DeduplicationPeriod1 paidTrafficCost:int64 status:JsStatus submissionId:string traceContext:TraceContext updateId:string",
  CompletionResponse: "Completion:Completion Empty:Empty4 OffsetCheckpoint:OffsetCheckpoint",
  CompletionStreamRequest: "parties:string[] | beginExclusive:int64 userId:string",
  CompletionStreamResponse: "| completionResponse:CompletionResponse",
  ConnectedSynchronizer:
    "synchronizerAlias:string synchronizerId:string | permission:PARTICIPANT_PERMISSION_UNSPECIFIED/PARTICIPANT_PERMISSION_SUBMISSION/PARTICIPANT_PERMISSION_CONFIRMATION/PARTICIPANT_PERMISSION_OBSERVATION",
  CostEstimation:
    "confirmationRequestTrafficCostEstimation:int64 confirmationResponseTrafficCostEstimation:int64 estimationTimestamp:string totalTrafficCostEstimation:int64",
  CostEstimationHints:
    "| disabled:boolean expectedSignatures:SIGNING_ALGORITHM_SPEC_UNSPECIFIED/SIGNING_ALGORITHM_SPEC_ED25519/SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_256/SIGNING_ALGORITHM_SPEC_EC_DSA_SHA_384[]",
  CreateAndExerciseCommand:
    "choice:string choiceArgument:any createArguments:any templateId:string",
  CreateCommand: "createArguments:any templateId:string",
  CreateIdentityProviderConfigRequest: "identityProviderConfig:IdentityProviderConfig",
  CreateIdentityProviderConfigResponse: "identityProviderConfig:IdentityProviderConfig",
  CreateUserRequest: "user:User | rights:Right[]",
  CreateUserResponse: "user:User",
  CreatedEvent:
    "acsDelta:boolean contractId:string createArgument:any createdAt:string nodeId:int32 offset:int64 packageName:string representativePackageId:string signatories:string[] templateId:string witnessParties:string[] | contractKey:any contractKeyHash:string createdEventBlob:string interfaceViews:JsInterfaceView[] observers:string[]",
  CreatedTreeEvent: "value:CreatedEvent",
  CumulativeFilter: "| identifierFilter:IdentifierFilter",
  DeduplicationDuration: "value:Duration",
  DeduplicationDuration1: "value:Duration",
  DeduplicationDuration2: "value:Duration",
  DeduplicationOffset: "value:int64",
  DeduplicationOffset1: "value:int64",
  DeduplicationOffset2: "value:int64",
  DeduplicationPeriod:
    "DeduplicationDuration:DeduplicationDuration DeduplicationOffset:DeduplicationOffset Empty:Empty",
  DeduplicationPeriod1:
    "DeduplicationDuration:DeduplicationDuration1 DeduplicationOffset:DeduplicationOffset1 Empty:Empty3",
  DeduplicationPeriod2:
    "DeduplicationDuration:DeduplicationDuration2 DeduplicationOffset:DeduplicationOffset2 Empty:Empty10",
  DeleteIdentityProviderConfigResponse: "object",
  DisclosedContract:
    "createdEventBlob:string | contractId:string synchronizerId:string templateId:string",
  Duration: "nanos:int32 seconds:int64 | unknownFields:UnknownFieldSet",
  Empty: "object",
  Empty1: "object",
  Empty10: "object",
  Empty2: "object",
  Empty3: "object",
  Empty4: "object",
  Empty5: "object",
  Empty6: "object",
  Empty7: "object",
  Empty8: "object",
  Empty9: "object",
  Event: "ArchivedEvent:ArchivedEvent CreatedEvent:CreatedEvent ExercisedEvent:ExercisedEvent",
  EventFormat: "| filtersByParty:Map_Filters filtersForAnyParty:Filters verbose:boolean",
  ExecuteSubmissionAndWaitResponse: "completionOffset:int64 updateId:string",
  ExecuteSubmissionResponse: "object",
  ExerciseByKeyCommand: "choice:string choiceArgument:any contractKey:any templateId:string",
  ExerciseCommand: "choice:string choiceArgument:any contractId:string templateId:string",
  ExercisedEvent:
    "acsDelta:boolean actingParties:string[] choice:string choiceArgument:any consuming:boolean contractId:string lastDescendantNodeId:int32 nodeId:int32 offset:int64 packageName:string templateId:string witnessParties:string[] | exerciseResult:any implementedInterfaces:string[] interfaceId:string",
  ExercisedTreeEvent: "value:ExercisedEvent",
  ExperimentalCommandInspectionService: "supported:boolean",
  ExperimentalFeatures:
    "| commandInspectionService:ExperimentalCommandInspectionService staticTime:ExperimentalStaticTime",
  ExperimentalStaticTime: "supported:boolean",
  FeaturesDescriptor:
    "experimental:ExperimentalFeatures offsetCheckpoint:OffsetCheckpointFeature packageFeature:PackageFeature partyManagement:PartyManagementFeature userManagement:UserManagementFeature",
  Field: "| fixed32:int32[] fixed64:int64[] lengthDelimited:string[] varint:int64[]",
  FieldMask: "unknownFields:UnknownFieldSet | paths:string[]",
  Filters: "| cumulative:CumulativeFilter[]",
  GenerateExternalPartyTopologyRequest:
    "partyHint:string publicKey:SigningPublicKey synchronizer:string | confirmationThreshold:int32 localParticipantObservationOnly:boolean observingParticipantUids:string[] otherConfirmingParticipantUids:string[]",
  GenerateExternalPartyTopologyResponse:
    "multiHash:string partyId:string publicKeyFingerprint:string topologyTransactions:string[]",
  GetActiveContractsPageRequest:
    "eventFormat:EventFormat | activeAtOffset:int64 maxPageSize:int32 pageToken:string",
  GetActiveContractsRequest:
    "activeAtOffset:int64 | eventFormat:EventFormat filter:TransactionFilter streamContinuationToken:string verbose:boolean",
  GetCompletionsRequest: "| beginExclusive:int64 parties:string[]",
  GetConnectedSynchronizersResponse: "| connectedSynchronizers:ConnectedSynchronizer[]",
  GetContractRequest: "contractId:string | queryingParties:string[]",
  GetContractResponse: "createdEvent:CreatedEvent",
  GetEventsByContractIdRequest: "contractId:string eventFormat:EventFormat",
  GetIdentityProviderConfigResponse: "identityProviderConfig:IdentityProviderConfig",
  GetLatestPrunedOffsetsResponse:
    "| allDivulgedContractsPrunedUpToInclusive:int64 participantPrunedUpToInclusive:int64",
  GetLedgerApiVersionResponse: "features:FeaturesDescriptor version:string",
  GetLedgerEndResponse: "| offset:int64",
  GetPackageStatusResponse: "packageStatus:PACKAGE_STATUS_UNSPECIFIED/PACKAGE_STATUS_REGISTERED",
  GetParticipantIdResponse: "participantId:string",
  GetPartiesResponse: "partyDetails:PartyDetails[]",
  GetPreferredPackageVersionResponse: "| packagePreference:PackagePreference",
  GetPreferredPackagesRequest:
    "packageVettingRequirements:PackageVettingRequirement[] | synchronizerId:string vettingValidAt:string",
  GetPreferredPackagesResponse: "packageReferences:PackageReference[] synchronizerId:string",
  GetTransactionByIdRequest:
    "updateId:string | requestingParties:string[] transactionFormat:TransactionFormat",
  GetTransactionByOffsetRequest:
    "offset:int64 | requestingParties:string[] transactionFormat:TransactionFormat",
  GetUpdateByIdRequest: "updateFormat:UpdateFormat updateId:string",
  GetUpdateByOffsetRequest: "offset:int64 updateFormat:UpdateFormat",
  GetUpdatesPageRequest:
    "updateFormat:UpdateFormat | beginOffsetExclusive:int64 descendingOrder:boolean endOffsetInclusive:int64 maxPageSize:int32 pageToken:string",
  GetUpdatesRequest:
    "beginExclusive:int64 | descendingOrder:boolean endInclusive:int64 filter:TransactionFilter updateFormat:UpdateFormat verbose:boolean",
  GetUserResponse: "user:User",
  GrantUserRightsRequest: "userId:string | identityProviderId:string rights:Right[]",
  GrantUserRightsResponse: "| newlyGrantedRights:Right[]",
  IdentifierFilter:
    "Empty:Empty1 InterfaceFilter:InterfaceFilter TemplateFilter:TemplateFilter WildcardFilter:WildcardFilter",
  IdentityProviderAdmin: "value:IdentityProviderAdmin1",
  IdentityProviderAdmin1: "object",
  IdentityProviderConfig:
    "identityProviderId:string issuer:string jwksUrl:string | audience:string isDeactivated:boolean",
  InterfaceFilter: "value:InterfaceFilter1",
  InterfaceFilter1:
    "interfaceId:string | includeCreatedEventBlob:boolean includeInterfaceView:boolean",
  JsActiveContract: "createdEvent:CreatedEvent reassignmentCounter:int64 synchronizerId:string",
  JsArchived: "archivedEvent:ArchivedEvent synchronizerId:string",
  JsAssignedEvent:
    "createdEvent:CreatedEvent reassignmentCounter:int64 reassignmentId:string source:string target:string | submitter:string",
  JsAssignmentEvent:
    "createdEvent:CreatedEvent reassignmentCounter:int64 reassignmentId:string source:string submitter:string target:string",
  JsCommands:
    "actAs:string[] commandId:string commands:Command[] | deduplicationPeriod:DeduplicationPeriod disclosedContracts:DisclosedContract[] minLedgerTimeAbs:string minLedgerTimeRel:Duration packageIdSelectionPreference:string[] prefetchContractKeys:PrefetchContractKey[] readAs:string[] submissionId:string synchronizerId:string tapsMaxPasses:int32 userId:string workflowId:string",
  JsContractEntry:
    "JsActiveContract:JsActiveContract JsEmpty:JsEmpty JsIncompleteAssigned:JsIncompleteAssigned JsIncompleteUnassigned:JsIncompleteUnassigned",
  JsCreated: "createdEvent:CreatedEvent synchronizerId:string",
  JsEmpty: "object",
  JsExecuteSubmissionAndWaitForTransactionRequest:
    "hashingSchemeVersion:HASHING_SCHEME_VERSION_UNSPECIFIED/HASHING_SCHEME_VERSION_V2/HASHING_SCHEME_VERSION_V3 partySignatures:PartySignatures preparedTransaction:string submissionId:string | deduplicationPeriod:DeduplicationPeriod2 minLedgerTime:MinLedgerTime transactionFormat:TransactionFormat userId:string",
  JsExecuteSubmissionAndWaitForTransactionResponse: "transaction:JsTransaction",
  JsExecuteSubmissionAndWaitRequest:
    "hashingSchemeVersion:HASHING_SCHEME_VERSION_UNSPECIFIED/HASHING_SCHEME_VERSION_V2/HASHING_SCHEME_VERSION_V3 partySignatures:PartySignatures preparedTransaction:string submissionId:string | deduplicationPeriod:DeduplicationPeriod2 minLedgerTime:MinLedgerTime userId:string",
  JsExecuteSubmissionRequest:
    "hashingSchemeVersion:HASHING_SCHEME_VERSION_UNSPECIFIED/HASHING_SCHEME_VERSION_V2/HASHING_SCHEME_VERSION_V3 partySignatures:PartySignatures preparedTransaction:string submissionId:string | deduplicationPeriod:DeduplicationPeriod2 minLedgerTime:MinLedgerTime userId:string",
  JsGetActiveContractsPageResponse:
    "activeAtOffset:int64 activeContracts:JsGetActiveContractsResponse[] | nextPageToken:string",
  JsGetActiveContractsResponse:
    "| contractEntry:JsContractEntry streamContinuationToken:string workflowId:string",
  JsGetEventsByContractIdResponse: "| archived:JsArchived created:JsCreated",
  JsGetTransactionResponse: "transaction:JsTransaction",
  JsGetTransactionTreeResponse: "transaction:JsTransactionTree",
  JsGetUpdateResponse: "| update:Update",
  JsGetUpdateTreesResponse: "| update:Update1",
  JsGetUpdatesPageResponse:
    "highestPageOffsetInclusive:int64 lowestPageOffsetExclusive:int64 | nextPageToken:string updates:JsGetUpdateResponse[]",
  JsGetUpdatesResponse: "| update:Update",
  JsIncompleteAssigned: "assignedEvent:JsAssignedEvent",
  JsIncompleteUnassigned: "createdEvent:CreatedEvent unassignedEvent:UnassignedEvent",
  JsInterfaceView:
    "interfaceId:string viewStatus:JsStatus | implementationPackageId:string viewValue:any",
  JsPrepareSubmissionRequest:
    "actAs:string[] commandId:string commands:Command[] | disclosedContracts:DisclosedContract[] estimateTrafficCost:CostEstimationHints hashingSchemeVersion:HASHING_SCHEME_VERSION_UNSPECIFIED/HASHING_SCHEME_VERSION_V2/HASHING_SCHEME_VERSION_V3 maxRecordTime:string minLedgerTime:MinLedgerTime packageIdSelectionPreference:string[] prefetchContractKeys:PrefetchContractKey[] readAs:string[] synchronizerId:string tapsMaxPasses:int32 userId:string verboseHashing:boolean",
  JsPrepareSubmissionResponse:
    "hashingSchemeVersion:HASHING_SCHEME_VERSION_UNSPECIFIED/HASHING_SCHEME_VERSION_V2/HASHING_SCHEME_VERSION_V3 preparedTransaction:string preparedTransactionHash:string | costEstimation:CostEstimation hashingDetails:string",
  JsReassignment:
    "events:JsReassignmentEvent[] offset:int64 recordTime:string synchronizerId:string updateId:string | commandId:string paidTrafficCost:int64 traceContext:TraceContext workflowId:string",
  JsReassignmentEvent: "JsAssignmentEvent:JsAssignmentEvent JsUnassignedEvent:JsUnassignedEvent",
  JsStatus: "code:int32 message:string | details:ProtoAny[]",
  JsSubmitAndWaitForReassignmentResponse: "reassignment:JsReassignment",
  JsSubmitAndWaitForTransactionRequest: "commands:JsCommands | transactionFormat:TransactionFormat",
  JsSubmitAndWaitForTransactionResponse: "transaction:JsTransaction",
  JsSubmitAndWaitForTransactionTreeResponse: "| transactionTree:JsTransactionTree",
  JsTopologyTransaction:
    "events:TopologyEvent[] offset:int64 recordTime:string synchronizerId:string updateId:string | traceContext:TraceContext",
  JsTransaction:
    "effectiveAt:string events:Event[] offset:int64 recordTime:string synchronizerId:string updateId:string | commandId:string externalTransactionHash:string paidTrafficCost:int64 traceContext:TraceContext workflowId:string",
  JsTransactionTree:
    "effectiveAt:string eventsById:Map_Int_TreeEvent offset:int64 recordTime:string synchronizerId:string updateId:string | commandId:string traceContext:TraceContext workflowId:string",
  JsUnassignedEvent: "value:UnassignedEvent",
  Kind: "CanActAs:CanActAs CanExecuteAs:CanExecuteAs CanExecuteAsAnyParty:CanExecuteAsAnyParty CanReadAs:CanReadAs CanReadAsAnyParty:CanReadAsAnyParty Empty:Empty8 IdentityProviderAdmin:IdentityProviderAdmin ParticipantAdmin:ParticipantAdmin",
  ListIdentityProviderConfigsResponse: "identityProviderConfigs:IdentityProviderConfig[]",
  ListKnownPartiesResponse: "partyDetails:PartyDetails[] | nextPageToken:string",
  ListPackagesResponse: "packageIds:string[]",
  ListUserRightsResponse: "| rights:Right[]",
  ListUsersResponse: "| nextPageToken:string users:User[]",
  ListVettedPackagesRequest:
    "| packageMetadataFilter:PackageMetadataFilter pageSize:int32 pageToken:string topologyStateFilter:TopologyStateFilter",
  ListVettedPackagesResponse: "| nextPageToken:string vettedPackages:VettedPackages[]",
  Map_Filters: "{Filters}",
  Map_Int_Field: "{Field}",
  Map_Int_TreeEvent: "{TreeEvent}",
  Map_String: "{string}",
  MinLedgerTime: "| time:Time",
  MinLedgerTimeAbs: "value:string",
  MinLedgerTimeRel: "value:Duration",
  NoPrior: "object",
  ObjectMeta: "| annotations:Map_String resourceVersion:string",
  OffsetCheckpoint: "value:OffsetCheckpoint1",
  OffsetCheckpoint1: "offset:int64 | synchronizerTimes:SynchronizerTime[]",
  OffsetCheckpoint2: "value:OffsetCheckpoint1",
  OffsetCheckpoint3: "value:OffsetCheckpoint1",
  OffsetCheckpointFeature: "maxOffsetCheckpointEmissionDelay:Duration",
  Operation: "Empty:Empty5 Unvet:Unvet Vet:Vet",
  PackageFeature: "maxVettedPackagesPageSize:int32",
  PackageMetadataFilter: "| packageIds:string[] packageNamePrefixes:string[]",
  PackagePreference: "packageReference:PackageReference synchronizerId:string",
  PackageReference: "packageId:string packageName:string packageVersion:string",
  PackageVettingRequirement: "packageName:string parties:string[]",
  ParticipantAdmin: "value:ParticipantAdmin1",
  ParticipantAdmin1: "object",
  ParticipantAuthorizationAdded: "value:ParticipantAuthorizationAdded1",
  ParticipantAuthorizationAdded1:
    "participantId:string participantPermission:PARTICIPANT_PERMISSION_UNSPECIFIED/PARTICIPANT_PERMISSION_SUBMISSION/PARTICIPANT_PERMISSION_CONFIRMATION/PARTICIPANT_PERMISSION_OBSERVATION partyId:string",
  ParticipantAuthorizationChanged: "value:ParticipantAuthorizationChanged1",
  ParticipantAuthorizationChanged1:
    "participantId:string participantPermission:PARTICIPANT_PERMISSION_UNSPECIFIED/PARTICIPANT_PERMISSION_SUBMISSION/PARTICIPANT_PERMISSION_CONFIRMATION/PARTICIPANT_PERMISSION_OBSERVATION partyId:string",
  ParticipantAuthorizationOnboarding: "value:ParticipantAuthorizationOnboarding1",
  ParticipantAuthorizationOnboarding1:
    "participantId:string participantPermission:PARTICIPANT_PERMISSION_UNSPECIFIED/PARTICIPANT_PERMISSION_SUBMISSION/PARTICIPANT_PERMISSION_CONFIRMATION/PARTICIPANT_PERMISSION_OBSERVATION partyId:string",
  ParticipantAuthorizationRevoked: "value:ParticipantAuthorizationRevoked1",
  ParticipantAuthorizationRevoked1: "participantId:string partyId:string",
  ParticipantAuthorizationTopologyFormat: "| parties:string[]",
  PartyDetails: "party:string | identityProviderId:string isLocal:boolean localMetadata:ObjectMeta",
  PartyManagementFeature: "maxPartiesPageSize:int32",
  PartySignatures: "signatures:SinglePartySignatures[]",
  PrefetchContractKey: "contractKey:any templateId:string | limit:int32",
  Prior: "value:int32",
  PriorTopologySerial: "| serial:Serial",
  ProtoAny: "typeUrl:string unknownFields:UnknownFieldSet value:string | valueDecoded:string",
  Reassignment: "value:JsReassignment",
  Reassignment1: "value:JsReassignment",
  ReassignmentCommand: "| command:Command1",
  ReassignmentCommands:
    "commandId:string commands:ReassignmentCommand[] submitter:string | submissionId:string userId:string workflowId:string",
  RevokeUserRightsRequest: "userId:string | identityProviderId:string rights:Right[]",
  RevokeUserRightsResponse: "| newlyRevokedRights:Right[]",
  Right: "| kind:Kind",
  Serial: "Empty:Empty6 NoPrior:NoPrior Prior:Prior",
  Signature: "format:string signature:string signedBy:string signingAlgorithmSpec:string",
  SignedTransaction: "transaction:string | signatures:Signature[]",
  SigningPublicKey: "format:string keyData:string keySpec:string",
  SinglePartySignatures: "party:string signatures:Signature[]",
  SubmitAndWaitForReassignmentRequest:
    "reassignmentCommands:ReassignmentCommands | eventFormat:EventFormat",
  SubmitAndWaitResponse: "completionOffset:int64 updateId:string",
  SubmitReassignmentRequest: "reassignmentCommands:ReassignmentCommands",
  SubmitReassignmentResponse: "object",
  SubmitResponse: "object",
  SynchronizerTime: "recordTime:string synchronizerId:string",
  TemplateFilter: "value:TemplateFilter1",
  TemplateFilter1: "templateId:string | includeCreatedEventBlob:boolean",
  Time: "Empty:Empty9 MinLedgerTimeAbs:MinLedgerTimeAbs MinLedgerTimeRel:MinLedgerTimeRel",
  TopologyEvent: "| event:TopologyEventEvent",
  TopologyEventEvent:
    "Empty:Empty7 ParticipantAuthorizationAdded:ParticipantAuthorizationAdded ParticipantAuthorizationChanged:ParticipantAuthorizationChanged ParticipantAuthorizationOnboarding:ParticipantAuthorizationOnboarding ParticipantAuthorizationRevoked:ParticipantAuthorizationRevoked",
  TopologyFormat: "| includeParticipantAuthorizationEvents:ParticipantAuthorizationTopologyFormat",
  TopologyStateFilter: "| participantIds:string[] synchronizerIds:string[]",
  TopologyTransaction: "value:JsTopologyTransaction",
  TraceContext: "| traceparent:string tracestate:string",
  Transaction: "value:JsTransaction",
  TransactionFilter: "| filtersByParty:Map_Filters filtersForAnyParty:Filters",
  TransactionFormat:
    "eventFormat:EventFormat transactionShape:TRANSACTION_SHAPE_UNSPECIFIED/TRANSACTION_SHAPE_ACS_DELTA/TRANSACTION_SHAPE_LEDGER_EFFECTS",
  TransactionTree: "value:JsTransactionTree",
  TreeEvent: "CreatedTreeEvent:CreatedTreeEvent ExercisedTreeEvent:ExercisedTreeEvent",
  Tuple2_String_String: "string[]",
  UnassignCommand: "value:UnassignCommand1",
  UnassignCommand1: "contractId:string source:string target:string",
  UnassignedEvent:
    "contractId:string nodeId:int32 offset:int64 packageName:string reassignmentCounter:int64 reassignmentId:string source:string target:string templateId:string witnessParties:string[] | assignmentExclusivity:string submitter:string",
  UnknownFieldSet: "fields:Map_Int_Field",
  Unvet: "value:Unvet1",
  Unvet1: "packages:VettedPackagesRef[]",
  Update:
    "OffsetCheckpoint:OffsetCheckpoint2 Reassignment:Reassignment TopologyTransaction:TopologyTransaction Transaction:Transaction",
  Update1:
    "OffsetCheckpoint:OffsetCheckpoint3 Reassignment:Reassignment1 TransactionTree:TransactionTree",
  UpdateFormat:
    "| includeReassignments:EventFormat includeTopologyEvents:TopologyFormat includeTransactions:TransactionFormat",
  UpdateIdentityProviderConfigRequest:
    "identityProviderConfig:IdentityProviderConfig updateMask:FieldMask",
  UpdateIdentityProviderConfigResponse: "identityProviderConfig:IdentityProviderConfig",
  UpdatePartyDetailsRequest: "partyDetails:PartyDetails updateMask:FieldMask",
  UpdatePartyDetailsResponse: "partyDetails:PartyDetails",
  UpdateUserIdentityProviderIdRequest:
    "userId:string | sourceIdentityProviderId:string targetIdentityProviderId:string",
  UpdateUserIdentityProviderIdResponse: "object",
  UpdateUserRequest: "updateMask:FieldMask user:User",
  UpdateUserResponse: "user:User",
  UpdateVettedPackagesRequest:
    "changes:VettedPackagesChange[] | dryRun:boolean expectedTopologySerial:PriorTopologySerial synchronizerId:string updateVettedPackagesForceFlags:UPDATE_VETTED_PACKAGES_FORCE_FLAG_UNSPECIFIED/UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_VET_INCOMPATIBLE_UPGRADES/UPDATE_VETTED_PACKAGES_FORCE_FLAG_ALLOW_UNVETTED_DEPENDENCIES[]",
  UpdateVettedPackagesResponse:
    "newVettedPackages:VettedPackages | pastVettedPackages:VettedPackages",
  UploadDarFileResponse: "object",
  User: "id:string | identityProviderId:string isDeactivated:boolean metadata:ObjectMeta primaryParty:string primaryPartyAuthentication:boolean",
  UserManagementFeature: "maxRightsPerUser:int32 maxUsersPageSize:int32 supported:boolean",
  Vet: "value:Vet1",
  Vet1: "packages:VettedPackagesRef[] | newValidFromInclusive:string newValidUntilExclusive:string",
  VettedPackage:
    "packageId:string | packageName:string packageVersion:string validFromInclusive:string validUntilExclusive:string",
  VettedPackages:
    "packages:VettedPackage[] participantId:string synchronizerId:string topologySerial:int32",
  VettedPackagesChange: "| operation:Operation",
  VettedPackagesRef: "| packageId:string packageName:string packageVersion:string",
  WildcardFilter: "value:WildcardFilter1",
  WildcardFilter1: "| includeCreatedEventBlob:boolean",
};
