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
  ...Object.entries({ latest: '"offset"', oldest: "oldest_offset" }).flatMap(([which, column]) => [
    `create function ${which}_offset() returns bigint language sql stable as
    $$ select coalesce(nullif(current_setting('tallystick.${which}', true), '')::bigint,
                       (select w.${column} from _watermark w)) $$`,
    `create function set_${which}("offset" bigint) returns bigint language sql as
    $$ select set_config('tallystick.${which}', coalesce(validate_offset_exists("offset")::text, ''), false);
       select "offset" $$`,
  ]),
  `create function nearest_offset(cutoff_ts timestamptz) returns bigint language sql stable as
    $$ select max(t."offset") from _transaction t where t.effective_at <= cutoff_ts $$`,
  `create function nearest_offset(cutoff interval) returns bigint language sql stable as
    $$ select nearest_offset(now() - cutoff) $$`,
  `create function _ix_at(at bigint) returns bigint language sql stable as
    $$ select coalesce((select t.ix from _transaction t where t."offset" <= validate_offset_exists(at)
                        order by t."offset" desc limit 1), 0) $$`,
  // the first transaction at or after an offset
  `create function _ix_from(at bigint) returns bigint language sql stable as
    $$ select coalesce((select t.ix from _transaction t where t."offset" >= at order by t."offset" limit 1),
                       9223372036854775807) $$`,
];

/** The numbers of the types that a name means; an error lists them where it has several. */
const named = (name: string, table: string, column: string): string =>
  `create function ${name}(qname text) returns setof integer language plpgsql stable as $$
    declare
      found text[] := (select array_agg(distinct t.${column} order by t.${column})
                       from ${table} t where _is_named(t.${column}, qname));
    begin
      if array_length(found, 1) > 1 then
        raise exception '"%" is ambiguous: %', qname, array_to_string(found, ', ');
      end if;
      return query select t.pk from ${table} t where t.${column} = found[1];
    end $$`;

const names: ReadonlyArray<string> = [
  // a name may leave out its package, its module, and of a choice the template or interface
  `create function _is_named(fqn text, qname text) returns boolean language sql immutable as
    $$ select fqn = qname or right(fqn, length(qname) + 1) = ':' || qname $$`,
  named("_types_of", "_contract_type", "template_fqn"),
  named("_choices_of", "_exercise_type", "choice_fqn"),
];

const stakeholders = (type: string): string =>
  `create function stakeholders(of ${type}) returns text[] language sql immutable as
    $$ select array(select distinct unnest((of).signatories || (of).observers) order by 1) $$`;

// columns in the order that users of the Participant Query Store know
const views: ReadonlyArray<string> = [
  `create view transactions as
    select ix, "offset", transaction_id, effective_at, workflow_id, trace_context, external_transaction_hash, paid_traffic_cost
    from _transaction
    where transaction_id is not null and "offset" between oldest_offset() and latest_offset()`,
  `create view _contracts as
    select ty.template_fqn, ty.payload_type,
      ${eventPk("c.created_at_ix", "c.create_event_id")} as create_event_pk, c.create_event_id,
      c.created_at_ix, (c.create_event_id)."offset" as created_at_offset,
      ${eventPk("c.archived_at_ix", "c.archive_event_id")} as archive_event_pk, c.archive_event_id,
      c.archived_at_ix, (c.archive_event_id)."offset" as archived_at_offset,
      int8range(c.created_at_ix, c.archived_at_ix) as life_ix,
      c.contract_id, c.payload, c.contract_key, c.metadata,
      cr.effective_at as created_effective_at, ar.effective_at as archived_effective_at, c.redaction_id,
      split_part(ty.template_fqn, ':', 1) as package_name, p.version as package_version, c.package_id,
      c.signatories, c.observers, c.witnesses,
      not (c.witnesses && (c.signatories || c.observers)) as divulged_only, c.creation_package_id,
      c.type_pk as _type_pk
    from _contract c
      join _contract_type ty on ty.pk = c.type_pk
      left join _transaction cr on cr.ix = c.created_at_ix
      left join _transaction ar on ar.ix = c.archived_at_ix
      left join _package p on p.package_id = c.package_id`,
  `create view _exercises as
    select ty.template_fqn, ty.choice_fqn, ty.choice, ty.consuming,
      ${eventPk("e.exercised_at_ix", "e.exercise_event_id")} as exercise_event_pk, e.exercise_event_id,
      e.exercised_at_ix, (e.exercise_event_id)."offset" as exercised_at_offset,
      e.contract_id, e.argument, e.result, t.effective_at as exercised_effective_at, e.redaction_id,
      split_part(ty.choice_fqn, ':', 1) as package_name, p.version as package_version, e.package_id,
      c.signatories, c.observers, e.controllers, e.last_descendant_node_id, e.witnesses,
      e.type_pk as _type_pk
    from _exercise e
      join _exercise_type ty on ty.pk = e.type_pk
      join _transaction t on t.ix = e.exercised_at_ix
      left join _package p on p.package_id = e.package_id
      left join lateral (select k.signatories, k.observers from _contract k
                         where k.contract_id = e.contract_id limit 1) c on true`,
  stakeholders("_contracts"),
  stakeholders("_exercises"),
];

const range = `from_offset bigint default oldest_offset(), to_offset bigint default latest_offset()`;
const within = (ix: string): string =>
  `${ix} between (select _ix_from(from_offset)) and (select _ix_at(to_offset))`;

/** A function of rows of a view; the rows of one type, where it is named. */
const rowsOf = (
  call: string,
  view: "_contracts" | "_exercises",
  condition: string,
  types = view === "_contracts" ? "_types_of" : "_choices_of",
): string =>
  `create function ${call} returns setof ${view} language sql stable as
    $$ select x.* from ${view} x
       where (qname is null or x._type_pk in (select ${types}(qname))) and ${condition} $$`;

const rows: ReadonlyArray<string> = [
  rowsOf(
    `active(qname text default null, "offset" bigint default latest_offset())`,
    "_contracts",
    `x.created_at_ix <= (select _ix_at(active."offset")) and not x.divulged_only
       and (x.archived_at_ix is null or x.archived_at_ix > (select _ix_at(active."offset")))`,
  ),
  rowsOf(`creates(qname text default null, ${range})`, "_contracts", within("x.created_at_ix")),
  rowsOf(`archives(qname text default null, ${range})`, "_contracts", within("x.archived_at_ix")),
  rowsOf(`exercises(qname text default null, ${range})`, "_exercises", within("x.exercised_at_ix")),
  rowsOf(
    "lookup_contract(contract_id text, qname text default null)",
    "_contracts",
    "x.contract_id = lookup_contract.contract_id",
  ),
  rowsOf(
    "lookup_exercises(contract_id text, qname text default null)",
    "_exercises",
    "x.contract_id = lookup_exercises.contract_id",
  ),
];

const summary = (call: string, from: string): string =>
  `create function ${call} returns table (template_fqn text, payload_type text, count bigint) language sql stable as
    $$ select x.template_fqn, x.payload_type, count(*) from ${from} group by 1, 2 $$`;

const summaries: ReadonlyArray<string> = [
  summary(
    `summary_active("offset" bigint default latest_offset())`,
    `active(null, summary_active."offset") x`,
  ),
  summary(`summary_creates(${range})`, "creates(null, from_offset, to_offset) x"),
  summary(`summary_archives(${range})`, "archives(null, from_offset, to_offset) x"),
  summary(
    `summary_transients(${range})`,
    `creates(null, from_offset, to_offset) x
       where x.archived_at_ix <= (select _ix_at(to_offset)) and not x.divulged_only`,
  ),
  `create function summary_updates(${range})
    returns table (template_fqn text, payload_type text, creates bigint, archives bigint) language sql stable as
    $$ select template_fqn, payload_type, coalesce(c.count, 0), coalesce(a.count, 0)
       from summary_creates(from_offset, to_offset) c
         full join summary_archives(from_offset, to_offset) a using (template_fqn, payload_type) $$`,
  `create function summary_exercises(${range})
    returns table (template_fqn text, choice_fqn text, choice text, consuming boolean, count bigint)
    language sql stable as
    $$ select x.template_fqn, x.choice_fqn, x.choice, x.consuming, count(*)
       from exercises(null, from_offset, to_offset) x group by 1, 2, 3, 4 $$`,
];

const maintenance: ReadonlyArray<string> = [
  `create function redact_contract(contract_id text, redaction_id text) returns integer language plpgsql strict as $$
    declare affected integer;
    begin
      if exists (select from _contract c where c.contract_id = $1 and c.archived_at_ix is null) then
        raise exception 'contract % is active: only archived contracts can be redacted', contract_id;
      elsif exists (select from _contract c where c.contract_id = $1 and c.redaction_id is not null) then
        raise exception 'contract % is already redacted', contract_id;
      end if;
      update _contract c set payload = null, contract_key = null, metadata = null, redaction_id = $2
        where c.contract_id = $1;
      get diagnostics affected = row_count;
      if affected = 0 then
        raise exception 'there is no contract %', contract_id;
      end if;
      return affected;
    end $$`,
  `create function redact_exercise(event_id event_id, redaction_id text) returns void language plpgsql strict as $$
    begin
      update _exercise e set argument = null, result = null, redaction_id = redact_exercise.redaction_id
        where e.exercise_event_id = redact_exercise.event_id and e.redaction_id is null;
      if not found then
        raise exception 'there is no exercise % that is not redacted', event_id;
      end if;
    end $$`,
  `create function validate_pruning_offset(min_offset bigint)
    returns table (squash_inclusive bigint, new_oldest bigint, affected_transactions integer)
    language plpgsql stable strict as $$
    begin
      if validate_offset_exists(min_offset) >= (select w."offset" from _watermark w) then
        raise exception 'offset % is the latest: pruning needs a later one to remain', min_offset;
      end if;
      return query select min_offset, min_offset,
        (select count(*)::integer from _transaction t where t."offset" <= min_offset);
    end $$`,
  // active contracts stay, as created by the transaction at the offset, which loses its id
  `create function prune_to_offset(min_offset bigint)
    returns table (squash_inclusive bigint, new_oldest bigint, affected_transactions integer)
    language plpgsql strict as $$
    declare upto bigint := _ix_at(min_offset);
    begin
      return query select * from validate_pruning_offset(min_offset);
      delete from _exercise e where e.exercised_at_ix <= upto;
      delete from _contract c where c.archived_at_ix <= upto;
      update _contract c set created_at_ix = upto where c.created_at_ix < upto;
      delete from _transaction t where t.ix < upto;
      update _transaction t set transaction_id = null where t.ix = upto;
      update _watermark w set oldest_offset = min_offset, pruned_offset = min_offset;
    end $$`,
  `create function validate_reset_offset(max_offset bigint)
    returns table (new_latest bigint, affected_transactions integer) language sql stable strict as
    $$ select validate_offset_exists(max_offset),
         (select count(*)::integer from _transaction t where t."offset" > max_offset) $$`,
  `create function reset_to_offset(max_offset bigint)
    returns table (new_latest bigint, affected_transactions integer) language plpgsql strict as $$
    declare upto bigint := _ix_at(max_offset);
    begin
      return query select * from validate_reset_offset(max_offset);
      delete from _exercise e where e.exercised_at_ix > upto;
      delete from _contract c where c.created_at_ix > upto;
      update _contract c set archived_at_ix = null, archive_event_id = null where c.archived_at_ix > upto;
      delete from _transaction t where t.ix > upto;
      update _watermark w set "offset" = max_offset, ix = upto;
    end $$`,
  `create procedure create_index_for_contract(
      name text, qname text, expression text, index_type text default 'btree', index_opclass text default '')
    language plpgsql as $$
    declare key text := expression || ' ' || index_opclass;
    begin
      if not exists (select _types_of(qname)) then
        raise exception 'no contract of "%" is stored', qname;
      end if;
      execute format('create index if not exists %I on _contract using %I (%s)', '_contract_' || name, index_type,
                     case when index_type = 'btree' then 'type_pk, ' || key else key end);
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
