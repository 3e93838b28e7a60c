import type { RecordsPort, SettingsPort } from '../../ports/storage.ts';

export const UPLOADS = 'uploads';

/** Storage for the files of one user until their messages exist (UP-9). */
export interface UploadStore {
  readonly user: string;
  readonly records: RecordsPort;
  readonly failed: (what: string) => void;
  /** The settings and the key through which tabs of a user announce cancelled uploads. */
  readonly settings: SettingsPort;
  readonly newsKey: string;
}

/** Returns true if uploads are stored; unreadable storage counts as empty. */
export const anyKept = async ({ user, records, failed }: UploadStore): Promise<boolean> => {
  try {
    return (await records.readAll(user, UPLOADS)).size > 0;
  } catch {
    failed('uploads.notRead');
    return false;
  }
};
