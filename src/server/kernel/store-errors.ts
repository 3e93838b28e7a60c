/**
 * Errors of the store. Nothing was written in any of these cases, except that after `StoreFailedError` the
 * outcome of a commit is unknown to the caller (COMMIT-3).
 */
export class StoreError extends Error {
  override readonly name: string = 'StoreError';
}

/** The folder, the file or the disk cannot be used. */
export class StoreUnavailableError extends StoreError {
  override readonly name: string = 'StoreUnavailableError';
}

/** A page of the database cannot be read: what needs it fails, the rest works. */
export class StoreDamagedError extends StoreUnavailableError {
  override readonly name = 'StoreDamagedError';
}

/** The disk is full: nothing was written, and a retry is possible (OPS-5). */
export class StoreFullError extends StoreUnavailableError {
  override readonly name = 'StoreFullError';
}

/** Read-only: a standby, or a file or file system that this program may not write (OPS-5). */
export class StoreReadOnlyError extends StoreUnavailableError {
  override readonly name = 'StoreReadOnlyError';
}

/** A backup, restore or move that was refused before anything was written; the message is the whole line. */
export class CopyRefusedError extends StoreError {
  override readonly name = 'CopyRefusedError';
}

/** The copy storage failed, or its outcome is unknown. */
export class CopiesAwayError extends StoreError {
  override readonly name = 'CopiesAwayError';
}

/** The database server of `DATABASE_URL` does not answer, or refuses this program. */
export class StoreUnreachableError extends StoreUnavailableError {
  override readonly name = 'StoreUnreachableError';
}

/** The database was written by a newer version of this program (START-2). */
export class StoreTooNewError extends StoreError {
  override readonly name = 'StoreTooNewError';
  constructor(
    readonly databaseVersion: number,
    readonly supportedVersion: number,
    /** The oldest version of this program that can go on with it, where the database names it. */
    readonly program: string | null = null,
  ) {
    const since = program === null ? '' : ` and can be used from Parley ${program} on`;
    super(
      `the database has version ${databaseVersion}${since}, this program knows up to ${supportedVersion}`,
    );
  }
}

/** Waited too long or too many wait: try again later. */
export class StoreBusyError extends StoreError {
  override readonly name = 'StoreBusyError';
}

/** Another server uses the folder of the embedded database (START-23). */
export class StoreHeldError extends StoreError {
  override readonly name = 'StoreHeldError';
}

/** The outer commit failed: every command of the group is lost (COMMIT-3). */
export class StoreFailedError extends StoreError {
  override readonly name = 'StoreFailedError';
}

/** A value that must be unique is taken. */
export class StoreConflictError extends StoreError {
  override readonly name = 'StoreConflictError';
}
