// What readers call: the names and columns that users of the Participant Query Store know.
// Functions that give rows are single statements in SQL, so that the planner sees through them.

const eventPk = (ix: string, id: string): string => `(${ix} << 20) | (${id}).node_id`;

const scope: ReadonlyArray<string> = [
  `create function latest_checkpoint() returns table ("offset" bigint, ix bigint) language sql stable rows 1 as
    $$ select w."offset", w.ix from _watermark w $$`,
  `create function oldest_checkpoint() returns table ("offset" bigint, ix bigint) language sql stable rows 1 as
    $$ select w.oldest_offset, coalesce((select max(t.ix) from _transaction t where t."offset" <= w.oldest_offset), 0)
       from _watermark w $$`,
  `create function pruned_offset() returns bigint language sql stable as $$ select w.pruned_offset from _watermark w $$`,
  `create function validate_offset_exists("offset" bigint) returns bigint language plpgsql stable strict as $$
    declare
      oldest bigint := (select w.oldest_offset from _watermark w);
      latest bigint := (select w."offset" from _watermark w);
    begin
      if "offset" < oldest then
        raise exception 'offset % is too old: the history begins after offset %', "offset", oldest;
      end if;
      if "offset" > latest then
        raise exception 'offset % is not there yet: the history ends at offset %', "offset", latest;
      end if;
      return "offset";
    end $$`,
  `create function latest_offset() returns bigint language sql stable as
    $$ select coalesce(nullif(current_setting('tallystick.latest', true), '')::bigint,
                       (select w."offset" from _watermark w)) $$`,
  `create function oldest_offset() returns bigint language sql stable as
    $$ select coalesce(nullif(current_setting('tallystick.oldest', true), '')::bigint,
                       (select w.oldest_offset from _watermark w)) $$`,
  `create function set_latest("offset" bigint) returns bigint language plpgsql as $$
    begin
      perform set_config('tallystick.latest', coalesce(validate_offset_exists("offset")::text, ''), false);
      return latest_offset();
    end $$`,
  `create function set_oldest("offset" bigint) returns bigint language plpgsql as $$
    begin
      perform set_config('tallystick.oldest', coalesce(validate_offset_exists("offset")::text, ''), false);
      return oldest_offset();
    end $$`,
  `create function nearest_offset(at timestamptz) returns bigint language sql stable as
    $$ select max(t."offset") from _transaction t where t.effective_at <= at $$`,
  `create function nearest_offset(ago interval) returns bigint language sql stable as
    $$ select nearest_offset(now() - ago) $$`,
  `create function _ix_at(at bigint) returns bigint language sql stable as
    $$ select coalesce((select t.ix from _transaction t where t."offset" <= at order by t."offset" desc limit 1), 0) $$`,
  // the first transaction at or after an offset
  `create function _ix_from(at bigint) returns bigint language sql stable as
    $$ select coalesce((select t.ix from _transaction t where t."offset" >= at order by t."offset" limit 1),
                       9223372036854775807) $$`,
];

/** The numbers of the types that a name means; an error lists them where it has several. */
const named = (name: string, table: string, column: string): string =>
  `create function ${name}(name text) returns setof integer language plpgsql stable as $$
    declare
      found text[] := (select array_agg(distinct t.${column} order by t.${column})
                       from ${table} t where _is_named(t.${column}, name));
    begin
      if array_length(found, 1) > 1 then
        raise exception '"%" is ambiguous: %', name, array_to_string(found, ', ');
      end if;
      return query select t.pk from ${table} t where t.${column} = found[1];
    end $$`;

const names: ReadonlyArray<string> = [
  // a name may leave out its package, and its module
  `create function _is_named(fqn text, name text) returns boolean language sql immutable as
    $$ select fqn = name or right(fqn, length(name) + 1) = ':' || name $$`,
  named("_types_of", "_contract_type", "template_fqn"),
  named("_choices_of", "_exercise_type", "choice_fqn"),
];

const views: ReadonlyArray<string> = [
  `create view transactions as
    select ix, "offset", transaction_id, effective_at, workflow_id, trace_context, external_transaction_hash, paid_traffic_cost
    from _transaction where transaction_id is not null`,
  `create view _contracts as
    select ty.template_fqn, ty.payload_type,
      ${eventPk("c.created_at_ix", "c.create_event_id")} as create_event_pk, c.create_event_id,
      c.created_at_ix, (c.create_event_id)."offset" as created_at_offset, cr.effective_at as created_effective_at,
      ${eventPk("c.archived_at_ix", "c.archive_event_id")} as archive_event_pk, c.archive_event_id,
      c.archived_at_ix, (c.archive_event_id)."offset" as archived_at_offset, ar.effective_at as archived_effective_at,
      int8range(c.created_at_ix, c.archived_at_ix) as life_ix,
      c.contract_id, c.payload, c.contract_key, c.metadata,
      split_part(ty.template_fqn, ':', 1) as package_name, p.version as package_version,
      c.package_id, c.creation_package_id, c.redaction_id, c.signatories, c.observers, c.witnesses,
      not (c.witnesses && (c.signatories || c.observers)) as divulged_only, c.type_pk as _type_pk
    from _contract c
      join _contract_type ty on ty.pk = c.type_pk
      left join _transaction cr on cr.ix = c.created_at_ix
      left join _transaction ar on ar.ix = c.archived_at_ix
      left join _package p on p.package_id = c.package_id`,
  `create view _exercises as
    select ty.template_fqn, ty.choice_fqn, ty.choice, ty.consuming,
      ${eventPk("e.exercised_at_ix", "e.exercise_event_id")} as exercise_event_pk, e.exercise_event_id,
      e.exercised_at_ix, (e.exercise_event_id)."offset" as exercised_at_offset, t.effective_at as exercised_effective_at,
      e.contract_id, e.argument, e.result,
      split_part(ty.choice_fqn, ':', 1) as package_name, p.version as package_version, e.package_id, e.redaction_id,
      c.signatories, c.observers, e.controllers, e.witnesses, e.last_descendant_node_id, e.type_pk as _type_pk
    from _exercise e
      join _exercise_type ty on ty.pk = e.type_pk
      join _transaction t on t.ix = e.exercised_at_ix
      left join _package p on p.package_id = e.package_id
      left join lateral (select k.signatories, k.observers from _contract k
                         where k.contract_id = e.contract_id limit 1) c on true`,
];

const range = `from_offset bigint default oldest_offset(), to_offset bigint default latest_offset()`;
const within = (ix: string): string => `${ix} between _ix_from(from_offset) and _ix_at(to_offset)`;
const contractNamed = `(name is null or c._type_pk in (select _types_of(name)))`;
const exerciseNamed = `(name is null or e._type_pk in (select _choices_of(name)))`;

const rows: ReadonlyArray<string> = [
  `create function active(name text default null, at_offset bigint default latest_offset())
    returns setof _contracts language sql stable as
    $$ select c.* from _contracts c where ${contractNamed} and c.created_at_ix <= _ix_at(at_offset)
       and (c.archived_at_ix is null or c.archived_at_ix > _ix_at(at_offset)) $$`,
  `create function creates(name text default null, ${range}) returns setof _contracts language sql stable as
    $$ select c.* from _contracts c where ${contractNamed} and ${within("c.created_at_ix")} $$`,
  `create function archives(name text default null, ${range}) returns setof _contracts language sql stable as
    $$ select c.* from _contracts c where ${contractNamed} and ${within("c.archived_at_ix")} $$`,
  `create function exercises(name text default null, ${range}) returns setof _exercises language sql stable as
    $$ select e.* from _exercises e where ${exerciseNamed} and ${within("e.exercised_at_ix")} $$`,
  `create function lookup_contract(contract_id text, name text default null)
    returns setof _contracts language sql stable as
    $$ select c.* from _contracts c where c.contract_id = lookup_contract.contract_id and ${contractNamed} $$`,
  `create function lookup_exercises(contract_id text, name text default null)
    returns setof _exercises language sql stable as
    $$ select e.* from _exercises e where e.contract_id = lookup_exercises.contract_id and ${exerciseNamed} $$`,
];

const summary = (name: string, parameters: string, condition: string): string =>
  `create function ${name}(${parameters})
    returns table (template_fqn text, payload_type text, count bigint) language sql stable as
    $$ select t.template_fqn, t.payload_type, count(*) from _contract c join _contract_type t on t.pk = c.type_pk
       where ${condition} group by t.pk $$`;

const summaries: ReadonlyArray<string> = [
  summary(
    "summary_active",
    "at_offset bigint default latest_offset()",
    `c.created_at_ix <= _ix_at(at_offset)
       and (c.archived_at_ix is null or c.archived_at_ix > _ix_at(at_offset))`,
  ),
  summary("summary_creates", range, within("c.created_at_ix")),
  summary("summary_archives", range, within("c.archived_at_ix")),
  summary(
    "summary_transients",
    range,
    `${within("c.created_at_ix")} and ${within("c.archived_at_ix")}`,
  ),
  `create function summary_updates(${range})
    returns table (template_fqn text, payload_type text, creates bigint, archives bigint) language sql stable as
    $$ select t.template_fqn, t.payload_type,
         count(*) filter (where ${within("c.created_at_ix")}), count(*) filter (where ${within("c.archived_at_ix")})
       from _contract c join _contract_type t on t.pk = c.type_pk
       where ${within("c.created_at_ix")} or ${within("c.archived_at_ix")} group by t.pk $$`,
  `create function summary_exercises(${range})
    returns table (template_fqn text, choice_fqn text, choice text, consuming boolean, count bigint)
    language sql stable as
    $$ select t.template_fqn, t.choice_fqn, t.choice, t.consuming, count(*)
       from _exercise e join _exercise_type t on t.pk = e.type_pk
       where ${within("e.exercised_at_ix")} group by t.pk $$`,
];

const maintenance: ReadonlyArray<string> = [
  `create function redact_contract(contract_id text, redaction_id text) returns bigint language plpgsql strict as $$
    declare affected bigint;
    begin
      if exists (select from _contract c
                 where c.contract_id = redact_contract.contract_id and c.archived_at_ix is null) then
        raise exception 'contract % is active: only archived contracts can be redacted', contract_id;
      end if;
      if exists (select from _contract c
                 where c.contract_id = redact_contract.contract_id and c.redaction_id is not null) then
        raise exception 'contract % is already redacted', contract_id;
      end if;
      update _contract c
        set payload = null, contract_key = null, metadata = null, redaction_id = redact_contract.redaction_id
        where c.contract_id = redact_contract.contract_id;
      get diagnostics affected = row_count;
      return affected;
    end $$`,
  `create function redact_exercise(id event_id, redaction_id text) returns bigint language plpgsql strict as $$
    declare affected bigint;
    begin
      update _exercise e set argument = null, result = null, redaction_id = redact_exercise.redaction_id
        where e.exercise_event_id = id;
      get diagnostics affected = row_count;
      return affected;
    end $$`,
  `create function validate_pruning_offset("offset" bigint) returns bigint language plpgsql stable strict as $$
    begin
      perform validate_offset_exists("offset");
      if "offset" >= (select w."offset" from _watermark w) then
        raise exception 'offset % is the latest: pruning needs a later one to remain', "offset";
      end if;
      return "offset";
    end $$`,
  // active contracts stay, as created by the transaction at the offset, which loses its id
  `create function prune_to_offset("offset" bigint) returns bigint language plpgsql strict as $$
    declare
      upto bigint := _ix_at(validate_pruning_offset("offset"));
      removed bigint;
    begin
      delete from _exercise e where e.exercised_at_ix <= upto;
      delete from _contract c where c.archived_at_ix <= upto;
      update _contract c set created_at_ix = upto where c.created_at_ix < upto;
      delete from _transaction t where t.ix < upto;
      get diagnostics removed = row_count;
      update _transaction t set transaction_id = null where t.ix = upto;
      update _watermark w set oldest_offset = greatest(w.oldest_offset, prune_to_offset."offset"),
                              pruned_offset = prune_to_offset."offset";
      return removed;
    end $$`,
  `create function validate_reset_offset("offset" bigint) returns bigint language sql stable strict as
    $$ select validate_offset_exists("offset") $$`,
  `create function reset_to_offset("offset" bigint) returns bigint language plpgsql strict as $$
    declare
      upto bigint := _ix_at(validate_reset_offset("offset"));
      removed bigint;
    begin
      delete from _exercise e where e.exercised_at_ix > upto;
      delete from _contract c where c.created_at_ix > upto;
      update _contract c set archived_at_ix = null, archive_event_id = null where c.archived_at_ix > upto;
      delete from _transaction t where t.ix > upto;
      get diagnostics removed = row_count;
      update _watermark w set "offset" = reset_to_offset."offset", ix = upto;
      return removed;
    end $$`,
  `create procedure create_index_for_contract(suffix text, name text, expression text, kind text default 'btree')
    language plpgsql as $$
    declare key text := case when kind = 'btree' then 'type_pk, ' || expression else expression end;
    begin
      if not exists (select _types_of(name)) then
        raise exception 'no contract of "%" is stored', name;
      end if;
      execute format('create index if not exists %I on _contract using %I (%s)', '_contract_' || suffix, kind, key);
    end $$`,
];

/** The functions, views and procedures of the store, one statement each, in the order they need. */
export const functions: ReadonlyArray<string> = [
  ...scope,
  ...names,
  ...views,
  ...rows,
  ...summaries,
  ...maintenance,
];
