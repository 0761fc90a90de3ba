/** What `--help` prints. */
export const usage = `Usage: tallystick <command> [flags]

Commands
  new FOLDER            make a project with a template of its own; "tallystick new --help" says more
  serve                 run a ledger node with its JSON interface
  events                serve a journal's events to EventStoreDB clients, for reading
  copy                  copy a journal to another store; resumes where an earlier copy ended
  audit verify          read a journal and its files whole and check them; a node may be using them
  fork                  copy a journal, up to an offset, into a new folder where it goes its own way
  restore               copy a journal from a copy of it into a new folder, and have it say so
  disclosure-key        give a journal a new key by which single nodes of it can be proved
  key new|public|sign   keys of parties that sign outside of the node; "tallystick key" says more

Flags of serve          (environment variable)
  --port PORT           port to listen on, 0 for any free one; default 7575 (TALLYSTICK_PORT)
  --host HOST           address to listen on; default 127.0.0.1 (TALLYSTICK_HOST)
  --tls-certificate FILE, --tls-key FILE
                        PEM; serve TLS instead of clear text (TALLYSTICK_TLS_CERTIFICATE, TALLYSTICK_TLS_KEY)
  --data FOLDER         the folder of the journal, :memory: for none; default ./data (TALLYSTICK_DATA)
  --store ADDRESS       the store of the journal, such as esdb://host:2113; views stay in the folder (TALLYSTICK_STORE)
  --config FILE         YAML or JSON; environment and flags win over it (TALLYSTICK_CONFIG)
  --log-level LEVEL     fatal, error, warn, info, debug, trace or silent; default info (TALLYSTICK_LOG_LEVEL)
  --metrics-port PORT   serve metrics for Prometheus on this port of 127.0.0.1; default nowhere (TALLYSTICK_METRICS_PORT)
  --packages FILE       a JavaScript module that exports packages to serve; may be given again (TALLYSTICK_PACKAGES, separated by commas)
  --coin                serve the packages of the network coin (TALLYSTICK_COIN=on)
  --network NAME        the coin's network this node plays: dev, test or main; off serves the ledger alone; default dev (TALLYSTICK_NETWORK)
  --manual-clock        time does not move by itself until POST /v0/admin/clock/advance moves it (TALLYSTICK_MANUAL_CLOCK=on)
  --accept-journal-end N  continue a journal that lost its end, when it ends at offset N
  --accept-clock        the clock of this machine is right, however far it is ahead of the journal's last event
  --localnet            listen where the public LocalNet does too: 2975, 3975, 4975, 2903, 3903, 4903, 2000, 3000, 4000 (TALLYSTICK_LOCALNET=on)
  --follow              follow the journal that others write: answer queries, refuse changes (TALLYSTICK_FOLLOW=on)
  --auth off            require no token; everyone on this machine may do everything (TALLYSTICK_AUTH)

Flags of events         (environment variable)
  --listen HOST:PORT    default 127.0.0.1:2113; elsewhere only with TLS and users (TALLYSTICK_EVENTS_LISTEN)
  --advertise HOST:PORT  what clients of esdb+discover connect to; default the address of --listen, of 0.0.0.0 the machine's name (TALLYSTICK_EVENTS_ADVERTISE)
  --data, --store       a folder, or the address of a store: the journal, which a node may be using
  --tls-certificate FILE, --tls-key FILE
                        PEM; without them in clear text
                        users as name:password, separated by commas (TALLYSTICK_EVENTS_USERS)
  --clear-text-passwords  let users log in without TLS (TALLYSTICK_EVENTS_CLEAR_TEXT_PASSWORDS=on)

Flags of copy
  --from, --to          a folder or the address of a store each; a folder that is not there is made
  --participant NAME    the name in ledger.participantName; default participant

Flags of audit verify
  --data, --store       a folder, or the address of a store: the journal
  --participant NAME    as of copy

Flags of fork, restore and disclosure-key; no node may be using the folder that is written
  --from                of fork and restore: a folder or the address of a store
  --to                  of fork and restore: a new folder, never the address of a store
  --at OFFSET           of fork: the last offset that is copied; default the end
  --lost-offset OFFSET  of restore: the greatest offset known to have been lost
  --reason TEXT         why, for the journal
  --data FOLDER         of disclosure-key: the folder of the journal
  --participant NAME    as of copy

Other flags
  --help                this text
  --version             the version of this program

Exit codes: 0 stopped by a signal, 1 failed, 2 wrong usage, 3 data in use by another process, 4 address taken,
5 data damaged, 7 nothing wrong was found but not everything could be checked.
`;
