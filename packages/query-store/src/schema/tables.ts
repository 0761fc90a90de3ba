// The tables: one row for each transaction, each payload of a contract, each exercise. `ix` counts
// the stored transactions from 1; offsets have gaps. What readers use is in functions.ts.

/** Types, tables and indexes of the store, one statement each. */
export const tables: ReadonlyArray<string> = [
  `create type trace_context as (trace_parent text, trace_state text)`,
  `create type event_id as ("offset" bigint, node_id integer)`,
  `create table _watermark (
    one boolean primary key default true check (one),
    participant_id text not null,
    scope jsonb not null,
    "offset" bigint not null,
    ix bigint not null,
    oldest_offset bigint not null,
    pruned_offset bigint
  )`,
  `create table _package (package_id text primary key, name text not null, version text)`,
  `create table _contract_type (
    pk integer primary key,
    template_fqn text not null,
    payload_type text not null check (payload_type in ('template', 'interface')),
    unique (template_fqn, payload_type)
  )`,
  `create table _exercise_type (
    pk integer primary key,
    template_fqn text not null,
    choice text not null,
    consuming boolean not null,
    choice_fqn text not null,
    unique (choice_fqn, consuming)
  )`,
  `create table _transaction (
    ix bigint primary key,
    "offset" bigint not null unique,
    transaction_id text,
    effective_at timestamptz,
    workflow_id text,
    trace_context trace_context,
    external_transaction_hash bytea,
    paid_traffic_cost bigint
  )`,
  `create index on _transaction (effective_at)`,
  `create table _contract (
    type_pk integer not null references _contract_type,
    contract_id text not null,
    created_at_ix bigint not null,
    create_event_id event_id not null,
    archived_at_ix bigint,
    archive_event_id event_id,
    payload jsonb,
    contract_key jsonb,
    metadata bytea,
    package_id text not null,
    creation_package_id text not null,
    signatories text[] not null,
    observers text[] not null,
    witnesses text[] not null,
    redaction_id text,
    primary key (contract_id, type_pk)
  )`,
  `create index on _contract (type_pk, created_at_ix)`,
  `create index on _contract (type_pk, archived_at_ix)`,
  `create index on _contract (type_pk) where archived_at_ix is null`,
  `create table _exercise (
    type_pk integer not null references _exercise_type,
    contract_id text not null,
    exercised_at_ix bigint not null,
    exercise_event_id event_id not null primary key,
    last_descendant_node_id integer not null,
    argument jsonb,
    result jsonb,
    package_id text not null,
    controllers text[] not null,
    witnesses text[] not null,
    redaction_id text
  )`,
  `create index on _exercise (type_pk, exercised_at_ix)`,
  `create index on _exercise (contract_id)`,
];
