/** SQLite's primary result codes, by number. */
const PRIMARY = [
  "OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL",
  "CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB",
]
  .join(" ")
  .split(" ");

/** The extended codes of a primary one, from 1; https://sqlite.org/rescode.html. */
const EXTENDED: Readonly<Record<string, string>> = {
  ERROR: "MISSING_COLLSEQ RETRY SNAPSHOT RESERVESIZE KEY UNABLE",
  ABORT: "? ROLLBACK",
  BUSY: "RECOVERY SNAPSHOT TIMEOUT",
  LOCKED: "SHAREDCACHE VTAB",
  READONLY: "RECOVERY CANTLOCK ROLLBACK DBMOVED CANTINIT DIRECTORY",
  IOERR:
    "READ SHORT_READ WRITE FSYNC DIR_FSYNC TRUNCATE FSTAT UNLOCK RDLOCK DELETE BLOCKED NOMEM ACCESS CHECKRESERVEDLOCK LOCK CLOSE DIR_CLOSE SHMOPEN SHMSIZE SHMLOCK SHMMAP SEEK DELETE_NOENT MMAP GETTEMPPATH CONVPATH VNODE AUTH BEGIN_ATOMIC COMMIT_ATOMIC ROLLBACK_ATOMIC DATA CORRUPTFS IN_PAGE",
  CORRUPT: "VTAB SEQUENCE INDEX",
  CANTOPEN: "NOTEMPDIR ISDIR FULLPATH CONVPATH DIRTYWAL SYMLINK",
  CONSTRAINT:
    "CHECK COMMITHOOK FOREIGNKEY FUNCTION NOTNULL PRIMARYKEY TRIGGER UNIQUE VTAB ROWID PINNED DATATYPE",
};

/** The name of a result code, such as `SQLITE_IOERR_FSYNC` for 1034. */
export const resultName = (code: number): string => {
  const primary = PRIMARY[code & 0xff];
  if (primary === undefined) return `SQLITE_${code}`;
  const extended = EXTENDED[primary]?.split(" ")[(code >> 8) - 1];
  return extended === undefined ? `SQLITE_${primary}` : `SQLITE_${primary}_${extended}`;
};

/** The number of a result code by its name; undefined for a name that SQLite does not have. */
export const resultCode = (name: string): number | undefined => {
  for (const [code, primary] of PRIMARY.entries()) {
    const count = EXTENDED[primary]?.split(" ").length ?? 0;
    for (let extended = 0; extended <= count; extended += 1) {
      const number = code + extended * 256;
      if (resultName(number) === name) return number;
    }
  }
  return undefined;
};
